import { Box } from 'ink';
import type { ReactNode } from 'react';
import { JobGroup, JobState } from '../../domain/job.ts';
import { cellWidth, cleanText } from '../cell-text.ts';
import { changeHints, kindOf } from '../changes.ts';
import type { Layout, PartProps } from '../layout.ts';
import { fullTime } from '../local-clock.ts';
import { openList, shownRows, type WatchState } from '../state.ts';
import type { WatchTexts } from '../theme.ts';
import { Fitting, Line, useLook, Words } from './words.tsx';

/** The last lines: a confirmation, a result or what is shown; and the key hints, which are always visible. */
export function Footer({ state, layout }: PartProps): ReactNode {
  const look = useLook();
  const { prompt } = state;
  const question = prompt?.kind === 'confirm' ? kindOf(prompt.change).question(prompt.change, state, look) : null;
  // If the question leaves no room for the answer keys, they move as a whole to the line below.
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

function hasStatus({ prompt, isBusy, notice, connection }: WatchState): boolean {
  return prompt !== null || isBusy || notice !== null || connection.kind === 'lost';
}

/** The input, the last result, or else how much of the list is shown. */
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

/** How much of the list is shown, and the filter. */
function Summary({ state }: { readonly state: WatchState }): ReactNode {
  const { texts, count, labelOf } = useLook();
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
      : [
          [labelOf('jobStates', group.parked ? JobGroup.parked : JobState.failed), labelOf('codes', group.errorCode ?? ''), group.named]
            .filter(Boolean)
            .join('  '),
        ]),
  ];
  return <Words tone="dim">{` ${parts.join('   ')}`}</Words>;
}

/** A confirmation, with its answer keys if there is room for them. */
export function Confirm({ question, answers }: { readonly question: string; readonly answers: string }): ReactNode {
  return (
    <Words>
      <Words tone="warn" bold inverse>{` ${question} `}</Words>
      <Words bold>{`  ${answers}`}</Words>
    </Words>
  );
}

/** The keys that work here, as many as fit, and always the help key. */
export function Hints({ state, layout }: PartProps): ReactNode {
  const { texts } = useLook();
  const isTiny = layout.density === 'tiny';
  const gap = isTiny ? 1 : 2;
  const always = [texts.hints.help, texts.hints.quit];
  const others = isTiny ? [] : hintsOf(state, layout).map((name) => texts.hints[name]);
  return (
    <Box height={1} flexShrink={0} paddingLeft={isTiny ? 0 : 1} columnGap={gap} overflow="hidden">
      {others.length > 0 && (
        <Box flexShrink={1} height={1}>
          <Fitting gap={gap}>
            {others.map((hint) => (
              <Hint key={hint.join(' ')} hint={hint} />
            ))}
          </Fitting>
        </Box>
      )}
      {always.map((hint) => (
        <Box key={hint.join(' ')} flexShrink={0}>
          <Hint hint={hint} />
        </Box>
      ))}
    </Box>
  );
}

/** `j k move` */
function Hint({ hint: [keys, meaning] }: { readonly hint: readonly [keys: string, meaning: string] }): ReactNode {
  return (
    <Words>
      <Words bold tone="accent">
        {keys}
      </Words>
      <Words tone="dim">{` ${meaning}`}</Words>
    </Words>
  );
}

/** Most important first: the last ones are dropped first. */
function hintsOf(state: WatchState, layout: Layout): readonly (keyof WatchTexts['hints'])[] {
  const id = openList(state);
  const changes = state.setup.readonly ? [] : changeHints(state);
  if (state.isHelpOpen) return ['close', 'scroll'];
  if (layout.detail.place === 'full') return ['close', 'scroll', ...changes];
  if (state.detail !== null) return ['close', 'full', ...changes, 'move'];
  if (id === null) return ['tabs', 'freeze', ...changes];
  const opens = id === 'workers' ? [] : (['detail'] as const);
  const back = state.group === null && state.lists[id].filter.text === '' ? [] : (['close'] as const);
  const marks = changes.length > 1 ? (['mark'] as const) : [];
  return [...back, ...opens, 'filter', 'tabs', ...changes, ...marks, 'sort', 'freeze'];
}

/** The minimum cells for the input, however long the error next to it. */
const FEWEST_CELLS = 4;

interface FilterInputProps {
  readonly text: string;
  readonly problem: string | null;
  readonly width: number;
}

/** The filter while it is typed. A long one shows its end, where the cursor is. The error follows. */
function FilterInput({ text, problem, width }: FilterInputProps): ReactNode {
  const { texts } = useLook();
  const prompt = ` ${texts.filterPrompt}`;
  const behind = `   ${problem ?? texts.filterHelp}`;
  const room = width - cellWidth(prompt) - 1 - (problem === null ? 0 : cellWidth(behind));
  return (
    <Words>
      <Words bold>{prompt}</Words>
      <Words tone="accent">{endOf(cleanText(text), Math.max(FEWEST_CELLS, room))}</Words>
      <Words inverse> </Words>
      <Words tone={problem === null ? 'dim' : 'bad'}>{behind}</Words>
    </Words>
  );
}

function endOf(text: string, width: number): string {
  const characters = [...text];
  while (cellWidth(characters.join('')) > width) characters.shift();
  return characters.join('');
}
