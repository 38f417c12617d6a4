import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Layout } from '../layout.ts';
import { openList, type WatchState } from '../state.ts';
import type { WatchTexts } from '../theme.ts';
import { Fitting, useLook, Words } from './words.tsx';

/** The keys that do something here, as many as fit, and always the one that tells all of them. */
export function Hints({ state, layout }: { readonly state: WatchState; readonly layout: Layout }): ReactNode {
  const { texts } = useLook();
  const isTiny = layout.density === 'tiny';
  const gap = isTiny ? 1 : 2;
  const always = [texts.hints.help, texts.hints.quit];
  const others = isTiny ? [] : hintsOf(state, layout, texts.hints);
  return (
    <Box height={1} flexShrink={0} paddingLeft={isTiny ? 0 : 1} columnGap={gap} overflow="hidden">
      {others.length > 0 && (
        <Box flexShrink={1} height={1}>
          <Fitting gap={gap}>
            {others.map((text) => (
              <Hint key={text} text={text} />
            ))}
          </Fitting>
        </Box>
      )}
      {always.map((text) => (
        <Box key={text} flexShrink={0}>
          <Hint text={text} />
        </Box>
      ))}
    </Box>
  );
}

/** The keys of a hint stand before its last words: `/ filter`, `j k move`. */
function Hint({ text }: { readonly text: string }): ReactNode {
  const [, keys = '', meaning = ''] = /^(\S+(?: \S(?= ))?)(.*)$/.exec(text) ?? [];
  return (
    <Words>
      <Words bold tone="accent">
        {keys}
      </Words>
      <Words tone="dim">{meaning}</Words>
    </Words>
  );
}

/** In the order of what is wanted most: the last ones are left out first. */
function hintsOf(state: WatchState, layout: Layout, hints: WatchTexts['hints']): readonly string[] {
  const id = openList(state);
  const changes = state.setup.readonly ? [] : changeHints(state, hints);
  if (state.isHelpOpen) return [hints.close, hints.scroll];
  if (layout.detail.place === 'full') return [hints.close, hints.scroll, ...changes];
  if (state.detail !== null) return [hints.close, hints.full, ...changes, hints.move];
  if (id === null) return [hints.tabs, hints.freeze, ...changes];
  const opens = id === 'workers' ? [] : [hints.detail];
  const back = state.group === null && state.lists[id].filter.text === '' ? [] : [hints.close];
  const marks = changes.length > 1 ? [hints.mark] : [];
  return [...back, ...opens, hints.filter, hints.tabs, ...changes, ...marks, hints.sort, hints.freeze];
}

function changeHints(state: WatchState, hints: WatchTexts['hints']): readonly string[] {
  const id = openList(state);
  const isPaused = state.figures !== null && state.figures.pausedAt !== null;
  return [
    ...(id === 'events' || id === 'groups' || id === 'jobs' ? [hints.retry] : []),
    ...(state.detail === null ? [] : [hints.reveal]),
    ...(id === 'groups' || id === 'jobs' ? [hints.forget] : []),
    isPaused ? hints.resume : hints.pause,
  ];
}
