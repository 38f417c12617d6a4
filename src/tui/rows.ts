import type { JsonObject } from '../base/exact-json.ts';
import { readNamedWord } from '../domain/fault-target.ts';
import { JobGroup, JobState } from '../domain/job.ts';
import { isAlive, type QueueSnapshot } from '../domain/queue-status.ts';
import { COLUMNS, cellsOf } from './columns.ts';
import { objectOf, textOf } from './read-json.ts';
import type { FailureKind } from './source.ts';
import type { Tone } from './theme.ts';

/** What stands in one column of a row; its text is clean. */
export interface Cell {
  readonly text: string;
  /** What the row is sorted by; left out: the text. */
  readonly order?: number;
  readonly tone?: Tone;
}

/** One row of a list, ready to show. */
export interface Row {
  /** Names the row while the list changes around it. */
  readonly key: string;
  /** The event whose way the row opens. */
  readonly eventId: string | null;
  readonly cells: Readonly<Record<string, Cell>>;
  /** For a group of failures: which. */
  readonly kind?: FailureKind;
}

/** A row of events, of failed jobs or of leads, which are named by the field `key`. */
function recordRow(list: 'events' | 'jobs' | 'leads', key: string, json: JsonObject, now: number): Row {
  return { key: textOf(json, key), eventId: textOf(json, 'evento_id'), cells: cellsOf(COLUMNS[list], json, now) };
}

export function eventRow(json: JsonObject, now: number): Row {
  return recordRow('events', 'evento_id', json, now);
}

export function failedJobRow(json: JsonObject, now: number): Row {
  return recordRow('jobs', 'job_id', json, now);
}

export function leadRow(json: JsonObject, now: number): Row {
  return recordRow('leads', 'lead_id', json, now);
}

export function failureGroupRow(json: JsonObject, now: number, older: string): Row {
  const newest = objectOf(json, 'mais_recente');
  const parked = json[JobGroup.parked] === true;
  const code = textOf(json, 'erro_codigo');
  const target = textOf(json, 'erro_alvo');
  const named = readNamedWord(target);
  const cells = cellsOf(COLUMNS.groups, json, now);
  const row = {
    key: `${parked ? JobGroup.parked : JobState.failed} ${code} ${named}`,
    eventId: newest === null ? null : textOf(newest, 'evento_id'),
  };
  // Without a code it would mean the jobs of every code.
  if (code === '') return { ...row, cells: { ...cells, erro: { text: older, tone: 'dim' } } };
  return { ...row, cells, kind: { parked, errorCode: code, ...(target === '' ? {} : { named }) } };
}

/** The workers as rows; their words for alive and gone come from the language of the screen. */
export function workerRows(figures: QueueSnapshot, now: number, words: { readonly alive: string; readonly gone: string }): readonly Row[] {
  return figures.workers.map((worker) => {
    const alive = isAlive(worker, figures.at);
    const listed = { ...worker, isAlive: alive, word: alive ? words.alive : words.gone };
    return { key: worker.id, eventId: null, cells: cellsOf(COLUMNS.workers, listed, now) };
  });
}
