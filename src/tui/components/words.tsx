import { Box, Text } from 'ink';
import { Children, createContext, type ReactNode, use } from 'react';
import type { Look, Tone } from '../theme.ts';

export const LookContext = createContext<Look | null>(null);

export function useLook(): Look {
  const look = use(LookContext);
  if (look === null) throw new Error('nobody said how the view looks');
  return look;
}

interface WordsProps {
  readonly tone?: Tone;
  readonly bold?: boolean;
  /** Foreground and background swapped: the selected row, the open tab, a confirmation. */
  readonly inverse?: boolean;
  /** What happens to text that does not fit: its end is cut, its beginning is cut, it wraps, or it is cut without a mark. */
  readonly fit?: 'cut' | 'cut-start' | 'wrap' | 'clip';
  readonly children: ReactNode;
}

const WRAPS = { cut: 'truncate-end', 'cut-start': 'truncate-start', wrap: 'wrap', clip: 'hard' } as const;

/** All text of the view: cleaned here, and coloured by its meaning. */
export function Words({ tone = 'plain', bold = false, inverse = false, fit = 'cut', children }: WordsProps): ReactNode {
  const look = useLook();
  const color = look.colorOf(tone);
  // Ink marks a cut with a character that ASCII does not have.
  const wrap = look.isAscii && fit !== 'wrap' ? 'hard' : WRAPS[fit];
  return (
    <Text bold={bold} inverse={inverse} dimColor={tone === 'dim' && !inverse} wrap={wrap} {...(color === undefined ? {} : { color })}>
      {Children.map(children, (child) => (typeof child === 'string' ? look.clean(child) : child))}
    </Text>
  );
}

interface LineProps {
  readonly width?: number | string;
  readonly justify?: 'space-between' | 'flex-start';
  readonly children?: ReactNode;
}

/** One line of the screen. Fixed-width boxes inside it must fit. */
export function Line({ width = '100%', justify = 'flex-start', children }: LineProps): ReactNode {
  return (
    <Box height={1} width={width} flexShrink={0} justifyContent={justify} {...(useLook().isAscii ? { overflow: 'hidden' } : {})}>
      {children}
    </Box>
  );
}

/** One line with as many of its items as fit, starting with the first. */
export function Fitting({ gap, children }: { readonly gap: number; readonly children: ReactNode }): ReactNode {
  return (
    <Box height={1} flexGrow={1} flexShrink={1} flexWrap="wrap" columnGap={gap} overflow="hidden">
      {Children.toArray(children).map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
        <Box key={index} flexShrink={0} height={1}>
          {child}
        </Box>
      ))}
    </Box>
  );
}

/** A title, a horizontal line through the remaining room, and what follows it. */
export function Heading({ title, width, children }: { readonly title: string; readonly width: number; readonly children?: ReactNode }) {
  return (
    <Line>
      <Box flexShrink={0} marginRight={1}>
        <Words bold>{title}</Words>
      </Box>
      <Rule width={width} />
      {children}
    </Line>
  );
}

/** Something of fixed width, and a text next to it that wraps below itself. */
export function Labelled({ label, width, text }: { readonly label: ReactNode; readonly width: number; readonly text: string }): ReactNode {
  return (
    <Box columnGap={2}>
      <Box flexShrink={0} width={width}>
        {label}
      </Box>
      <Box flexGrow={1} flexShrink={1} flexBasis={0}>
        <Words fit="wrap">{text}</Words>
      </Box>
    </Box>
  );
}

/** A horizontal line through the remaining room. */
export function Rule({ width }: { readonly width: number }): ReactNode {
  return (
    <Box height={1} flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
      <Words tone="dim" fit="clip">
        {useLook().glyphs.horizontal.repeat(Math.max(1, width))}
      </Words>
    </Box>
  );
}
