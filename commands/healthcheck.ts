import { Flags } from '@oclif/core';
import type { JsonObject } from '../src/base/exact-json.ts';
import { say } from '../src/base/language.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { databaseFlag, wholeNumberFlag } from '../src/cli/flags.ts';
import { checkService, checkWorkers, type Health, healthOf } from '../src/cli/operations/check-health.ts';
import { paragraph } from '../src/cli/render.ts';
import { configuredUrl, readServiceUrl } from '../src/cli/sending/outgoing-request.ts';
import { databasePath } from '../src/config/database-path.ts';
import { DEFAULT_QUEUE } from '../src/domain/job.ts';

export default class Healthcheck extends BaseCommand {
  static override summary = 'Ask whether the service, or a worker, is healthy; for containers and monitors.';
  static override description =
    `Exits 0 when healthy and 1 otherwise, also when the settings or the database cannot be used, and prints one line.
Without --worker it asks /ready at HOST and PORT; a service that listens on every interface is asked over loopback.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'In a Dockerfile:', command: 'HEALTHCHECK CMD ["lead-intake", "healthcheck"]' },
    { description: 'In the container of a worker:', command: '<%= config.bin %> <%= command.id %> --worker' },
  ];
  static override flags = {
    database: databaseFlag,
    url: Flags.custom<URL>({
      summary: 'Address to ask instead; /ready when it names no path.',
      helpValue: 'URL',
      exclusive: ['worker'],
      parse: async (input) => readServiceUrl(input),
    })(),
    worker: Flags.boolean({ summary: 'Look in the database for a live worker instead.', default: false }),
    timeout: wholeNumberFlag({ summary: 'Seconds to wait for the answer.', helpValue: 'S', min: 1, max: 600, default: 3 }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(Healthcheck);
    const health = await healthOf(async (): Promise<Health> => {
      if (flags.worker) return checkWorkers(databasePath(this.loadConfig(flags).config.databaseUrl), DEFAULT_QUEUE, Date.now());
      return await checkService(flags.url ?? configuredUrl(this.loadConfig(flags).config), flags.timeout * 1_000);
    });
    this.log(paragraph(say(health.text)));
    if (!health.isHealthy) process.exitCode = EXIT.failed;
    return { saudavel: health.isHealthy, mensagem: health.text.en };
  }
}
