import { Box, Text, useApp, useInput, usePaste, useWindowSize } from 'ink';
import { memo, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { WatchController } from '../controller.ts';
import { separateKeys } from '../keys.ts';
import type { Look } from '../look.ts';
import type { Line, Span, Tone } from '../spans.ts';
import { screenLines } from '../view/screen.ts';
import { spokenLines } from '../view/spoken.ts';

/** What only a mounted view can do to the terminal. */
export interface TerminalHandle {
  readonly exit: (error?: Error) => void;
  /** Gives the terminal back; what it returns takes it again and draws everything anew. */
  readonly suspend: () => Promise<{ resume(): Promise<void> } | undefined>;
}

export interface WatchViewProps {
  readonly controller: WatchController;
  readonly look: Look;
  readonly hasColors: boolean;
  /** For screen readers: sentences in their order instead of a picture. */
  readonly isSpoken: boolean;
  readonly onReady: (terminal: TerminalHandle) => void;
}

/** The view on the terminal: draws the controller's state, and hands it the keys. */
export function WatchView({ controller, look, hasColors, isSpoken, onReady }: WatchViewProps): ReactNode {
  const { exit, suspendTerminal } = useApp();
  const { columns, rows } = useWindowSize();
  const state = useSyncExternalStore(controller.subscribe, () => controller.state);
  useEffect(() => onReady({ exit, suspend: () => suspendTerminal() }), [exit, suspendTerminal, onReady]);
  useEffect(() => controller.dispatch({ type: 'resize', size: { columns, rows } }), [controller, columns, rows]);
  useInput((input, key) => {
    for (const [one, its] of separateKeys(input, key)) controller.press(one, its);
  });
  // What is pasted must never be taken for keys: an `R` in it would ask to retry.
  usePaste((text) => {
    if (controller.state.prompt?.kind === 'filter') controller.press(text, {});
  });
  // The size of this very moment: lines of an older one would be broken by a terminal that has become narrower.
  const sized = state.size.columns === columns && state.size.rows === rows ? state : { ...state, size: { columns, rows } };
  const lines = isSpoken ? spokenLines(sized, look) : screenLines(sized, look);
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <ScreenLine key={index} line={line} hasColors={hasColors} />
      ))}
    </Box>
  );
}

const COLORS: Readonly<Record<Tone, string | undefined>> = {
  plain: undefined,
  dim: undefined,
  ok: 'green',
  warn: 'yellow',
  bad: 'red',
  accent: 'cyan',
};

const ScreenLine = memo(function ScreenLine({ line, hasColors }: { readonly line: Line; readonly hasColors: boolean }): ReactNode {
  const isEmpty = line.every((span) => span.text === '');
  return (
    <Text wrap="truncate-end">
      {isEmpty
        ? ' '
        : line.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a line is its place
            <Text key={index} {...looksOf(span, hasColors)}>
              {span.text}
            </Text>
          ))}
    </Text>
  );
});

function looksOf({ tone = 'plain', bold, inverse }: Span, hasColors: boolean): Record<string, string | boolean> {
  const color = hasColors ? COLORS[tone] : undefined;
  return {
    ...(color === undefined ? {} : { color }),
    ...(tone === 'dim' && inverse !== true ? { dimColor: true } : {}),
    ...(bold === true ? { bold: true } : {}),
    ...(inverse === true ? { inverse: true } : {}),
  };
}
