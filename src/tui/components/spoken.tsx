import { Box } from 'ink';
import type { ReactNode } from 'react';
import { JobGroup } from '../../domain/job.ts';
import { kindOf } from '../changes.ts';
import { age, aliveWorkers, healthOf, oldestAge } from '../health.ts';
import { layoutOf } from '../layout.ts';
import { COLUMNS, type ListId } from '../rows.ts';
import { openList, selectedIndex, shownRows, type WatchState } from '../state.ts';
import type { Look } from '../theme.ts';
import { Detail } from './detail.tsx';
import { Confirm, Hints, Status } from './footer.tsx';
import { STATES } from './queue-tab.tsx';
import { useLook, Words } from './words.tsx';

/** Ages change in steps of this size, so that a screen reader is not called every second without news. */
const AGE_STEP_MS = 60_000;
const ROWS_SPOKEN = 10;

/** The view as sentences in reading order, for screen readers: no charts, no columns, no ticking seconds. */
export function Spoken({ state }: { readonly state: WatchState }): ReactNode {
  const look = useLook();
  const { prompt, detail, setup, tab, size } = state;
  const id = openList(state);
  const sentences = [
    look.texts.spoken.view({ name: setup.name }),
    ...figureSentences(state, look),
    look.texts.spoken.tab({ name: look.texts.tabs[tab] }),
    ...(id === null ? [] : rowSentences(state, id, look)),
  ];
  return (
    <Box flexDirection="column">
      {sentences.map((sentence) => (
        <Words key={sentence}>{sentence}</Words>
      ))}
      {detail !== null && <Detail detail={detail} width={size.columns} offset={0} onLimit={undefined} />}
      {prompt?.kind === 'confirm' ? (
        <Confirm question={kindOf(prompt.change).question(prompt.change, state, look)} answers={look.texts.confirm.keys} />
      ) : (
        <Status state={state} />
      )}
      <Hints state={state} layout={layoutOf(state)} />
    </Box>
  );
}

function figureSentences(state: WatchState, look: Look): readonly string[] {
  const { figures } = state;
  const { count, labelOf, texts } = look;
  if (figures === null) return [texts.loading];
  const oldest = oldestAge(state);
  // Waiting jobs include delayed ones.
  const states = STATES.filter(({ word }) => word !== JobGroup.delayed);
  const health = state.connection.kind === 'lost' ? state.connection.reason : healthOf(state, look).word;
  return [
    `${figures.queue}: ${health}.`,
    `${states.map((state) => `${labelOf('jobStates', state.word)} ${count(state.count(figures))}`).join(', ')}.`,
    `${oldest === null ? texts.noneDue : texts.oldest({ age: age(Math.floor(oldest / AGE_STEP_MS) * AGE_STEP_MS) })}. ` +
      `${texts.workers({ alive: aliveWorkers(state), gone: figures.workers.length - aliveWorkers(state) })}.`,
  ];
}

function rowSentences(state: WatchState, id: ListId, look: Look): readonly string[] {
  const rows = shownRows(state, id);
  const list = state.lists[id];
  if (rows.length === 0) return [list.isLoaded || id === 'workers' ? look.texts.empty[id] : look.texts.loading];
  const { spoken } = look.texts;
  const selected = selectedIndex(rows, list.selected);
  const from = Math.max(0, Math.min(selected, rows.length - ROWS_SPOKEN));
  return rows.slice(from, from + ROWS_SPOKEN).map((row, offset) => {
    const cells = COLUMNS[id].flatMap((column) => {
      const text = row.cells[column.id]?.text ?? '';
      return text === '' ? [] : [`${look.titleOf(column.id).toLowerCase()} ${text}`];
    });
    const index = from + offset;
    const marks = [...(index === selected ? [spoken.selected] : []), ...(list.marked.has(row.key) ? [spoken.isMarked] : [])];
    return `${spoken.row({ index: index + 1, count: rows.length })}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}: ${cells.join(', ')}.`;
  });
}
