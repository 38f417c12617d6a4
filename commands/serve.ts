import { once } from 'node:events';
import * as Flags from '@oclif/core/flags';
import { type AppContext, openContext } from '../src/app/context.ts';
import { addSample, loadDevelopmentConfig, sampleCommand } from '../src/app/prepare-development.ts';
import { type RunningService, startService } from '../src/app/start-service.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { announcementText, developmentText } from '../src/cli/service-announcement.ts';

export default class Serve extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --work --host 0.0.0.0 --port 8080',
    '<%= config.bin %> <%= command.id %> --dev',
  ];
  static override flags = {
    database: databaseFlag,
    host: Flags.string({ helpValue: 'ADDRESS' }),
    port: Flags.string({ helpValue: 'N' }),
    work: Flags.boolean({ default: false }),
    dev: Flags.boolean({ default: false }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Serve);
    const development = flags.dev ? loadDevelopmentConfig(this.configSources(flags)) : undefined;
    const loaded = development?.loaded ?? this.loadConfig(flags);
    const store = { create: true, writerThread: true, readerThread: true, background: false };
    await using context = openContext(loaded, { log: await this.beginLog(loaded), ...store });
    using stop = stopSignal();
    if (development !== undefined) await addSample(context.store, context.clock());
    const service = await startService(context, { work: flags.work || flags.dev });
    this.announce(service, context);
    if (development !== undefined) this.log(developmentText(development.secretsFile, sampleCommand(service.url, development.secretsFile)));
    try {
      if (!stop.signal.aborted) await Promise.race([once(stop.signal, 'abort'), service.failed]);
    } finally {
      await service.stop();
    }
  }

  private announce({ url, listening, adminUrl }: RunningService, { config }: AppContext): void {
    if (this.jsonEnabled()) this.logJson({ url, listening, admin_url: adminUrl ?? null });
    this.log(announcementText({ url, listening, adminUrl, databaseUrl: config.databaseUrl }));
  }
}
