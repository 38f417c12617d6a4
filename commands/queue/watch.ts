import * as Flags from '@oclif/core/flags';
import { stopSignal } from '../../src/app/stop-signal.ts';
import { VERSION } from '../../src/app/version.ts';
import { systemClock } from '../../src/base/clock.ts';
import { withProductionReact } from '../../src/base/production-react.ts';
import { command } from '../../src/cli/command.ts';
import { databaseFlag, queueArg } from '../../src/cli/flags.ts';
import { queueStatusJson, queueStatusText } from '../../src/cli/queue-status.ts';
import { openWatchSource } from '../../src/cli/watch/open-watch-source.ts';
import { terminalAbilities } from '../../src/cli/watch/terminal-abilities.ts';
import { appError } from '../../src/messages/messages.ts';

const REFRESH_SECONDS = { shortest: 0.25, usual: 1, longest: 3_600 };

export default command({
  examples: ['', '--url https://leads.example.com', '--readonly --refresh 5'],
  args: { queue: queueArg },
  flags: {
    database: databaseFlag,
    url: Flags.custom<URL>({ helpValue: 'URL', exclusive: ['database'], parse: async (input) => readUrl(input) })(),
    'token-file': Flags.string({ helpValue: 'PATH', dependsOn: ['url'] }),
    refresh: Flags.custom<number>({ helpValue: 'S', parse: async (input) => readRefreshMs(input) })(),
    readonly: Flags.boolean({ default: false }),
    ascii: Flags.boolean({ allowNo: true }),
    'screen-reader': Flags.boolean({ default: false }),
  },
  async run({ args: { queue }, flags }) {
    const { url, readonly, refresh: refreshMs = REFRESH_SECONDS.usual * 1_000 } = flags;
    const abilities = terminalAbilities();
    const reading = { queue, refreshMs, operator: (now: number) => this.operator(now) };
    await using source = await openWatchSource(this.loadConfig(flags), { url, tokenFile: flags['token-file'] }, reading);
    // Read before the screen opens, so that an error appears where the command was typed.
    const { figures, facts } = await source.status();
    if (this.jsonEnabled() || !abilities.isInteractive) {
      this.log(queueStatusText(figures, facts));
      return queueStatusJson(figures, facts, []);
    }
    // Ink and React are loaded here, so that other commands start faster.
    const { runWatch } = await withProductionReact(() => import('../../src/tui/run-watch.tsx'));
    using stop = stopSignal();
    return await runWatch({
      source,
      version: VERSION,
      clock: systemClock,
      refreshMs,
      readonly,
      ascii: flags.ascii ?? abilities.ascii,
      hasColors: abilities.hasColors,
      isSpoken: abilities.isSpoken || flags['screen-reader'],
      signal: stop.signal,
    });
  },
});

/** @throws AppError `usage` unless it is an http or https URL without user name and password */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw appError('usage', (m) => m.cli.queue.urlShape({ text }));
}

/** @throws AppError `usage` unless it is a number of seconds within the bounds */
function readRefreshMs(text: string): number {
  const { shortest: shortestRefreshSeconds, longest: longestRefreshSeconds } = REFRESH_SECONDS;
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= shortestRefreshSeconds && seconds <= longestRefreshSeconds) return seconds * 1_000;
  throw appError('usage', (m) => m.cli.queue.refreshShape({ shortestRefreshSeconds, longestRefreshSeconds, text }));
}
