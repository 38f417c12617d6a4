import * as Flags from '@oclif/core/flags';
import { command } from '../src/cli/command.ts';
import { databaseFlag, readQueue, wholeNumberFlag } from '../src/cli/flags.ts';
import { checkService, checkWorkers, type Health, healthOf } from '../src/cli/operations/check-health.ts';
import { paragraph } from '../src/cli/render.ts';
import { configuredUrl, readServiceUrl } from '../src/cli/sending/outgoing-request.ts';
import { DEFAULT_QUEUE } from '../src/domain/job.ts';
import { sayText } from '../src/messages/messages.ts';

export default command({
  examples: ['', 'HEALTHCHECK CMD ["<%= config.bin %>", "<%= command.id %>"]', '--worker', '--worker --queue conversoes'],
  flags: {
    database: databaseFlag,
    url: Flags.custom<URL>({ helpValue: 'URL', exclusive: ['worker'], parse: async (input) => readServiceUrl(input) })(),
    // Without a default, which oclif would take for given when --queue asks for it.
    worker: Flags.boolean(),
    queue: Flags.string({ helpValue: 'QUEUE', dependsOn: ['worker'], parse: async (input) => readQueue(input) }),
    timeout: wholeNumberFlag({ helpValue: 'S', min: 1, max: 600, default: 3 }),
  },
  async run({ flags }) {
    const health = await healthOf(async (): Promise<Health> => {
      if (flags.worker === true) {
        return await checkWorkers(this.loadConfig(flags).config.databaseUrl, flags.queue ?? DEFAULT_QUEUE, Date.now());
      }
      return await checkService(flags.url ?? configuredUrl(this.loadConfig(flags).config), flags.timeout * 1_000);
    });
    this.log(paragraph(sayText(health.text)));
    if (!health.isHealthy) this.fail();
    return { saudavel: health.isHealthy, mensagem: health.text.en };
  },
});
