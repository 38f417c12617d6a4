import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import { MINUTE_MS } from '../../../../base/time-units.ts';
import type { Percentiles } from '../../../../domain/queue-status.ts';
import { useMessages, useWords } from '../context.tsx';
import { Count, MinuteOf } from '../elements/format.tsx';
import { Chart, TOP, ValuesTable } from './chart.tsx';
import { logDepth, type Mark, percent, timeMarks } from './scales.ts';

const DRAWN_HEIGHT = 140;

const RANKS = ['p50', 'p95', 'p99'] as const;
type Rank = (typeof RANKS)[number];

/** Common marks, so that the charts of these times can be compared. */
export function marksFor(steps: readonly Percentiles[]): readonly Mark[] {
  return timeMarks(steps.flatMap(({ p50, p95, p99 }) => [p50, p95, p99]).filter((value) => value !== null));
}

/** The durations in each step of the last hour, on a logarithmic axis. Lines also differ by their marks, not by colour alone. */
export function TimesChart(props: {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Percentiles[];
  readonly stepMs: number;
  readonly lastHour: Percentiles;
  readonly marks: readonly Mark[];
}): ReactNode {
  const { id, title, steps, stepMs, lastHour, marks } = props;
  const { words } = useWords('charts');
  const { p50, p95, p99 } = lastHour;
  const isKnown = p50 !== null && p95 !== null && p99 !== null;
  const levels = marks.map(({ value, label }) => ({ y: TOP + logDepth(value, marks, DRAWN_HEIGHT), text: label }));
  return (
    <Chart
      id={id}
      title={title}
      description={
        isKnown
          ? `${words.times.description(formatDuration(p50), formatDuration(p95), formatDuration(p99))} ${words.newest}`
          : words.times.unknown
      }
      height={TOP + DRAWN_HEIGHT}
      isEmpty={lastHour.count === 0}
      labels={levels}
      lines={levels.map(({ y }) => y)}
      legend={RANKS.map((rank) => (
        <li key={rank}>
          <svg className={`key line-${rank}`} width="12" height="12" aria-hidden="true">
            <use href={`#${id}-${rank}`} x="6" y="6" />
          </svg>
          {rank} <Length value={lastHour[rank]} />
        </li>
      ))}
      table={<StepsTable steps={steps} lastHour={lastHour} />}
    >
      <Shapes id={id} />
      {RANKS.map((rank) => (
        <Line key={rank} id={id} rank={rank} steps={steps} marks={marks} />
      ))}
      {steps.map((step, index) => (
        <Probe key={step.startsAt} step={step} index={index} total={steps.length} stepMs={stepMs} />
      ))}
    </Chart>
  );
}

interface Point {
  readonly key: number;
  readonly x: string;
  readonly y: number;
  /** Set for the step that is not over yet. */
  readonly running: 'running' | undefined;
}

function Line(props: { id: string; rank: Rank; steps: readonly Percentiles[]; marks: readonly Mark[] }): ReactNode {
  const { id, rank, steps, marks } = props;
  const points = steps.map((step, index) => pointOf(step, rank, { index, total: steps.length, marks }));
  return (
    <g className={`line-${rank}`}>
      {points.map((point, index) => {
        const before = points[index - 1];
        if (point === null || before === null || before === undefined) return null;
        return <line key={point.key} className={point.running} x1={before.x} y1={before.y} x2={point.x} y2={point.y} />;
      })}
      {points.map((point) =>
        point === null ? null : <use key={point.key} className={point.running} href={`#${id}-${rank}`} x={point.x} y={point.y} />,
      )}
    </g>
  );
}

function pointOf(
  step: Percentiles,
  rank: Rank,
  { index, total, marks }: { readonly index: number; readonly total: number; readonly marks: readonly Mark[] },
): Point | null {
  const value = step[rank];
  if (value === null) return null;
  return {
    key: step.startsAt,
    x: percent(index + 0.5, total),
    y: TOP + logDepth(value, marks, DRAWN_HEIGHT),
    running: index === total - 1 ? 'running' : undefined,
  };
}

/** A circle, a square, a triangle: drawn once and repeated at every point by `use`, the only way to place them at a percentage. */
function Shapes({ id }: { readonly id: string }): ReactNode {
  return (
    <defs>
      <circle id={`${id}-p50`} r="3.5" />
      <rect id={`${id}-p95`} x="-3.5" y="-3.5" width="7" height="7" />
      <path id={`${id}-p99`} d="M0-4.5 4.5 3.5h-9Z" />
    </defs>
  );
}

function Probe(props: { step: Percentiles; index: number; total: number; stepMs: number }): ReactNode {
  const { step, index, total, stepMs } = props;
  const { words, number } = useWords('charts');
  if (step.p50 === null || step.p95 === null || step.p99 === null) return null;
  const minutes = stepMs / MINUTE_MS;
  const ago = (total - 1 - index) * minutes;
  const times = [step.p50, step.p95, step.p99].map(formatDuration) as [string, string, string];
  return (
    <rect className="probe" x={percent(index, total)} width={percent(1, total)} y={0} height={TOP + DRAWN_HEIGHT}>
      <title>{words.times.point(words.between(ago, ago + minutes), ...times, number(step.count))}</title>
    </rect>
  );
}

function Length({ value }: { readonly value: number | null }): ReactNode {
  const { labels } = useWords('charts');
  return value === null ? labels.none : <strong>{formatDuration(value)}</strong>;
}

function StepsTable({ steps, lastHour }: { readonly steps: readonly Percentiles[]; readonly lastHour: Percentiles }): ReactNode {
  const { web } = useMessages();
  const { times } = web.charts;
  const filled = steps.filter(({ count }) => count > 0).toReversed();
  return (
    <ValuesTable
      rows={filled.length === 0 ? [] : [...filled, { ...lastHour, startsAt: 0 }]}
      columns={[
        [times.from, ({ startsAt }) => (startsAt === 0 ? web.queue.lastHour : <MinuteOf at={startsAt} />)],
        [times.jobs, ({ count }) => <Count value={count} />],
        ...RANKS.map((rank) => [rank, (step: Percentiles) => <Length value={step[rank]} />] as const),
      ]}
    />
  );
}
