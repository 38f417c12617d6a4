import { Flags } from '@oclif/core';
import type { JsonObject } from '../src/base/exact-json.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { databaseFlag, wholeNumberFlag } from '../src/cli/flags.ts';
import { checkService, checkWorkers, type Health, healthOf } from '../src/cli/operations/check-health.ts';
import { paragraph } from '../src/cli/render.ts';
import { configuredUrl, readServiceUrl } from '../src/cli/sending/outgoing-request.ts';
import { databasePath } from '../src/config/database-path.ts';
import { DEFAULT_QUEUE } from '../src/domain/job.ts';
import { sayText } from '../src/messages/messages.ts';

export default class Healthcheck extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    'HEALTHCHECK CMD ["lead-intake", "healthcheck"]',
    '<%= config.bin %> <%= command.id %> --worker',
  ];
  static override flags = {
    database: databaseFlag,
    url: Flags.custom<URL>({ helpValue: 'URL', exclusive: ['worker'], parse: async (input) => readServiceUrl(input) })(),
    worker: Flags.boolean({ default: false }),
    timeout: wholeNumberFlag({ helpValue: 'S', min: 1, max: 600, default: 3 }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(Healthcheck);
    const health = await healthOf(async (): Promise<Health> => {
      if (flags.worker) return checkWorkers(databasePath(this.loadConfig(flags).config.databaseUrl), DEFAULT_QUEUE, Date.now());
      return await checkService(flags.url ?? configuredUrl(this.loadConfig(flags).config), flags.timeout * 1_000);
    });
    this.log(paragraph(sayText(health.text)));
    if (!health.isHealthy) process.exitCode = EXIT.failed;
    return { saudavel: health.isHealthy, mensagem: health.text.en };
  }
}
