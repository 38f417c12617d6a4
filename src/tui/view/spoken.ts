import { COLUMNS } from '../columns.ts';
import { age, aliveWorkers, healthOf, oldestAge } from '../health.ts';
import { layoutOf } from '../layout.ts';
import type { Look } from '../look.ts';
import { type Line, plainText } from '../spans.ts';
import { openList, selectedIndex, shownRows, type WatchState } from '../state.ts';
import { detailLines } from './detail.ts';
import { footerLines } from './footer.ts';

/** A reader hears ages in steps of this, so that it is not called again every second for nothing new. */
const AGE_STEP_MS = 60_000;
const ROWS_SPOKEN = 10;

/** The view as sentences in reading order, for screen readers: no picture, no column, no second that ticks. */
export function spokenLines(state: WatchState, look: Look): readonly Line[] {
  const id = openList(state);
  const sentences = [
    look.texts.spoken.view(state.setup.name),
    ...figureSentences(state, look),
    look.texts.spoken.tab(look.texts.tabs[state.tab]),
  ];
  const body = id === null ? [] : rowSentences(state, look);
  const layout = layoutOf(state);
  const detail = state.detail === null ? [] : detailLines(state.detail, { width: state.size.columns, lines: 40 }, look).map(plainText);
  const footer = footerLines(state, { ...layout, footerLines: 2 }, look).map(plainText);
  return [...sentences, ...body, ...detail, ...footer]
    .filter((text) => text.trim() !== '')
    .map((text) => look.finish([{ text: text.trim() }]));
}

function figureSentences(state: WatchState, look: Look): readonly string[] {
  const { figures } = state;
  const { count, texts } = look;
  if (figures === null) return [texts.loading];
  const oldest = oldestAge(state);
  const health = state.connection.kind === 'lost' ? state.connection.reason : healthOf(state, look).word;
  return [
    `${figures.queue}: ${health}.`,
    `pendente ${count(figures.waiting)}, processando ${count(figures.running)}, falhou ${count(figures.failed)}, ` +
      `concluido ${count(figures.finished)}, estacionado ${count(figures.parked)}.`,
    `${oldest === null ? texts.noneDue : texts.oldest(age(Math.floor(oldest / AGE_STEP_MS) * AGE_STEP_MS))}. ` +
      `${texts.workers(aliveWorkers(state), figures.workers.length - aliveWorkers(state))}.`,
  ];
}

function rowSentences(state: WatchState, look: Look): readonly string[] {
  const id = openList(state);
  if (id === null) return [];
  const rows = shownRows(state, id);
  const list = state.lists[id];
  if (rows.length === 0) return [list.isLoaded || id === 'workers' ? look.texts.empty[id] : look.texts.loading];
  const { spoken, columns } = look.texts;
  const selected = selectedIndex(rows, list.selected);
  const from = Math.max(0, Math.min(selected, rows.length - ROWS_SPOKEN));
  return rows.slice(from, from + ROWS_SPOKEN).map((row, offset) => {
    const cells = COLUMNS[id].flatMap((column) => {
      const text = row.cells[column.id]?.text ?? '';
      return text === '' ? [] : [`${(columns[column.id] ?? column.id).toLowerCase()} ${text}`];
    });
    const index = from + offset;
    const marks = [...(index === selected ? [spoken.selected] : []), ...(list.marked.has(row.key) ? [spoken.isMarked] : [])];
    return `${spoken.row(index + 1, rows.length)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}: ${cells.join(', ')}.`;
  });
}
