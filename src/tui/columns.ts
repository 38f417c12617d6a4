import type { JsonObject } from '../base/exact-json.ts';
import { fitColumns, tableWidth } from '../base/fit-columns.ts';
import { readNamedWord } from '../domain/fault-target.ts';
import { JobGroup, JobState } from '../domain/job.ts';
import type { Worker } from '../domain/queue-status.ts';
import { faultOfJson } from '../presentation/fault-text.ts';
import { cellWidth, cleanText } from './cell-text.ts';
import { shortTime } from './local-clock.ts';
import { numberOf, objectOf, textOf, timeOf } from './read-json.ts';
import type { Cell, Row } from './rows.ts';
import { STATUS_TONES } from './theme.ts';

/** A list of the view. The tab of failures has two: the groups, and the jobs of one. */
export type ListId = 'events' | 'groups' | 'jobs' | 'workers' | 'leads';

/** Reads a cell; times are told as seen from `now`. */
type Reader<Item> = (item: Item, now: number) => Cell;

interface Column<Item> {
  /** Its title is under this name in the texts, and a filter may name it. */
  readonly id: string;
  readonly cell: Reader<Item>;
  readonly align?: 'right';
  /** Where the table does not fit, the column with the lowest priority is left out first; left out: it always stays. */
  readonly priority?: number;
  /** Takes the room that is left; the last one of a list does. */
  readonly grows?: true;
  /** Never narrower than this many cells. */
  readonly atLeast?: number;
}

/** A worker as its row tells it. */
type ListedWorker = Worker & { readonly isAlive: boolean; readonly word: string };

const RIGHT = { align: 'right' } as const;

/** The columns of each list, in order. The first one is what a list is sorted by at first, the highest on top. */
export const COLUMNS = {
  events: [
    { id: 'evento', cell: id('evento_id'), ...RIGHT },
    { id: 'recebido', cell: time('recebido_em'), priority: 6 },
    { id: 'status', cell: (event) => statusCell(textOf(event, 'status')) },
    { id: 'origem', cell: text('origem'), priority: 4 },
    { id: 'tipo', cell: text('event_type'), priority: 2, atLeast: 8 },
    { id: 'identidade', cell: text('identidade'), priority: 5, grows: true, atLeast: 14 },
    { id: 'erro', cell: (event) => ({ text: cleanText(textOf(event, 'erro_codigo')), tone: 'bad' }), priority: 7, atLeast: 16 },
    { id: 'lead', cell: id('lead_id'), ...RIGHT, priority: 3 },
    { id: 'reenvios', cell: (event) => countCell(numberOf(event, 'reenvios'), numberOf(event, 'conflitos') > 0), ...RIGHT, priority: 1 },
    { id: 'mensagem', cell: fault, priority: 0, grows: true, atLeast: 16 },
  ],
  groups: [
    { id: 'total', cell: (group) => numberCell(numberOf(group, 'total')), ...RIGHT },
    { id: 'erro', cell: text('erro_codigo'), atLeast: 8 },
    // A service of an older version does not tell.
    { id: 'alvo', cell: (group) => ({ text: cleanText(readNamedWord(textOf(group, 'erro_alvo'))) }), priority: 4, atLeast: 8 },
    { id: 'status', cell: ({ estacionado }) => failureCell(estacionado === true), priority: 3 },
    { id: 'quando', cell: ofNewest(failedAt), priority: 2 },
    { id: 'mensagem', cell: ofNewest(fault), priority: 1, grows: true, atLeast: 16 },
  ],
  jobs: [
    { id: 'job', cell: id('job_id'), ...RIGHT },
    { id: 'evento', cell: subject, ...RIGHT, priority: 5 },
    { id: 'quando', cell: failedAt, priority: 6 },
    { id: 'status', cell: (job) => failureCell(isParked(job)), priority: -1 },
    { id: 'origem', cell: text('origem'), priority: 4 },
    { id: 'tipo', cell: text('event_type'), priority: 2, atLeast: 8 },
    { id: 'tentativas', cell: (job) => numberCell(numberOf(job, 'tentativas')), ...RIGHT, priority: 1 },
    { id: 'erro', cell: reason, priority: 0, atLeast: 16 },
    { id: 'mensagem', cell: fault, priority: 3, grows: true, atLeast: 16 },
  ],
  workers: [
    { id: 'status', cell: ({ isAlive, word }) => ({ text: word, tone: isAlive ? 'ok' : 'bad' }) },
    { id: 'trabalhador', cell: (worker) => ({ text: cleanText(worker.id) }), grows: true, atLeast: 10 },
    { id: 'host', cell: ({ host }) => ({ text: cleanText(host) }), priority: 2, atLeast: 8 },
    { id: 'pid', cell: ({ pid }) => numberCell(pid), ...RIGHT, priority: 3 },
    { id: 'versao', cell: ({ version }) => ({ text: cleanText(version) }), priority: 1 },
    { id: 'desde', cell: ({ startedAt }, now) => momentCell(startedAt, now), priority: 4 },
    { id: 'visto', cell: ({ seenAt }, now) => momentCell(seenAt, now), priority: 7 },
    { id: 'processados', cell: ({ processed }) => numberCell(processed), ...RIGHT, priority: 6 },
    { id: 'falhas', cell: ({ failed }) => ({ ...numberCell(failed), ...(failed > 0 ? { tone: 'bad' } : {}) }), ...RIGHT, priority: 5 },
  ],
  leads: [
    { id: 'lead', cell: id('lead_id'), ...RIGHT },
    { id: 'enviado', cell: time('enviado_em'), priority: 6 },
    { id: 'criado', cell: time('criado_em'), priority: 2 },
    { id: 'origem', cell: text('origem'), priority: 2 },
    { id: 'cliente', cell: text('cliente'), priority: 3, atLeast: 10 },
    { id: 'campanha', cell: text('campanha'), priority: 4, atLeast: 12 },
    { id: 'nome', cell: text('nome'), atLeast: 12 },
    { id: 'email', cell: text('email'), priority: 5, grows: true, atLeast: 14 },
    { id: 'telefone', cell: text('telefone_e164'), priority: 4 },
    { id: 'conversoes', cell: conversions, ...RIGHT, priority: 1 },
  ],
} as const satisfies Record<Exclude<ListId, 'workers'>, readonly Column<JsonObject>[]> & { workers: readonly Column<ListedWorker>[] };

/** What stands in the columns of a list. */
export function cellsOf<Item>(columns: readonly Column<Item>[], item: Item, now: number): Row['cells'] {
  return Object.fromEntries(columns.map((column) => [column.id, column.cell(item, now)]));
}

function text(key: string): Reader<JsonObject> {
  return (item) => ({ text: cleanText(textOf(item, key)) });
}

/** Ids are sorted by their number. */
function id(key: string): Reader<JsonObject> {
  return (item) => {
    const name = cleanText(textOf(item, key));
    return /^\d+$/.test(name) ? { text: name, order: Number(name) } : { text: name };
  };
}

function time(key: string): Reader<JsonObject> {
  return (item, now) => momentCell(timeOf(item, key), now);
}

/** Why it failed, in the language of the person: both sources speak English. */
function fault(item: JsonObject): Cell {
  return { text: cleanText(faultOfJson(item)) };
}

/** What a job is about: the conversion it sends, or its event. */
function subject(job: JsonObject, now: number): Cell {
  const conversion = id('conversao_id')(job, now);
  return conversion.text === '' ? id('evento_id')(job, now) : { ...conversion, text: `conv ${conversion.text}` };
}

function isParked(job: JsonObject): boolean {
  return textOf(job, 'estado') === JobState.pending;
}

function failedAt(job: JsonObject, now: number): Cell {
  return momentCell(timeOf(job, isParked(job) ? 'criado_em' : 'finalizado_em'), now);
}

function reason(job: JsonObject, now: number): Cell {
  return text(isParked(job) && textOf(job, 'erro_codigo') === '' ? 'motivo_espera' : 'erro_codigo')(job, now);
}

/** A group is told by its newest job. */
function ofNewest(cell: Reader<JsonObject>): Reader<JsonObject> {
  return (group, now) => cell(objectOf(group, 'mais_recente') ?? {}, now);
}

function conversions(lead: JsonObject): Cell {
  return lead['teste'] === true ? { text: 'teste', order: 0 } : countCell(numberOf(lead, 'conversoes'), false);
}

function momentCell(at: number | null, now: number): Cell {
  return { text: shortTime(at, now), order: at ?? 0 };
}

function numberCell(value: number): Cell {
  return { text: String(value), order: value };
}

/** None at all is left blank. */
function countCell(value: number, isBad: boolean): Cell {
  return { text: value === 0 ? '' : String(value), order: value, ...(isBad ? { tone: 'warn' } : {}) };
}

function failureCell(parked: boolean): Cell {
  return statusCell(parked ? JobGroup.parked : JobState.failed);
}

function statusCell(word: string): Cell {
  const tone = STATUS_TONES[word];
  return { text: cleanText(word), ...(tone === undefined ? {} : { tone }) };
}

/** A column as it is drawn. */
export interface SizedColumn {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly align: 'right' | undefined;
}

/** Cells between two columns. */
export const GAP = 2;
/** No column is made wider than this by a single long cell, unless there is room left. */
const WIDEST = 28;

/** The columns of a list as wide as what stands in them, so that they fit into the width. */
export function sizeColumns(list: ListId, rows: readonly Row[], titleOf: (id: string) => string, width: number): readonly SizedColumn[] {
  const natural = COLUMNS[list].map((column: Column<never>) => {
    const title = titleOf(column.id);
    const longest = Math.max(cellWidth(title), ...rows.map((row) => cellWidth(row.cells[column.id]?.text ?? '')));
    const wanted = column.grows === true ? longest : Math.min(WIDEST, longest);
    const { id: name, align, grows = false, priority, atLeast = wanted } = column;
    return { id: name, title, align, grows, priority, width: wanted, narrowest: Math.min(wanted, atLeast) };
  });
  const fitted = fitColumns(natural, width, GAP);
  const left = Math.max(0, width - tableWidth(fitted, GAP));
  const grown = fitted.findLastIndex(({ grows }) => grows);
  return fitted.map((column, index) => (index === grown ? { ...column, width: column.width + left } : column));
}
