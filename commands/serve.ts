import { once } from 'node:events';
import * as Flags from '@oclif/core/flags';
import { openContext } from '../src/app/context.ts';
import { addSample, loadDevelopmentConfig, sampleCommand } from '../src/app/prepare-development.ts';
import { startService } from '../src/app/start-service.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, switchFlag } from '../src/cli/flags.ts';
import { renderBlock } from '../src/cli/render.ts';
import { shownDatabase } from '../src/config/database-path.ts';
import { say } from '../src/messages/messages.ts';

export default command({
  examples: ['', '--work --host 0.0.0.0 --port 8080', '--dev'],
  flags: {
    database: databaseFlag,
    host: Flags.string({ helpValue: 'ADDRESS' }),
    port: Flags.string({ helpValue: 'N' }),
    work: switchFlag,
    dev: switchFlag,
  },
  async run({ flags }) {
    const development = flags.dev ? loadDevelopmentConfig(this.configSources(flags)) : undefined;
    const loaded = development?.loaded ?? this.loadConfig(flags);
    const store = { create: true, writerThread: true, readerThread: true, background: false };
    await using context = await openContext(loaded, { log: await this.beginLog(loaded), ...store });
    using stop = stopSignal();
    if (development !== undefined) await addSample(context.store, context.clock());
    const service = await startService(context, { work: flags.work || flags.dev });
    const { url, listening, adminUrl } = service;
    if (this.jsonEnabled()) this.logJson({ url, listening, admin_url: adminUrl ?? null });
    const addresses = [
      [say((m) => m.cli.output.listening), listening],
      ['Admin', adminUrl ?? say((m) => m.cli.output.adminClosed)],
      [say((m) => m.cli.output.health), `${url}/health`],
      [say((m) => m.labels.fields.database), shownDatabase(context.config.databaseUrl)],
    ] as const;
    this.log(renderBlock(addresses));
    if (development !== undefined) this.log(developmentText(url, development.secretsFile));
    try {
      if (!stop.signal.aborted) await Promise.race([once(stop.signal, 'abort'), service.failed]);
    } finally {
      await service.stop();
    }
  },
});

/** Where the secrets are (`undefined`: in the environment), and a command that sends a lead. */
function developmentText(url: string, secretsFile: string | undefined): string {
  const title = say(({ cli: { output } }) =>
    secretsFile === undefined ? output.secretsOfEnvironment : output.developmentSecrets({ secretsFile }),
  );
  return `\n${title}\n\n${sampleCommand(url, secretsFile)}\n`;
}
