import type { Translated } from '../../base/language.ts';
import { readClickId } from '../../domain/click-id.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { type Cells, type LineProblem, readCsv } from '../parse-csv.ts';
import { type EnteredStage, readStage, type StageRules } from './stage-input.ts';
import type { LeadName } from './stage-lead.ts';

/** One stage of a file, with its last line. */
export interface StageRow {
  readonly line: number;
  readonly lead: LeadName;
  readonly stage: EnteredStage;
}

export interface StageCsv {
  readonly rows: readonly StageRow[];
  readonly problems: readonly LineProblem[];
  /** True if the file itself is unusable and no line was read. */
  readonly isUnusable: boolean;
}

/** The content of each column, and its accepted headers. */
const COLUMNS = {
  id: ['lead_id'],
  identity: ['identidade', 'identity', 'leadgen_id'],
  clickId: ['gclid', 'click_id', 'search_click_id'],
  name: ['etapa', 'nome', 'stage', 'name'],
  value: ['valor', 'value'],
  currency: ['moeda', 'currency'],
  time: ['ocorrida_em', 'em', 'data', 'time', 'date'],
  key: ['chave', 'key', 'pedido', 'pedido_id', 'order_id'],
} as const satisfies Record<string, readonly string[]>;

type Column = keyof typeof COLUMNS;

const LEAD_COLUMNS = ['id', 'identity', 'clickId'] as const satisfies readonly Column[];
const HEADER_EXAMPLE = 'lead_id,etapa,valor,moeda,ocorrida_em,chave';

/** Reads a file of stages: columns in any order, each line separately. Never throws. */
export function readStageCsv(bytes: Uint8Array, rules: StageRules): StageCsv {
  const read = readCsv(bytes, { example: HEADER_EXAMPLE, names: COLUMNS, missing: missingColumns });
  if ('unusable' in read) return { rows: [], problems: read.unusable, isUnusable: true };
  const readings = read.rows.map(({ line, cells, problems }) => (problems.length > 0 ? { problems } : readRow(line, cells, rules)));
  return {
    rows: readings.flatMap((reading) => ('lead' in reading ? [reading] : [])),
    problems: readings.flatMap((reading) => ('lead' in reading ? [] : reading.problems)),
    isUnusable: false,
  };
}

function missingColumns(columns: readonly (string | undefined)[]): readonly Translated<string>[] {
  return [
    ...(LEAD_COLUMNS.some((column) => columns.includes(column)) ? [] : [inEveryLanguage((m) => m.cli.stages.noLeadColumn)]),
    ...(columns.includes('name') ? [] : [inEveryLanguage((m) => m.cli.stages.noNameColumn)]),
  ];
}

function readRow(line: number, cells: Cells, rules: StageRules): StageRow | { problems: readonly LineProblem[] } {
  const lead = leadIn(cells);
  const cell = (column: Column): string | undefined => cells.get(column);
  const words = { name: cell('name'), value: cell('value'), currency: cell('currency'), time: cell('time'), key: cell('key') };
  const reading = readStage(words, rules);
  const problems = [...('by' in lead ? [] : [lead]), ...(reading.ok ? [] : reading.problems)];
  if (!reading.ok || !('by' in lead))
    return { problems: [{ line, problem: inEveryLanguage((_, language) => problems.map((problem) => problem[language]).join('; ')) }] };
  return { line, lead, stage: reading.stage };
}

function leadIn(cells: Cells): LeadName | Translated<string> {
  const named = LEAD_COLUMNS.map((by) => ({ by, text: cells.get(by) ?? '' }));
  const lead = named.find(({ by, text }) => text !== '' && (by !== 'clickId' || readClickId(text) !== undefined));
  return lead ?? inEveryLanguage((m) => m.cli.stages.namesNoLead);
}
