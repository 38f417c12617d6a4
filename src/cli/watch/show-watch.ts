import { stopSignal } from '../../app/stop-signal.ts';
import { VERSION } from '../../app/version.ts';
import type { WatchSource } from '../../app/watch-source.ts';
import { systemClock } from '../../base/clock.ts';
import type { TerminalAbilities } from './terminal-abilities.ts';

const DEFAULT_REFRESH_MS = 1_000;

/** Shows the view until it is quit or the program is told to stop. */
export async function showWatch(
  source: WatchSource,
  abilities: TerminalAbilities,
  flags: { readonly refresh: number | undefined; readonly readonly: boolean },
): Promise<void> {
  const { runWatch } = await loadView();
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

/**
 * Ink and React are loaded here, so that no other command pays for them. React chooses its build while it is loaded, by NODE_ENV;
 * without one it takes the development build, which draws three times slower.
 */
async function loadView(): Promise<typeof import('../../tui/run-watch.tsx')> {
  if (process.env['NODE_ENV'] !== undefined) return import('../../tui/run-watch.tsx');
  process.env['NODE_ENV'] = 'production';
  try {
    return await import('../../tui/run-watch.tsx');
  } finally {
    delete process.env['NODE_ENV'];
  }
}
