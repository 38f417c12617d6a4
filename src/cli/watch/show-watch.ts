import { stopSignal } from '../../app/stop-signal.ts';
import { VERSION } from '../../app/version.ts';
import type { WatchSource } from '../../app/watch-source.ts';
import { systemClock } from '../../base/clock.ts';
import { withProductionReact } from '../../base/production-react.ts';
import type { TerminalAbilities } from './terminal-abilities.ts';

const DEFAULT_REFRESH_MS = 1_000;

/** Shows the view until the user quits or the program is stopped. */
export async function showWatch(
  source: WatchSource,
  abilities: TerminalAbilities,
  flags: { readonly refresh: number | undefined; readonly readonly: boolean },
): Promise<void> {
  // Ink and React are loaded here, so that other commands start faster.
  const { runWatch } = await withProductionReact(() => import('../../tui/run-watch.tsx'));
  using stop = stopSignal();
  await runWatch({
    source,
    version: VERSION,
    clock: systemClock,
    refreshMs: flags.refresh ?? DEFAULT_REFRESH_MS,
    readonly: flags.readonly,
    ascii: abilities.ascii,
    hasColors: abilities.hasColors,
    isSpoken: abilities.isSpoken,
    signal: stop.signal,
  });
}
