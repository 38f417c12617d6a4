import { openList, type Size, type WatchState } from './state.ts';

/** `tiny`: the essential figures; `low`: without rates; `tall`: everything; `large`: more next to each other. */
type Density = 'tiny' | 'low' | 'tall' | 'large';

/** What fits on a screen of this size. Ink does the layout; the number of rows and the size of a page are decided here. */
export interface Layout {
  readonly density: Density;
  readonly width: number;
  readonly bodyLines: number;
  readonly footerLines: number;
  readonly list: { readonly width: number; readonly lines: number; readonly hasTitles: boolean };
  readonly detail: { readonly place: 'none' | 'side' | 'below' | 'full'; readonly width: number; readonly lines: number };
}

/** What a part of the screen shows, and the room that all parts have. */
export interface PartProps {
  readonly state: WatchState;
  readonly layout: Layout;
}

/** From these sizes, the detail is beside or below the list instead of replacing it. */
const SIDE_COLUMNS = 110;
const BELOW_LINES = 16;
/** Cells of the rule between the list and the detail beside it. */
export const SIDE_RULE = 2;

/** The layout for a screen of this size. */
export function layoutOf(state: WatchState): Layout {
  const density = densityOf(state.size);
  // A confirmation needs its own line and one for its answer keys.
  const footerLines = density === 'tall' || density === 'large' || state.prompt?.kind === 'confirm' ? 2 : 1;
  const headerLines = { tiny: 1, low: 3, tall: 4, large: 4 }[density];
  const width = Math.max(1, state.size.columns);
  const bodyLines = Math.max(0, state.size.rows - headerLines - footerLines);
  const detail = placeDetail(state, width, bodyLines);
  const listLines = detail.place === 'below' ? bodyLines - detail.lines - 1 : bodyLines;
  const hasTitles = openList(state) !== null && listLines >= 3;
  return {
    density,
    width,
    bodyLines,
    footerLines,
    detail,
    list: {
      width: detail.place === 'side' ? width - detail.width - SIDE_RULE : width,
      lines: Math.max(0, hasTitles ? listLines - 1 : listLines),
      hasTitles,
    },
  };
}

function densityOf({ columns, rows }: Size): Density {
  if (rows < 10 || columns < 50) return 'tiny';
  if (rows < 18 || columns < 72) return 'low';
  return rows < 40 || columns < 160 ? 'tall' : 'large';
}

function placeDetail({ detail }: WatchState, width: number, bodyLines: number): Layout['detail'] {
  if (detail === null) return { place: 'none', width: 0, lines: 0 };
  if (!detail.isFull && width >= SIDE_COLUMNS) return { place: 'side', width: Math.floor(width * 0.45), lines: bodyLines };
  if (!detail.isFull && bodyLines >= BELOW_LINES) return { place: 'below', width, lines: Math.floor(bodyLines / 2) };
  return { place: 'full', width, lines: bodyLines };
}

/** The full-screen content that the movement keys scroll; `null` if they move through the list. */
export function whatScrolls(state: WatchState): string | null {
  if (state.isHelpOpen) return 'help';
  return layoutOf(state).detail.place === 'full' ? `event ${state.detail?.eventId}` : null;
}
