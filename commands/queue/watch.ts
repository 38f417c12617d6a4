import { type WatchSource, watchDatabase, watchService } from '../../src/app/watch-source.ts';
import type { BaseCommand } from '../../src/cli/base-command.ts';
import { command } from '../../src/cli/command.ts';
import { queueArg } from '../../src/cli/flags.ts';
import { queueStatusJson, queueStatusText } from '../../src/cli/queue-status.ts';
import { adminToken, refuseClearToken } from '../../src/cli/watch/admin-token.ts';
import { showWatch } from '../../src/cli/watch/show-watch.ts';
import { terminalAbilities } from '../../src/cli/watch/terminal-abilities.ts';
import { watchFlags } from '../../src/cli/watch/watch-flags.ts';

export default command({
  examples: ['', '--url https://leads.example.com', '--readonly --refresh 5'],
  args: { queue: queueArg },
  flags: watchFlags,
  async run({ args, flags }) {
    const abilities = terminalAbilities();
    await using source = await openSource(this, args.queue, flags);
    // Read before the screen opens, so that an error appears where the command was typed.
    const { figures, facts } = await source.status();
    if (this.jsonEnabled() || !abilities.isInteractive) {
      this.log(queueStatusText(figures, facts));
      return queueStatusJson(figures, facts, []);
    }
    const isSpoken = abilities.isSpoken || flags['screen-reader'];
    return await showWatch(source, { ...abilities, isSpoken, ascii: flags.ascii ?? abilities.ascii }, flags);
  },
});

interface SourceFlags {
  readonly 'env-file': string | undefined;
  readonly database: string | undefined;
  readonly url: URL | undefined;
  readonly 'token-file': string | undefined;
  readonly refresh: number | undefined;
}

async function openSource(command: BaseCommand, queue: string, flags: SourceFlags): Promise<WatchSource> {
  const loaded = command.loadConfig(flags);
  if (flags.url !== undefined) {
    refuseClearToken(flags.url);
    return await watchService(flags.url, await adminToken(flags['token-file'], loaded.secrets.adminToken), queue);
  }
  return await watchDatabase(loaded, { queue, refreshMs: flags.refresh ?? 1_000, operator: (now) => command.operator(now) });
}
