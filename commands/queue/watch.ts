import { type WatchSource, watchDatabase, watchService } from '../../src/app/watch-source.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { queueArg } from '../../src/cli/flags.ts';
import { queueStatusJson, queueStatusText } from '../../src/cli/queue-status.ts';
import { adminToken, refuseClearToken } from '../../src/cli/watch/admin-token.ts';
import { showWatch } from '../../src/cli/watch/show-watch.ts';
import { terminalAbilities } from '../../src/cli/watch/terminal-abilities.ts';
import { watchFlags } from '../../src/cli/watch/watch-flags.ts';

export default class QueueWatch extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --url https://leads.example.com',
    '<%= config.bin %> <%= command.id %> --readonly --refresh 5',
  ];
  static override args = { queue: queueArg };
  static override flags = watchFlags;

  async run(): Promise<JsonObject | undefined> {
    const { args, flags } = await this.parse(QueueWatch);
    const abilities = terminalAbilities();
    await using source = await this.openSource(args.queue, flags);
    // Read before the screen is opened: whoever cannot watch reads why where they typed the command.
    const { figures, facts } = await source.status();
    if (this.jsonEnabled() || !abilities.isInteractive) {
      this.log(queueStatusText(figures, facts));
      return queueStatusJson(figures, facts, []);
    }
    const isSpoken = abilities.isSpoken || flags['screen-reader'];
    await showWatch(source, { ...abilities, isSpoken, ascii: flags.ascii ?? abilities.ascii }, flags);
    return undefined;
  }

  private async openSource(queue: string, flags: WatchFlagValues): Promise<WatchSource> {
    const loaded = this.loadConfig(flags);
    if (flags.url !== undefined) {
      refuseClearToken(flags.url);
      return await watchService(flags.url, await adminToken(flags['token-file'], loaded.secrets.adminToken), queue);
    }
    return watchDatabase(loaded, { queue, refreshMs: flags.refresh ?? 1_000, operator: (now) => this.operator(now) });
  }
}

interface WatchFlagValues {
  readonly 'env-file': string | undefined;
  readonly database: string | undefined;
  readonly url: URL | undefined;
  readonly 'token-file': string | undefined;
  readonly refresh: number | undefined;
}
