import { useApp, useInput, usePaste, useWindowSize } from 'ink';
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { measured, resize } from '../actions.ts';
import type { WatchController } from '../controller.ts';
import { separateKeys } from '../keys.ts';
import type { Look } from '../theme.ts';
import { Screen } from './screen.tsx';
import { Spoken } from './spoken.tsx';
import { LookContext } from './words.tsx';

/** Access to the terminal that only a mounted view has. */
export interface TerminalHandle {
  readonly exit: (error?: Error) => void;
  /** Releases the terminal; `resume` takes it back and redraws everything. */
  readonly suspend: () => Promise<{ resume(): Promise<void> } | undefined>;
}

interface WatchViewProps {
  readonly controller: WatchController;
  readonly look: Look;
  /** For screen readers: sentences in reading order instead of a screen layout. */
  readonly isSpoken: boolean;
  readonly onReady: (terminal: TerminalHandle) => void;
}

/** The view on the terminal: shows the controller's state and passes it the keys. */
export function WatchView({ controller, look, isSpoken, onReady }: WatchViewProps): ReactNode {
  const { exit, suspendTerminal } = useApp();
  const { columns, rows } = useWindowSize();
  const state = useSyncExternalStore(controller.subscribe, () => controller.state);
  useEffect(() => onReady({ exit, suspend: () => suspendTerminal() }), [exit, suspendTerminal, onReady]);
  useEffect(() => controller.dispatch(resize({ columns, rows })), [controller, columns, rows]);
  useInput((input, key) => {
    for (const [one, its] of separateKeys(input, key)) controller.press(one, its);
  });
  // Pasted text must never act as keys: an `R` in it would request a retry.
  usePaste((text) => {
    if (controller.state.prompt?.kind === 'filter') controller.press(text, {});
  });
  const onScrollLimit = useCallback((limit: number) => controller.dispatch(measured(limit)), [controller]);
  // Uses the current size: a terminal that has become narrower would wrap lines of the previous one.
  const sized = state.size.columns === columns && state.size.rows === rows ? state : { ...state, size: { columns, rows } };
  return (
    <LookContext value={look}>{isSpoken ? <Spoken state={sized} /> : <Screen state={sized} onScrollLimit={onScrollLimit} />}</LookContext>
  );
}
