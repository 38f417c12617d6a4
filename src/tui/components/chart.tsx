import { Box } from 'ink';
import type { ReactNode } from 'react';
import { barChart, type TimeScale, timeAxis } from '../draw-chart.ts';
import { hourOf, type Measure, type Series } from '../series.ts';
import type { Tone } from '../theme.ts';
import { Heading, Line, useLook, Words } from './words.tsx';

interface ChartProps {
  readonly series: Series;
  readonly measure: Measure;
  readonly tone: Tone;
  readonly width: number;
  /** Lines of the bars. */
  readonly height: number;
  readonly scale: TimeScale;
  /** Whether it has a time axis. */
  readonly hasAxis: boolean;
}

/** One figure over the last hour, as bars. */
export function Chart({ series, measure, tone, width, height, scale, hasAxis }: ChartProps): ReactNode {
  const { texts, glyphs, count } = useLook();
  const values = hourOf(series, measure, scale.stepMinutes);
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const unit = measure === 'waiting' ? '' : ` ${texts.charts.per({ minutes: scale.stepMinutes })}`;
  return (
    <Box flexDirection="column" width={width} flexShrink={0}>
      <Heading title={texts.charts[measure]} width={width}>
        <Box flexShrink={0} marginLeft={1}>
          <Words tone="dim">{`max ${count(highest)}${unit}`}</Words>
        </Box>
      </Heading>
      {barChart(values, { height, stepCells: scale.stepCells }, glyphs).map((bars, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the chart is its place
        <Line key={row}>
          <Words tone={tone}>{bars.trimEnd()}</Words>
        </Line>
      ))}
      {hasAxis && (
        <Line>
          <Words tone="dim">{timeAxis(series.last?.at ?? 0, scale, glyphs.tick)}</Words>
        </Line>
      )}
    </Box>
  );
}
