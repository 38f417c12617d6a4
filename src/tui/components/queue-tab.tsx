import { Box } from 'ink';
import type { ReactNode } from 'react';
import { CONVERSION_QUEUE, JobGroup, JobState } from '../../domain/job.ts';
import type { QueueSnapshot } from '../../domain/queue-status.ts';
import { type Messages, say } from '../../messages/messages.ts';
import { padText } from '../cell-text.ts';
import { timeScaleFor } from '../draw-chart.ts';
import { isUnworked } from '../health.ts';
import type { PartProps } from '../layout.ts';
import { fullTime } from '../local-clock.ts';
import type { Measure } from '../series.ts';
import type { WatchState } from '../state.ts';
import type { Look, Tone } from '../theme.ts';
import { Chart } from './chart.tsx';
import { Table } from './table.tsx';
import { Line, useLook, Words } from './words.tsx';

interface StateKind {
  readonly word: keyof Messages['labels']['jobStates'];
  readonly tone: Tone;
  /** What an operator needs first, for screens that cannot show everything. */
  readonly urgency: number;
  readonly count: (figures: QueueSnapshot) => number;
}

/** The states of jobs, in the order in which they are shown. */
export const STATES: readonly StateKind[] = [
  { word: JobState.pending, tone: 'accent', urgency: 1, count: (figures) => figures.waiting },
  { word: JobState.running, tone: 'plain', urgency: 2, count: (figures) => figures.running },
  { word: JobState.failed, tone: 'bad', urgency: 3, count: (figures) => figures.failed },
  { word: JobState.done, tone: 'ok', urgency: 4, count: (figures) => figures.finished },
  { word: JobGroup.delayed, tone: 'plain', urgency: 6, count: (figures) => figures.delayed },
  { word: JobGroup.parked, tone: 'warn', urgency: 5, count: (figures) => figures.parked },
];

/** The first tab: jobs by state, findings, and the charts; on a large screen also the workers. */
export function QueueTab({ state, layout }: PartProps): ReactNode {
  const look = useLook();
  const { figures } = state;
  const { bodyLines, density, width } = layout;
  if (figures === null) {
    return (
      <Box marginTop={1} marginLeft={1}>
        <Words tone="dim">{look.texts.loading}</Words>
      </Box>
    );
  }
  const isRoomy = bodyLines >= STATES.length + 2;
  const banner = bodyLines >= STATES.length + 3 ? bannerOf(state, look) : null;
  const used = Math.min(bodyLines, STATES.length) + (isRoomy ? 1 : 0) + (banner === null ? 0 : 2);
  const half = density === 'large' ? Math.floor(width / 2) : width;
  return (
    <>
      <Box marginTop={isRoomy ? 1 : 0} flexShrink={0}>
        <Box flexDirection="column" width={half} flexShrink={0}>
          {STATES.filter(({ urgency }) => urgency <= Math.max(1, bodyLines)).map((kind) => (
            <StateLine key={kind.word} kind={kind} figures={figures} width={half} />
          ))}
        </Box>
        {density === 'large' && (
          <Table state={state} id="workers" width={width - half} lines={STATES.length - 1} hasTitles hasCursor={false} />
        )}
      </Box>
      {banner}
      <Charts state={state} width={width} lines={bodyLines - used - 1} />
    </>
  );
}

/** Below this width, there are only the label and the number. */
const MEANING_COLUMNS = 50;
const LABEL_CELLS = 13;
const COUNT_CELLS = 14;
/** The longest label and a space: the width of the label on a very narrow screen. */
const NARROW_LABEL_CELLS = 12;

function StateLine({
  kind,
  figures,
  width,
}: {
  readonly kind: StateKind;
  readonly figures: QueueSnapshot;
  readonly width: number;
}): ReactNode {
  const { count, glyphs, labelOf } = useLook();
  const { word, tone } = kind;
  const label = labelOf('jobStates', word);
  const value = kind.count(figures);
  const isWide = width >= MEANING_COLUMNS;
  const labelCells = width < LABEL_CELLS + 6 ? NARROW_LABEL_CELLS : LABEL_CELLS;
  const bar = Math.min(40, width - 66);
  const total = Math.max(1, figures.waiting + figures.parked + figures.running + figures.finished + figures.failed);
  const filled = value === 0 ? 0 : Math.max(1, Math.round((value / total) * bar));
  return (
    <Line>
      <Words>
        <Words tone={value === 0 ? 'dim' : 'plain'}>{(isWide ? '  ' : '') + padText(label, labelCells)}</Words>
        <Words bold={value > 0} tone={value === 0 ? 'dim' : tone}>
          {padText(count(value), Math.max(0, Math.min(COUNT_CELLS, width - labelCells)), 'right')}
        </Words>
        {isWide && bar >= 10 && (
          <Words tone={tone}>{`   ${([...glyphs.bar].at(-1) ?? '').repeat(filled)}${' '.repeat(bar - filled)}`}</Words>
        )}
        {isWide && <Words tone="dim">{`   ${meaningOf(word, figures)}`}</Words>}
      </Words>
    </Line>
  );
}

/** The same text as on the queue's page. */
function meaningOf(word: StateKind['word'], { queue }: QueueSnapshot): string {
  return say(({ web: { queue: words } }) => {
    const meanings = { ...words.meanings, ...(queue === CONVERSION_QUEUE ? words.queues.conversions.meanings : {}) };
    return meanings[word];
  });
}

/** The action that is needed, in words. */
function bannerOf(state: WatchState, { texts, glyphs }: Look): ReactNode {
  const pausedAt = state.figures?.pausedAt ?? null;
  if (pausedAt === null && !isUnworked(state)) return null;
  return (
    <Box marginTop={1} marginLeft={2} height={1} flexShrink={0}>
      {pausedAt === null ? (
        <Words tone="bad">{`${glyphs.alarm} ${texts.empty.workers}`}</Words>
      ) : (
        <Words tone="warn">{`${glyphs.paused} ${texts.queuePaused({ since: fullTime(pausedAt) })}`}</Words>
      )}
    </Box>
  );
}

const CHARTS: readonly (readonly [measure: Measure, tone: Tone])[] = [
  ['finished', 'ok'],
  ['failed', 'bad'],
  ['received', 'accent'],
  ['waiting', 'warn'],
];

/** From this width, two charts fit next to each other. */
const PAIR_COLUMNS = 72;
/** Fewer lines are not meaningful. */
const FEWEST_LINES = 5;
const TWO_ROWS_LINES = 12;
const MOST_BARS = 16;

/** The last hour: two rows of charts if the screen is high enough; the last row has the time axis. */
function Charts({ state, width, lines }: { readonly state: WatchState; readonly width: number; readonly lines: number }): ReactNode {
  const perRow = width >= PAIR_COLUMNS ? 2 : 1;
  const chartWidth = Math.floor((width - 2 - perRow * 2) / perRow);
  const scale = timeScaleFor(chartWidth);
  if (scale === undefined || lines < FEWEST_LINES) return null;
  const rows = [CHARTS.slice(0, perRow), ...(lines >= TWO_ROWS_LINES ? [CHARTS.slice(perRow, 2 * perRow)] : [])];
  // Each row has a title; a blank line separates the rows, and the time axis takes one.
  const height = Math.min(MOST_BARS, Math.floor((lines - rows.length * 2) / rows.length));
  return rows.map((pair, index) => (
    <Box key={pair[0]?.[0]} marginTop={1} marginLeft={2} columnGap={2} flexShrink={0}>
      {pair.map(([measure, tone]) => (
        <Chart
          key={measure}
          series={state.series}
          measure={measure}
          tone={tone}
          width={chartWidth}
          height={height}
          scale={scale}
          hasAxis={index === rows.length - 1}
        />
      ))}
    </Box>
  ));
}
