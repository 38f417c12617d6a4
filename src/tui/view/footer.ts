import type { Layout } from '../layout.ts';
import { fullTime } from '../local-clock.ts';
import type { Look } from '../look.ts';
import { cutLine, EMPTY_LINE, fitItems, type Item, type Line, lineWidth } from '../spans.ts';
import { type Change, openList, shownRows, type WatchState } from '../state.ts';

/** The last lines: what is asked, what happened or what is shown; and the keys, which are always visible. */
export function footerLines(state: WatchState, layout: Layout, look: Look): readonly Line[] {
  const width = layout.width - 1;
  const { line: status, isQuestionAlone } = statusLineIn(state, layout, look);
  const hints: Line = isQuestionAlone ? [{ text: ` ${look.texts.confirm.keys}`, bold: true }] : hintLine(state, layout, look);
  const lines = layout.footerLines === 2 ? [status ?? summaryLine(state, look), hints] : [status ?? hints];
  return lines.map((line) => cutLine(line, width, look.glyphs.cut));
}

/** A question that has no room for the keys that answer it leaves them to the line below, whole. */
function statusLineIn(
  state: WatchState,
  layout: Layout,
  look: Look,
): { readonly line: Line | undefined; readonly isQuestionAlone: boolean } {
  const line = statusLine(state, look);
  const isQuestion = state.prompt?.kind === 'confirm' && line !== undefined;
  const isQuestionAlone = isQuestion && (layout.density !== 'tall' || lineWidth(line) > layout.width - 1);
  return { line: isQuestionAlone ? line.slice(0, 1) : line, isQuestionAlone };
}

/** What wants to be read now; undefined when there is nothing. */
function statusLine(state: WatchState, look: Look): Line | undefined {
  const { prompt, notice, connection, figures, isBusy } = state;
  const { texts, glyphs } = look;
  if (prompt?.kind === 'confirm') {
    return [
      { text: ` ${questionOf(prompt.change, state, look)} `, tone: 'warn', bold: true, inverse: true },
      { text: `  ${texts.confirm.keys}`, bold: true },
    ];
  }
  if (prompt?.kind === 'filter') return filterLine(prompt.text, prompt.problem, look);
  if (isBusy) return [{ text: ` ${texts.working}`, tone: 'dim' }];
  if (notice !== null) return [{ text: ` ${notice.text}`, tone: notice.isBad ? 'bad' : 'ok', bold: true }];
  if (connection.kind !== 'lost') return undefined;
  const text = figures === null ? connection.reason : texts.stale(fullTime(figures.at), connection.reason);
  return [{ text: ` ${glyphs.lost} ${text}`, tone: 'bad', bold: true }];
}

function filterLine(text: string, problem: string | null, { texts }: Look): Line {
  return [
    { text: ` ${texts.filterPrompt}`, bold: true },
    { text: text, tone: 'accent' },
    { text: ' ', inverse: true },
    problem === null ? { text: `   ${texts.filterHelp}`, tone: 'dim' } : { text: `   ${problem}`, tone: 'bad' },
  ];
}

/** The question names the number, or the one thing it is about. */
function questionOf(change: Change, { figures }: WatchState, { texts, count }: Look): string {
  switch (change.verb) {
    case 'retryJobs':
    case 'forget':
      return texts.confirm[change.verb](texts.jobs(count(change.count), change.count === 1));
    case 'retryEvents': {
      const [id] = change.ids;
      const isOne = change.ids.length === 1;
      return texts.confirm.retryEvents(texts.events(count(change.ids.length), isOne) + (isOne ? ` (${id})` : ''));
    }
    case 'pause':
      return texts.confirm.pause;
    case 'resume':
      return texts.confirm.resume(texts.jobs(count(figures?.waiting ?? 0), figures?.waiting === 1));
    case 'reveal':
      return texts.confirm.reveal(change.eventId);
  }
}

/** How much of the list is shown, and by which filter. */
function summaryLine(state: WatchState, { texts, count }: Look): Line {
  const id = openList(state);
  if (id === null) return EMPTY_LINE;
  const list = state.lists[id];
  const parts = [
    texts.rows(count(shownRows(state, id).length), list.hasMore),
    ...(list.marked.size > 0 ? [texts.marked(list.marked.size)] : []),
    ...(list.filter.text === '' ? [] : [texts.filterShown(list.filter.text)]),
    ...(list.searched !== null && list.hasMore ? [texts.searched(count(list.searched))] : []),
    ...(id !== 'jobs' || state.group === null
      ? []
      : [`${state.group.parked ? 'estacionado' : 'falhou'} ${state.group.errorCode ?? ''} ${state.group.named ?? ''}`.trimEnd()]),
  ];
  return [{ text: ` ${parts.join('   ')}`, tone: 'dim' }];
}

function hintLine(state: WatchState, layout: Layout, look: Look): Line {
  const items = hintsOf(state, layout, look).map(([text, priority]): Item => {
    const [key = '', ...rest] = text.split(' ');
    const keys = /^[jk]$/.test(key) ? `${key} ${rest.shift() ?? ''}` : key;
    return {
      priority,
      spans: [
        { text: keys, bold: true, tone: 'accent' },
        { text: ` ${rest.join(' ')}`, tone: 'dim' },
      ],
    };
  });
  const indent = layout.density === 'tiny' ? '' : ' ';
  return [{ text: indent }, ...fitItems(items, layout.width - 1 - indent.length, layout.density === 'tiny' ? 1 : 2)];
}

type Hint = readonly [text: string, priority: number];

function hintsOf(state: WatchState, layout: Layout, { texts: { hints } }: Look): readonly Hint[] {
  const id = openList(state);
  const changes: Hint[] = state.setup.readonly ? [] : changeHints(state, hints);
  const always: Hint[] = [
    [hints.help, 10],
    [hints.quit, 9],
  ];
  if (state.isHelpOpen) return [[hints.scroll, 8], [hints.close, 9], ...always];
  if (layout.detail.place === 'full') return [[hints.scroll, 8], [hints.close, 9], ...changes, ...always];
  if (state.detail !== null) return [[hints.move, 3], [hints.full, 6], [hints.close, 8], ...changes, ...always];
  if (id === null) return [[hints.tabs, 8], [hints.freeze, 3], ...changes, ...always];
  const opens: Hint[] = id === 'workers' ? [] : [[hints.detail, 7]];
  const marks: Hint[] = changes.length > 1 ? [[hints.mark, 2]] : [];
  const back: Hint[] = state.group === null && state.lists[id].filter.text === '' ? [] : [[hints.close, 8]];
  return [[hints.tabs, 4], ...opens, ...back, [hints.filter, 6], [hints.sort, 1], ...marks, ...changes, [hints.freeze, 0], ...always];
}

function changeHints(state: WatchState, hints: Look['texts']['hints']): Hint[] {
  const id = openList(state);
  const isPaused = state.figures !== null && state.figures.pausedAt !== null;
  return [
    ...(id === 'events' || id === 'groups' || id === 'jobs' ? [[hints.retry, 5] as const] : []),
    ...(id === 'groups' || id === 'jobs' ? [[hints.forget, 3] as const] : []),
    ...(state.detail === null ? [] : [[hints.reveal, 4] as const]),
    [isPaused ? hints.resume : hints.pause, 2],
  ];
}
