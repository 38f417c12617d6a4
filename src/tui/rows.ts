import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { fitColumns, tableWidth } from '../base/fit-columns.ts';
import { currentLanguage } from '../base/language.ts';
import { readNamedWord } from '../domain/fault.ts';
import { JobGroup, JobState } from '../domain/job.ts';
import { isAlive, type QueueSnapshot, type Worker } from '../domain/queue-status.ts';
import { say } from '../messages/messages.ts';
import { agoText } from '../presentation/ago.ts';
import type { ColumnName } from '../presentation/column-title.ts';
import { eventTypeLabel } from '../presentation/event-label.ts';
import { listedEventRecord } from '../presentation/event-record.ts';
import { faultOfJson } from '../presentation/fault-text.ts';
import { failedJobRecord } from '../presentation/job-record.ts';
import { type LabelSet, labelOf } from '../presentation/labels.ts';
import { leadRecord } from '../presentation/lead-record.ts';
import type { Fields } from '../presentation/record.ts';
import { cellWidth, cleanText } from './cell-text.ts';
import { numberOf, objectOf, textOf, timeOf } from './read-json.ts';
import type { FailureKind } from './source.ts';
import { STATUS_TONES, type Tone } from './theme.ts';

/** One column of a row; its text is clean. */
interface Cell {
  readonly text: string;
  /** The stored value if the text is its label: a filter may use either. */
  readonly word?: string;
  /** What the row is sorted by. Default: the text. */
  readonly order?: number;
  readonly tone?: Tone;
}

/** One row of a list, ready to show. */
export interface Row {
  /** Identifies the row while the list changes. */
  readonly key: string;
  readonly eventId: string | null;
  readonly cells: Readonly<Record<string, Cell>>;
  /** The group, if the row is a group of failures. */
  readonly kind?: FailureKind;
}

/** The lists of the view. The tab of failures has two: the groups, and the jobs of one. */
export type ListId = 'events' | 'groups' | 'jobs' | 'workers' | 'leads';

/** Reads a cell; times are relative to `now`. */
type Reader<Item> = (item: Item, now: number) => Cell;

interface Options {
  readonly align?: 'right';
  /** If the table does not fit, the column with the lowest priority is dropped first. Default: never dropped. */
  readonly priority?: number;
  /** Takes the remaining room; usually the last column of a list. */
  readonly grows?: true;
  /** Never narrower than this many cells. */
  readonly atLeast?: number;
}

interface Column<Item> extends Options {
  readonly id: ColumnName;
  readonly cell: Reader<Item>;
}

/** A column for a field of a record, formatted by the kind of the field; or a custom reader of the record. */
function columnsOf<All extends Fields<never, never>>({ fields }: { readonly fields: All }) {
  return (id: ColumnName, shows: (keyof All & string) | Reader<JsonObject>, options: Options = {}): Column<JsonObject> => ({
    id,
    cell: typeof shows === 'string' ? fieldReader(shows, fields[shows]?.kind.look) : shows,
    ...options,
  });
}

function fieldReader(key: string, look: string | undefined): Reader<JsonObject> {
  if (look === 'time') return (item, now) => momentCell(timeOf(item, key), now);
  if (look === 'number') return (item) => numberCell(numberOf(item, key));
  return (item) => wordCell(textOf(item, key));
}

type ListedWorker = Worker & { readonly isAlive: boolean };

const RIGHT = { align: 'right' } as const;
const event = columnsOf(listedEventRecord);
const job = columnsOf(failedJobRecord);
const lead = columnsOf(leadRecord);

/** The columns of each list, in order. Lists are initially sorted by the first column, descending. */
export const COLUMNS: Record<Exclude<ListId, 'workers'>, readonly Column<JsonObject>[]> & { workers: readonly Column<ListedWorker>[] } = {
  events: [
    event('event', 'evento_id', RIGHT),
    event('name', person, { priority: 7, grows: true, atLeast: 12 }),
    event('campaign', (item) => wordCell(textOf(objectOf(item, 'lead') ?? {}, 'campanha')), { priority: 4, atLeast: 10 }),
    event('type', type, { priority: 3, atLeast: 8 }),
    event('source', source, { priority: 2 }),
    event('state', (item) => labelCell('states', textOf(item, 'status'))),
    event('error', (item) => ({ ...labelCell('codes', textOf(item, 'erro_codigo')), tone: 'bad' }), { priority: 6, atLeast: 16 }),
    event('received', 'recebido_em', { priority: 5 }),
    event('resends', (item) => countCell(numberOf(item, 'reenvios'), numberOf(item, 'conflitos') > 0), { ...RIGHT, priority: 0 }),
    event('identity', (item) => erasedCell(item) ?? wordCell(textOf(item, 'identidade')), { priority: 1, atLeast: 12 }),
    event('message', fault, { priority: -1, grows: true, atLeast: 16 }),
  ],
  groups: [
    job('jobs', (group) => numberCell(numberOf(group, 'total')), RIGHT),
    job('error', (group) => labelCell('codes', textOf(group, 'erro_codigo')), { atLeast: 8 }),
    job('state', ({ estacionado }) => failureCell(estacionado === true), { priority: 3 }),
    // A service of an older version does not report it.
    job('errorNames', (group) => wordCell(readNamedWord(textOf(group, 'erro_alvo'))), { priority: 4, atLeast: 8 }),
    job('when', ofNewest(failedAt), { priority: 2 }),
    job('message', ofNewest(fault), { priority: 1, grows: true, atLeast: 16 }),
  ],
  jobs: [
    job('job', 'job_id', RIGHT),
    job('event', subject, { ...RIGHT, priority: 5 }),
    job('when', failedAt, { priority: 6 }),
    job('state', (item) => failureCell(isParked(item)), { priority: -1 }),
    job('source', source, { priority: 4 }),
    job('type', type, { priority: 2, atLeast: 8 }),
    job('tries', 'tentativas', { ...RIGHT, priority: 1 }),
    job('error', reason, { priority: 0, atLeast: 16 }),
    job('message', fault, { priority: 3, grows: true, atLeast: 16 }),
  ],
  workers: [
    { id: 'worker', cell: (worker) => wordCell(worker.id), grows: true, atLeast: 10 },
    { id: 'host', cell: ({ host }) => wordCell(host), priority: 2, atLeast: 8 },
    { id: 'pid', cell: ({ pid }) => numberCell(pid), ...RIGHT, priority: 3 },
    { id: 'state', cell: ({ isAlive }) => workerState(isAlive) },
    { id: 'silent', cell: ({ seenAt }, now) => silenceCell(seenAt, now), ...RIGHT, priority: 7 },
    { id: 'started', cell: ({ startedAt }, now) => momentCell(startedAt, now), priority: 4 },
    { id: 'version', cell: ({ version }) => wordCell(version), priority: 1 },
    { id: 'done', cell: ({ processed }) => numberCell(processed), ...RIGHT, priority: 6 },
    { id: 'failed', cell: ({ failed }) => ({ ...numberCell(failed), ...(failed > 0 ? { tone: 'bad' } : {}) }), ...RIGHT, priority: 5 },
  ],
  leads: [
    lead('lead', 'lead_id', RIGHT),
    lead('name', (item) => erasedCell(item) ?? wordCell(textOf(item, 'nome')), { atLeast: 12 }),
    lead('email', 'email', { priority: 5, grows: true, atLeast: 14 }),
    lead('phone', 'telefone_e164', { priority: 4 }),
    lead('campaign', 'campanha', { priority: 4, atLeast: 12 }),
    lead('client', 'cliente', { priority: 3, atLeast: 10 }),
    lead('source', source, { priority: 2 }),
    lead('conv', conversions, { ...RIGHT, priority: 1 }),
    lead('submitted', 'enviado_em', { priority: 6 }),
  ],
};

/** The person, masked: the name, otherwise the contact data, otherwise the external id. */
function person(item: JsonObject): Cell {
  const { nome, email, telefone } = objectOf(item, 'lead') ?? {};
  const name = [nome, email, telefone].find((value) => typeof value === 'string');
  return typeof name === 'string' ? wordCell(name) : (erasedCell(item) ?? { ...wordCell(textOf(item, 'identidade')), tone: 'dim' });
}

/** For a lead or an event of an erased person, whose external ID only stands for it. */
function erasedCell(item: JsonObject): Cell | undefined {
  return timeOf(item, 'apagado_em') === null ? undefined : { text: say((m) => m.people.erased), tone: 'dim' };
}

/** The label of its type; filters also find the stored type. */
function type(item: JsonObject): Cell {
  const word = textOf(item, 'event_type');
  return { text: cleanText(say((m) => eventTypeLabel(m, word))), word: cleanText(word) };
}

function source(item: JsonObject): Cell {
  return labelCell('origins', textOf(item, 'origem'));
}

function fault(item: JsonObject): Cell {
  return { text: cleanText(faultOfJson(item)) };
}

/** The subject of a job: the conversion it sends, or its event. */
function subject(item: JsonObject): Cell {
  const conversion = wordCell(textOf(item, 'conversao_id'));
  return conversion.text === '' ? wordCell(textOf(item, 'evento_id')) : { ...conversion, text: `conv ${conversion.text}` };
}

function isParked(item: JsonObject): boolean {
  return textOf(item, 'estado') === JobState.pending;
}

function failedAt(item: JsonObject, now: number): Cell {
  return momentCell(timeOf(item, isParked(item) ? 'criado_em' : 'finalizado_em'), now);
}

function reason(item: JsonObject): Cell {
  return labelCell('codes', textOf(item, isParked(item) && textOf(item, 'erro_codigo') === '' ? 'motivo_espera' : 'erro_codigo'));
}

/** A group shows its newest job. */
function ofNewest(cell: Reader<JsonObject>): Reader<JsonObject> {
  return (group, now) => cell(objectOf(group, 'mais_recente') ?? {}, now);
}

function conversions(item: JsonObject): Cell {
  return item['teste'] === true ? { text: say((m) => m.terminal.testLead), order: 0 } : countCell(numberOf(item, 'conversoes'), false);
}

function momentCell(at: number | null, now: number): Cell {
  return { text: at === null ? '' : agoText(at, now, currentLanguage()), order: at ?? 0 };
}

/** How long a worker has been silent, in whole seconds. */
function silenceCell(seenAt: number, now: number): Cell {
  const ms = Math.max(0, now - seenAt);
  return { text: ms < 1_000 ? '0 s' : formatDuration(ms), order: -ms };
}

function workerState(isAlive: boolean): Cell {
  return { ...labelCell('workerStates', isAlive ? 'alive' : 'gone'), tone: isAlive ? 'ok' : 'bad' };
}

function numberCell(value: number): Cell {
  return { text: String(value), order: value };
}

/** Zero is left blank. */
function countCell(value: number, isBad: boolean): Cell {
  return { text: value === 0 ? '' : String(value), order: value, ...(isBad ? { tone: 'warn' } : {}) };
}

/** Ids sort numerically. */
function wordCell(word: string): Cell {
  const text = cleanText(word);
  return /^\d+$/.test(text) ? { text, order: Number(text) } : { text };
}

function failureCell(parked: boolean): Cell {
  return labelCell('jobStates', parked ? JobGroup.parked : JobState.failed);
}

function labelCell(set: Exclude<LabelSet, 'fields'>, word: string): Cell {
  const tone = STATUS_TONES[word];
  return { text: cleanText(say((m) => labelOf(m, set, word))), word: cleanText(word), ...(tone === undefined ? {} : { tone }) };
}

function cellsOf<Item>(columns: readonly Column<Item>[], item: Item, now: number): Row['cells'] {
  return Object.fromEntries(columns.map((column) => [column.id, column.cell(item, now)]));
}

/** The field with the id of each record. */
const KEYS = { events: 'evento_id', jobs: 'job_id', leads: 'lead_id' } as const;

/** A row for an event, a failed job or a lead. */
export function recordRow(list: keyof typeof KEYS, json: JsonObject, now: number): Row {
  return { key: textOf(json, KEYS[list]), eventId: textOf(json, 'evento_id'), cells: cellsOf(COLUMNS[list], json, now) };
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
  // Without a code, it would mean the jobs of all codes.
  if (code === '') return { ...row, cells: { ...cells, error: { text: older, tone: 'dim' } } };
  return { ...row, cells, kind: { parked, errorCode: code, ...(target === '' ? {} : { named }) } };
}

export function workerRows(figures: QueueSnapshot, now: number): readonly Row[] {
  return figures.workers.map((worker) => {
    const listed = { ...worker, isAlive: isAlive(worker, figures.at) };
    return { key: worker.id, eventId: null, cells: cellsOf(COLUMNS.workers, listed, now) };
  });
}

/** A column as drawn. */
export interface SizedColumn {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly align: 'right' | undefined;
}

/** Cells between two columns. */
export const GAP = 2;
/** A single long cell does not widen a column beyond this, unless there is room left. */
const WIDEST = 28;

/** The columns of a list, sized by their content to fit the width. */
export function sizeColumns(
  list: ListId,
  rows: readonly Row[],
  titleOf: (id: ColumnName) => string,
  width: number,
): readonly SizedColumn[] {
  const natural = COLUMNS[list].map((column: Column<never>) => {
    const title = titleOf(column.id);
    const longest = Math.max(cellWidth(title), ...rows.map((row) => cellWidth(row.cells[column.id]?.text ?? '')));
    const wanted = column.grows === true ? longest : Math.min(WIDEST, longest);
    const { id: name, align, grows = false, priority, atLeast = wanted } = column;
    return { id: name, title, align, grows, priority, width: wanted, narrowest: Math.min(wanted, atLeast) };
  });
  const fitted = fitColumns(natural, width, GAP);
  const left = roomBeside(fitted, width);
  const grown = fitted.findLastIndex(({ grows }) => grows);
  return fitted.map((column, index) => (index === grown ? { ...column, width: column.width + left } : column));
}

/** The cells that these columns leave free. */
export function roomBeside(columns: readonly Pick<SizedColumn, 'width'>[], width: number): number {
  const widths = columns.map((column) => column.width);
  return Math.max(0, width - tableWidth(widths, GAP));
}
