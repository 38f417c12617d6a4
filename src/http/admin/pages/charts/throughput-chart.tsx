import type { ReactNode } from 'react';
import type { QueueHistory } from '../../../../domain/queue-status.ts';
import { useMessages, useWords } from '../context.tsx';
import { Count, MinuteOf } from '../elements/format.tsx';
import { Chart, TOP, ValuesTable } from './chart.tsx';
import { barHeight, percent, roundUp } from './scales.ts';

const DRAWN_HEIGHT = 140;
const BASELINE = TOP + DRAWN_HEIGHT;
/** The share of a minute's width that its bar takes. */
const BAR = 0.72;
const ID = 'throughput';
const HATCH = `${ID}-hatch`;

type Minute = QueueHistory['minutes'][number];

/**
 * What ended in each minute of the last hour, one bar each: failures are hatched and at the bottom, where they can be compared between
 * minutes; finished jobs are above. Both use one scale; one failure among thousands is still two pixels high.
 */
export function ThroughputChart({ minutes }: Pick<QueueHistory, 'minutes'>): ReactNode {
  const { words, number } = useWords('charts');
  const mostFinished = Math.max(0, ...minutes.map(({ finished }) => finished));
  const top = roundUp(Math.max(0, ...minutes.map((minute) => minute.finished + minute.failed)));
  const finished = minutes.reduce((sum, minute) => sum + minute.finished, 0);
  const failed = minutes.reduce((sum, minute) => sum + minute.failed, 0);
  return (
    <Chart
      id={ID}
      title={words.throughput.title}
      description={`${words.throughput.description(number(finished), number(failed), number(mostFinished))} ${words.newest}`}
      height={BASELINE}
      isEmpty={finished + failed === 0}
      lines={[TOP, TOP + DRAWN_HEIGHT / 2, BASELINE]}
      labels={[
        { y: TOP, text: number(top) },
        ...(top > 1 ? [{ y: TOP + DRAWN_HEIGHT / 2, text: number(top / 2) }] : []),
        { y: BASELINE, text: '0' },
      ]}
      legend={<Legend finished={finished} failed={failed} />}
      table={<MinutesTable minutes={minutes} />}
    >
      <defs>
        <pattern id={HATCH} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch" width="2.5" height="5" />
        </pattern>
      </defs>
      {minutes.map((minute, index) => (
        <MinuteBars key={minute.startsAt} minute={minute} index={index} total={minutes.length} top={top} />
      ))}
    </Chart>
  );
}

function Legend({ finished, failed }: { readonly finished: number; readonly failed: number }): ReactNode {
  const { throughput } = useMessages().web.charts;
  return (
    <>
      <li>
        <svg className="key" width="12" height="12" aria-hidden="true">
          <rect className="bar-finished" width="12" height="12" />
        </svg>
        <Count value={finished} /> {throughput.finished}
      </li>
      <li>
        <svg className="key" width="12" height="12" aria-hidden="true">
          <rect className="bar-failed" x="0.5" y="0.5" width="11" height="11" fill={`url(#${HATCH})`} />
        </svg>
        <Count value={failed} /> {throughput.failed}
      </li>
    </>
  );
}

function MinuteBars(props: { minute: Minute; index: number; total: number; top: number }): ReactNode {
  const { minute, index, total, top } = props;
  const { words, number } = useWords('charts');
  if (minute.finished + minute.failed === 0) return null;
  const failed = barHeight(minute.failed, top, DRAWN_HEIGHT);
  const finished = Math.min(barHeight(minute.finished, top, DRAWN_HEIGHT), DRAWN_HEIGHT - failed);
  const place = { x: percent(index + (1 - BAR) / 2, total), width: percent(BAR, total) };
  const running = index === total - 1 ? ' running' : '';
  const ago = total - 1 - index;
  const when = ago === 0 ? words.now : words.minutesAgo(ago);
  return (
    <g>
      <title>{words.throughput.point(when, number(minute.finished), number(minute.failed))}</title>
      {finished === 0 ? null : <rect className={`bar-finished${running}`} {...place} y={BASELINE - failed - finished} height={finished} />}
      {failed === 0 ? null : (
        <rect className={`bar-failed${running}`} {...place} y={BASELINE - failed} height={failed} fill={`url(#${HATCH})`} />
      )}
    </g>
  );
}

function MinutesTable({ minutes }: Pick<QueueHistory, 'minutes'>): ReactNode {
  const { throughput } = useMessages().web.charts;
  return (
    <ValuesTable
      rows={minutes.filter(({ finished, failed }) => finished + failed > 0).toReversed()}
      columns={[
        [throughput.minute, ({ startsAt }) => <MinuteOf at={startsAt} />],
        [throughput.finished, ({ finished }) => <Count value={finished} />],
        [throughput.failed, ({ failed }) => <Count value={failed} />],
      ]}
    />
  );
}
