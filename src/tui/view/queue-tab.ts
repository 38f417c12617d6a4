import type { QueueSnapshot } from '../../domain/queue-status.ts';
import { padText } from '../cell-text.ts';
import { isUnworked } from '../health.ts';
import type { Layout } from '../layout.ts';
import { fullTime } from '../local-clock.ts';
import type { Look } from '../look.ts';
import { barChart, type Measure, valuesOf } from '../series.ts';
import { EMPTY_LINE, type Line, type Tone } from '../spans.ts';
import type { WatchState } from '../state.ts';

type State = keyof Look['texts']['meanings'];

/** In the order of what an operator wants to know on a screen that cannot show all. */
const STATES: readonly {
  readonly word: State;
  readonly tone: Tone;
  readonly urgency: number;
  readonly count: (figures: QueueSnapshot) => number;
}[] = [
  { word: 'pendente', tone: 'accent', urgency: 1, count: (figures) => figures.waiting },
  { word: 'adiado', tone: 'plain', urgency: 6, count: (figures) => figures.delayed },
  { word: 'estacionado', tone: 'warn', urgency: 5, count: (figures) => figures.parked },
  { word: 'processando', tone: 'plain', urgency: 2, count: (figures) => figures.running },
  { word: 'concluido', tone: 'ok', urgency: 4, count: (figures) => figures.finished },
  { word: 'falhou', tone: 'bad', urgency: 3, count: (figures) => figures.failed },
];

/** The first tab: jobs by state, what is wrong, and how the figures moved. */
export function queueTabLines(state: WatchState, layout: Layout, look: Look): readonly Line[] {
  const { figures } = state;
  if (figures === null) return [EMPTY_LINE, [{ text: ` ${look.texts.loading}`, tone: 'dim' }]];
  const { bodyLines } = layout;
  const shown = STATES.filter(({ urgency }) => urgency <= Math.max(1, bodyLines)).map((one) => stateLine(one, figures, layout, look));
  const isRoomy = bodyLines >= STATES.length + 2;
  const table = isRoomy ? [EMPTY_LINE, ...shown] : shown;
  const banners = isRoomy ? bannerLines(state, look) : [];
  const chartLines = bodyLines - table.length - banners.length - 1;
  return [...table, ...banners, ...(chartLines >= 4 ? [EMPTY_LINE, ...chartBlock(state, layout.width, chartLines, look)] : [])];
}

function stateLine({ word, tone, count }: (typeof STATES)[number], figures: QueueSnapshot, layout: Layout, look: Look): Line {
  const value = count(figures);
  const label = word === 'adiado' ? `  ${word}` : word;
  const room = Math.min(14, Math.max(6, layout.width - 15));
  const total = padText(look.count(value), room, 'right');
  const line: Line = [
    { text: layout.width >= 50 ? '  ' : '' },
    { text: padText(label, 13), tone: value === 0 ? 'dim' : 'plain' },
    { text: total, bold: value > 0, tone: value === 0 ? 'dim' : tone },
  ];
  if (layout.width < 50) return line;
  return [...line, { text: '   ' }, ...shareBar(value, figures, layout, look, tone), { text: look.texts.meanings[word], tone: 'dim' }];
}

/** The share of each state in all jobs that still matter, as a bar. */
function shareBar(value: number, figures: QueueSnapshot, layout: Layout, look: Look, tone: Tone): Line {
  const width = Math.min(40, layout.width - 66);
  if (width < 10) return [];
  const total = Math.max(1, figures.waiting + figures.parked + figures.running + figures.finished + figures.failed);
  const filled = value === 0 ? 0 : Math.max(1, Math.round((value / total) * width));
  const full = [...look.glyphs.bar].at(-1) ?? '#';
  return [{ text: full.repeat(filled), tone }, { text: `${' '.repeat(width - filled)}   ` }];
}

function bannerLines(state: WatchState, { texts, glyphs }: Look): readonly Line[] {
  const { figures } = state;
  if (figures === null) return [];
  if (figures.pausedAt !== null) {
    return [EMPTY_LINE, [{ text: `  ${glyphs.paused} ${texts.queuePaused(fullTime(figures.pausedAt))}`, tone: 'warn' }]];
  }
  return isUnworked(state) ? [EMPTY_LINE, [{ text: `  ${glyphs.alarm} ${texts.noWorkerHelp}`, tone: 'bad' }]] : [];
}

const CHARTS: readonly (readonly [measure: Measure, tone: Tone])[] = [
  ['received', 'accent'],
  ['finished', 'ok'],
  ['waiting', 'warn'],
  ['failed', 'bad'],
];

/** Two charts beside each other, two rows of them where the screen is high enough. */
function chartBlock(state: WatchState, width: number, lines: number, look: Look): readonly Line[] {
  const isHigh = lines >= 11;
  const height = Math.min(10, isHigh ? Math.floor((lines - 1) / 2) - 1 : lines - 1);
  const chartWidth = Math.floor((width - 6) / 2);
  const rows = isHigh ? [CHARTS.slice(0, 2), CHARTS.slice(2)] : [CHARTS.slice(0, 2)];
  return rows.flatMap((pair, index): readonly Line[] => {
    const [left = [], right = []] = pair.map(([measure, tone]) => chart(state, measure, tone, { width: chartWidth, height }, look));
    const joined = left.map((line, row): Line => [{ text: '  ' }, ...line, { text: '  ' }, ...(right[row] ?? [])]);
    return index === 0 ? joined : [EMPTY_LINE, ...joined];
  });
}

function chart(
  state: WatchState,
  measure: Measure,
  tone: Tone,
  { width, height }: { readonly width: number; readonly height: number },
  { texts, glyphs, count }: Look,
): readonly Line[] {
  const values = valuesOf(state.series, measure, width);
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const unit = measure === 'waiting' ? '' : ` ${texts.charts.per}`;
  const name = texts.charts[measure];
  const scale = `max ${count(highest)}${unit}`;
  const rule = glyphs.horizontal.repeat(Math.max(1, width - name.length - scale.length - 2));
  const title: Line = [
    { text: `${name} `, bold: true },
    { text: `${rule} ${scale}`, tone: 'dim' },
  ];
  return [title, ...barChart(values, height, glyphs.bar).map((text): Line => [{ text, tone }])];
}
