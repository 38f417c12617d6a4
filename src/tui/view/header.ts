import { QUEUE_LATE_MS } from '../../domain/health-limits.ts';
import { cutText } from '../cell-text.ts';
import { age, aliveWorkers, healthOf, oldestAge } from '../health.ts';
import type { Layout } from '../layout.ts';
import type { Look } from '../look.ts';
import { type Measure, rateOf, sparkline, valuesOf } from '../series.ts';
import { cutLine, EMPTY_LINE, fitItems, type Item, type Line, spread, type Tone } from '../spans.ts';
import { openList, TABS, type WatchState } from '../state.ts';

/** The lines above the body: how the queue is, its figures, its rates, the tabs. */
export function headerLines(state: WatchState, layout: Layout, look: Look): readonly Line[] {
  const { width } = layout;
  if (layout.density === 'tiny') return [cutLine(tinyLine(state, look, width), width, look.glyphs.cut)];
  const lines = [titleLine(state, look, width), figuresLine(state, look, width)];
  if (layout.density === 'tall') lines.push(ratesLine(state, look, width));
  return [...lines, tabsLine(state, look, width)].map((line) => cutLine(line, width, look.glyphs.cut));
}

function titleLine(state: WatchState, look: Look, width: number): Line {
  const health = healthOf(state, look);
  const { setup, figures } = state;
  const left: Line = [
    { text: ` ${health.glyph} ${health.word}`, tone: health.tone, bold: true },
    { text: `  ${figures?.queue ?? ''}`, bold: true },
    ...(setup.readonly ? [{ text: `  ${look.texts.readonly}`, tone: 'accent' as const }] : []),
    ...(state.isFrozen ? [{ text: `  ${look.glyphs.paused} ${look.texts.frozen}`, tone: 'warn' as const, bold: true }] : []),
  ];
  const right: Line = [{ text: `${setup.name}  lead-intake ${setup.version} `, tone: 'dim' }];
  const line = spread(left, right, width);
  return line.length > left.length ? line : spread(left, [{ text: `${cutStart(setup.name, Math.floor(width / 3))} `, tone: 'dim' }], width);
}

/** The end of a path tells more than its beginning. */
function cutStart(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}

function figuresLine(state: WatchState, look: Look, width: number): Line {
  const { figures } = state;
  if (figures === null) return EMPTY_LINE;
  const items: Item[] = [
    figure('pendente', figures.waiting, 9, look, 'accent'),
    figure('processando', figures.running, 8, look, 'plain'),
    figure('falhou', figures.failed, 10, look, 'bad'),
    figure('concluido', figures.finished, 4, look, 'ok'),
    ...(figures.parked > 0 ? [figure('estacionado', figures.parked, 5, look, 'warn')] : []),
    { spans: oldestSpans(state, look), priority: 7 },
    { spans: workerSpans(state, look), priority: 6 },
  ];
  return [{ text: ' ' }, ...fitItems(items, width - 2)];
}

function figure(word: string, value: number, priority: number, look: Look, tone: Tone): Item {
  return {
    priority,
    spans: [
      { text: `${word} `, tone: 'dim' },
      { text: look.count(value), bold: true, tone: value === 0 ? 'plain' : tone },
    ],
  };
}

function oldestSpans(state: WatchState, { texts }: Look): Line {
  const ms = oldestAge(state);
  if (ms === null) return [{ text: texts.noneDue, tone: 'dim' }];
  return [{ text: texts.oldest(age(ms)), tone: ms > QUEUE_LATE_MS ? 'warn' : 'plain' }];
}

function workerSpans(state: WatchState, { texts }: Look): Line {
  const alive = aliveWorkers(state);
  const gone = (state.figures?.workers.length ?? 0) - alive;
  return [{ text: texts.workers(alive, gone), tone: gone > 0 || (alive === 0 && (state.figures?.waiting ?? 0) > 0) ? 'bad' : 'plain' }];
}

const RATES: readonly (readonly [measure: Exclude<Measure, 'waiting'>, tone: Tone])[] = [
  ['received', 'accent'],
  ['finished', 'ok'],
  ['failed', 'bad'],
];

function ratesLine(state: WatchState, look: Look, width: number): Line {
  const { figures, series } = state;
  if (figures === null) return EMPTY_LINE;
  const last = figures.lastMinutes;
  const summary = look.texts.lastMinutes(last.minutes, look.count(last.finished), look.count(last.failed));
  const room = Math.floor((width - 4 - (width >= 110 ? summary.length + 3 : 0)) / RATES.length);
  const rates = RATES.flatMap(([measure, tone]): Line => {
    const label = `${look.texts.rates[measure]} ${rateText(rateOf(series, measure), look)} `.padEnd(16);
    const columns = Math.max(0, Math.min(36, room - label.length - 2));
    return [{ text: label, tone: 'dim' }, { text: sparkline(valuesOf(series, measure, columns), look.glyphs.spark), tone }, { text: '  ' }];
  });
  return spread([{ text: ' ' }, ...rates], width >= 110 ? [{ text: `${summary} `, tone: 'dim' }] : [], width);
}

/** Per second where something happens each second, else per minute. */
function rateText(perSecond: number | null, { count, texts }: Look): string {
  if (perSecond === null) return '-';
  if (perSecond >= 10) return `${count(perSecond)}${texts.perSecond}`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)}${texts.perSecond}`;
  return perSecond === 0 ? `0${texts.perSecond}` : `${Math.max(1, Math.round(perSecond * 60))}${texts.perMinute}`;
}

function tabsLine(state: WatchState, look: Look, width: number): Line {
  const { glyphs, texts } = look;
  const counts: Readonly<Record<string, number | undefined>> = {
    failures: (state.figures?.failed ?? 0) + (state.figures?.parked ?? 0),
    workers: state.figures?.workers.length,
  };
  const isNarrow = width < 72;
  const tabs = TABS.flatMap((tab, index): Line => {
    const count = counts[tab];
    const isOpen = tab === state.tab;
    const name = isNarrow && !isOpen ? cutText(texts.tabs[tab], 4, '') : texts.tabs[tab];
    const number = count === undefined || count === 0 ? '' : ` ${look.count(count)}`;
    return [
      { text: glyphs.horizontal, tone: 'dim' },
      { text: ` ${index + 1} ${name}${number} `, bold: isOpen, inverse: isOpen, ...(isOpen ? {} : { tone: 'dim' as const }) },
    ];
  });
  const used = tabs.reduce((sum, span) => sum + span.text.length, 0);
  return [...tabs, { text: glyphs.horizontal.repeat(Math.max(0, width - used)), tone: 'dim' }];
}

/** The one line of a very small screen: how the queue is and, where the body does not show them, its figures. */
function tinyLine(state: WatchState, look: Look, width: number): Line {
  const health = healthOf(state, look);
  const { figures } = state;
  const items: Item[] = [{ spans: [{ text: `${health.glyph} ${health.short}`, tone: health.tone, bold: true }], priority: 9 }];
  const ms = oldestAge(state);
  if (figures !== null) {
    if (openList(state) !== null) items.push({ spans: [{ text: tinyFigures(figures, look) }], priority: 8 });
    if (ms !== null) items.push({ spans: [{ text: age(ms).replaceAll(' ', ''), tone: 'dim' }], priority: 7 });
    items.push({ spans: [{ text: look.texts.workers(aliveWorkers(state), 0), tone: 'dim' }], priority: 2 });
  }
  return fitItems(items, width, 2);
}

function tinyFigures({ waiting, running, failed }: NonNullable<WatchState['figures']>, { count }: Look): string {
  return `${count(waiting)}/${count(running)}/${count(failed)}`;
}
