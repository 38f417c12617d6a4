import { Box } from 'ink';
import type { ReactNode } from 'react';
import { JobGroup, JobState } from '../../domain/job.ts';
import type { QueueSnapshot } from '../../domain/queue-status.ts';
import { padText } from '../cell-text.ts';
import { timeScaleFor } from '../draw-chart.ts';
import { isUnworked } from '../health.ts';
import type { Layout } from '../layout.ts';
import { fullTime } from '../local-clock.ts';
import type { Measure } from '../series.ts';
import type { WatchState } from '../state.ts';
import type { Tone, WatchTexts } from '../theme.ts';
import { Chart } from './chart.tsx';
import { Table } from './table.tsx';
import { Line, useLook, Words } from './words.tsx';

interface StateKind {
  readonly word: keyof WatchTexts['meanings'];
  readonly tone: Tone;
  /** What an operator wants to know first, on a screen that cannot show all. */
  readonly urgency: number;
  readonly count: (figures: QueueSnapshot) => number;
}

const STATES: readonly StateKind[] = [
  { word: JobState.pending, tone: 'accent', urgency: 1, count: (figures) => figures.waiting },
  { word: JobGroup.delayed, tone: 'plain', urgency: 6, count: (figures) => figures.delayed },
  { word: JobGroup.parked, tone: 'warn', urgency: 5, count: (figures) => figures.parked },
  { word: JobState.running, tone: 'plain', urgency: 2, count: (figures) => figures.running },
  { word: JobState.done, tone: 'ok', urgency: 4, count: (figures) => figures.finished },
  { word: JobState.failed, tone: 'bad', urgency: 3, count: (figures) => figures.failed },
];

interface QueueTabProps {
  readonly state: WatchState;
  readonly layout: Layout;
}

/** The first tab: jobs by state, what is wrong, and how the figures moved; on a large screen the workers too. */
export function QueueTab({ state, layout }: QueueTabProps): ReactNode {
  const { texts } = useLook();
  const { figures } = state;
  const { bodyLines, density, width } = layout;
  if (figures === null) {
    return (
      <Box marginTop={1} marginLeft={1}>
        <Words tone="dim">{texts.loading}</Words>
      </Box>
    );
  }
  const isRoomy = bodyLines >= STATES.length + 2;
  const banner = bodyLines >= STATES.length + 3 ? bannerOf(state) : null;
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

/** Below this width there is a word and its number, and no more. */
const MEANING_COLUMNS = 50;
const LABEL_CELLS = 13;
const COUNT_CELLS = 14;
/** The longest word and a blank: what a very narrow screen leaves of the label. */
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
  const { texts, count, glyphs } = useLook();
  const { word, tone } = kind;
  const value = kind.count(figures);
  const isWide = width >= MEANING_COLUMNS;
  const labelCells = width < LABEL_CELLS + 6 ? NARROW_LABEL_CELLS : LABEL_CELLS;
  const bar = Math.min(40, width - 66);
  const total = Math.max(1, figures.waiting + figures.parked + figures.running + figures.finished + figures.failed);
  const filled = value === 0 ? 0 : Math.max(1, Math.round((value / total) * bar));
  return (
    <Line>
      <Words>
        <Words tone={value === 0 ? 'dim' : 'plain'}>
          {(isWide ? '  ' : '') + padText(word === JobGroup.delayed ? `  ${word}` : word, labelCells)}
        </Words>
        <Words bold={value > 0} tone={value === 0 ? 'dim' : tone}>
          {padText(count(value), Math.max(0, Math.min(COUNT_CELLS, width - labelCells)), 'right')}
        </Words>
        {isWide && bar >= 10 && (
          <Words tone={tone}>{`   ${([...glyphs.bar].at(-1) ?? '').repeat(filled)}${' '.repeat(bar - filled)}`}</Words>
        )}
        {isWide && <Words tone="dim">{`   ${texts.meanings[word]}`}</Words>}
      </Words>
    </Line>
  );
}

/** What has to be done, in words. */
function bannerOf(state: WatchState): ReactNode {
  const pausedAt = state.figures?.pausedAt ?? null;
  if (pausedAt === null && !isUnworked(state)) return null;
  return <Banner pausedAt={pausedAt} />;
}

function Banner({ pausedAt }: { readonly pausedAt: number | null }): ReactNode {
  const { texts, glyphs } = useLook();
  const isPaused = pausedAt !== null;
  return (
    <Box marginTop={1} marginLeft={2} height={1} flexShrink={0}>
      <Words tone={isPaused ? 'warn' : 'bad'}>
        {isPaused ? `${glyphs.paused} ${texts.queuePaused({ since: fullTime(pausedAt) })}` : `${glyphs.alarm} ${texts.noWorkerHelp}`}
      </Words>
    </Box>
  );
}

const CHARTS: readonly (readonly [measure: Measure, tone: Tone])[] = [
  ['finished', 'ok'],
  ['failed', 'bad'],
  ['received', 'accent'],
  ['waiting', 'warn'],
];

/** From this width on two charts stand beside each other. */
const PAIR_COLUMNS = 72;
/** Fewer lines tell nothing. */
const FEWEST_LINES = 5;
const TWO_ROWS_LINES = 12;
const MOST_BARS = 16;

/** What happened in the last hour: two rows of charts where the screen is high enough; the times stand under the last one. */
function Charts({ state, width, lines }: { readonly state: WatchState; readonly width: number; readonly lines: number }): ReactNode {
  const perRow = width >= PAIR_COLUMNS ? 2 : 1;
  const chartWidth = Math.floor((width - 2 - perRow * 2) / perRow);
  const scale = timeScaleFor(chartWidth);
  if (scale === undefined || lines < FEWEST_LINES) return null;
  const rows = [CHARTS.slice(0, perRow), ...(lines >= TWO_ROWS_LINES ? [CHARTS.slice(perRow, 2 * perRow)] : [])];
  // A title for each row, a blank line between them, and the times.
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
