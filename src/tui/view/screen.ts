import { type Layout, layoutOf } from '../layout.ts';
import type { Look } from '../look.ts';
import { cutLine, EMPTY_LINE, type Line, padLine } from '../spans.ts';
import { openList, type WatchState } from '../state.ts';
import { detailLines } from './detail.ts';
import { footerLines } from './footer.ts';
import { headerLines } from './header.ts';
import { helpLines } from './help.ts';
import { queueTabLines } from './queue-tab.ts';
import { tableLines } from './table.ts';

/** Below this size there is nothing to be read. */
const FEWEST_COLUMNS = 12;
const FEWEST_ROWS = 3;

/** The whole screen: as many lines as it has rows, none wider than it is. */
export function screenLines(state: WatchState, look: Look): readonly Line[] {
  const { columns, rows } = state.size;
  if (columns < FEWEST_COLUMNS || rows < FEWEST_ROWS) {
    return [cutLine([{ text: look.texts.tooSmall }], Math.max(0, columns - 1), '')].map(look.finish);
  }
  const layout = layoutOf(state);
  const body = state.isHelpOpen ? helpLines(state.helpScroll, layout, look) : bodyLines(state, layout, look);
  const filled = [...body.slice(0, layout.bodyLines), ...Array<Line>(Math.max(0, layout.bodyLines - body.length)).fill(EMPTY_LINE)];
  return [...headerLines(state, layout, look), ...filled, ...footerLines(state, layout, look)].map(look.finish);
}

function bodyLines(state: WatchState, layout: Layout, look: Look): readonly Line[] {
  const { detail } = state;
  const list = listLines(state, layout, look);
  if (detail === null) return list;
  const pane = detailLines(detail, layout.detail, look);
  if (layout.detail.place === 'full') return pane;
  if (layout.detail.place === 'side') return beside(list, pane, layout, look);
  const above = [...list, ...Array<Line>(Math.max(0, layout.bodyLines - layout.detail.lines - 1 - list.length)).fill(EMPTY_LINE)];
  return [...above, [{ text: look.glyphs.horizontal.repeat(layout.width), tone: 'dim' }], ...pane];
}

function listLines(state: WatchState, layout: Layout, look: Look): readonly Line[] {
  const id = openList(state);
  return id === null ? queueTabLines(state, layout, look) : tableLines(state, id, layout, look);
}

function beside(left: readonly Line[], right: readonly Line[], layout: Layout, { glyphs }: Look): readonly Line[] {
  return Array.from(
    { length: layout.bodyLines },
    (_, row): Line => [
      ...padLine(left[row] ?? EMPTY_LINE, layout.list.width, glyphs.cut),
      { text: `${glyphs.vertical} `, tone: 'dim' },
      ...cutLine(right[row] ?? EMPTY_LINE, layout.detail.width, glyphs.cut),
    ],
  );
}
