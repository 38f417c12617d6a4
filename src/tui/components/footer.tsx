import { Box } from 'ink';
import type { ReactNode } from 'react';
import { JobGroup, JobState } from '../../domain/job.ts';
import { cellWidth } from '../cell-text.ts';
import type { Layout } from '../layout.ts';
import { fullTime } from '../local-clock.ts';
import { openList, shownRows, type WatchState } from '../state.ts';
import { Confirm, questionOf } from './confirm.tsx';
import { FilterInput } from './filter-input.tsx';
import { Hints } from './hints.tsx';
import { Line, useLook, Words } from './words.tsx';

interface FooterProps {
  readonly state: WatchState;
  readonly layout: Layout;
}

/** The last lines: what is asked, what happened or what is shown; and the keys, which are always visible. */
export function Footer({ state, layout }: FooterProps): ReactNode {
  const look = useLook();
  const { prompt } = state;
  const question = prompt?.kind === 'confirm' ? questionOf(prompt.change, state, look) : null;
  // A question that has no room for the keys that answer it leaves them to the line below, whole.
  const answers = look.texts.confirm.keys;
  const isRoomy = layout.density === 'tall' || layout.density === 'large';
  const hasAnswersBelow = question !== null && !(isRoomy && cellWidth(question) + cellWidth(answers) + 4 < layout.width);
  const status = question === null ? <Status state={state} /> : <Confirm question={question} answers={hasAnswersBelow ? '' : answers} />;
  return (
    // The last cell of the last line stays empty: some terminals scroll when it is written.
    <Box flexDirection="column" flexShrink={0} width={layout.width - 1}>
      {(layout.footerLines === 2 || hasStatus(state)) && <Line>{status}</Line>}
      {hasAnswersBelow && (
        <Line>
          <Words bold>{` ${answers}`}</Words>
        </Line>
      )}
      {!hasAnswersBelow && (layout.footerLines === 2 || !hasStatus(state)) && <Hints state={state} layout={layout} />}
    </Box>
  );
}

/** Whether something wants to be read now. */
function hasStatus({ prompt, isBusy, notice, connection }: WatchState): boolean {
  return prompt !== null || isBusy || notice !== null || connection.kind === 'lost';
}

/** What is typed, what happened, or else how much of the list is shown. */
export function Status({ state }: { readonly state: WatchState }): ReactNode {
  const { prompt, notice, connection, figures, isBusy } = state;
  const { texts, glyphs } = useLook();
  if (prompt?.kind === 'filter') return <FilterInput text={prompt.text} problem={prompt.problem} width={state.size.columns - 1} />;
  if (isBusy) return <Words tone="dim">{` ${texts.working}`}</Words>;
  if (notice !== null) return <Words tone={notice.isBad ? 'bad' : 'ok'} bold>{` ${notice.text}`}</Words>;
  if (connection.kind !== 'lost') return <Summary state={state} />;
  const text = figures === null ? connection.reason : texts.stale({ time: fullTime(figures.at), reason: connection.reason });
  return <Words tone="bad" bold>{` ${glyphs.lost} ${text}`}</Words>;
}

/** How much of the list is shown, and by which filter. */
function Summary({ state }: { readonly state: WatchState }): ReactNode {
  const { texts, count } = useLook();
  const id = openList(state);
  if (id === null) return null;
  const list = state.lists[id];
  const group = id === 'jobs' ? state.group : null;
  const parts = [
    texts.rows({ shown: count(shownRows(state, id).length), isMore: list.hasMore }),
    ...(list.marked.size > 0 ? [texts.marked({ count: list.marked.size })] : []),
    ...(list.filter.text === '' ? [] : [texts.filterShown({ text: list.filter.text })]),
    ...(list.searched !== null && list.hasMore ? [texts.searched({ rows: count(list.searched) })] : []),
    ...(group === null
      ? []
      : [`${group.parked ? JobGroup.parked : JobState.failed} ${group.errorCode ?? ''} ${group.named ?? ''}`.trimEnd()]),
  ];
  return <Words tone="dim">{` ${parts.join('   ')}`}</Words>;
}
