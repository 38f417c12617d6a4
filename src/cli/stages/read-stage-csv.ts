import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { type Cells, type CsvRecord, cellsOf, countProblem, type LineProblem, parseCsv } from '../parse-csv.ts';
import { readStage, type StageRules, type ToldStage } from './stage-input.ts';
import type { LeadName } from './stage-lead.ts';

/** One stage of a file, with the line it ends on. */
export interface StageRow {
  readonly line: number;
  readonly lead: LeadName;
  readonly stage: ToldStage;
}

export interface StageCsv {
  readonly rows: readonly StageRow[];
  readonly problems: readonly LineProblem[];
  /** True: the file itself cannot be used, and no line was looked at. */
  readonly isUnusable: boolean;
}

/** What a column holds, and what it may be called. */
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

/** Reads a file of stages: columns in any order, each line by itself. Never throws. */
export function readStageCsv(bytes: Uint8Array, rules: StageRules): StageCsv {
  const parsed = parseCsv(bytes, HEADER_EXAMPLE);
  if ('problem' in parsed) return unusable([parsed]);
  const [header, ...records] = parsed.records;
  const names = header?.record.map((cell) => cell.trim().toLowerCase()) ?? [];
  const columns = names.map(columnNamed);
  const headerProblems = problemsOfHeader(names, columns).map((problem) => ({ line: header?.info.lines ?? 1, problem }));
  if (headerProblems.length > 0) return unusable(headerProblems);
  const readings = records.map((record) => readRow(record, columns as readonly Column[], rules));
  return {
    rows: readings.flatMap((reading) => ('lead' in reading ? [reading] : [])),
    problems: readings.flatMap((reading) => ('lead' in reading ? [] : reading.problems)),
    isUnusable: false,
  };
}

function unusable(problems: readonly LineProblem[]): StageCsv {
  return { rows: [], problems, isUnusable: true };
}

function columnNamed(name: string): Column | undefined {
  return (Object.keys(COLUMNS) as Column[]).find((column) => (COLUMNS[column] as readonly string[]).includes(name));
}

function problemsOfHeader(names: readonly string[], columns: readonly (Column | undefined)[]): readonly Translated<string>[] {
  const has = (column: Column): boolean => columns.includes(column);
  const unknown = names.filter((_name, index) => columns[index] === undefined);
  const twice = names.filter((_name, index) => columns[index] !== undefined && columns.indexOf(columns[index]) !== index);
  return [
    ...(LEAD_COLUMNS.some(has) ? [] : [inEveryLanguage((m) => m.cli.stages.noLeadColumn)]),
    ...(has('name') ? [] : [inEveryLanguage((m) => m.cli.stages.noNameColumn)]),
    ...unknown.map((name) =>
      inEveryLanguage((m) => m.cli.stages.theColumnNotKnown({ name, known: Object.values(COLUMNS).flat().join(', ') })),
    ),
    ...twice.map((name) => inEveryLanguage((m) => m.cli.stages.theColumnSaysWhat({ name }))),
  ];
}

function readRow(
  { record, info }: CsvRecord,
  columns: readonly Column[],
  rules: StageRules,
): StageRow | { problems: readonly LineProblem[] } {
  const line = info.lines;
  const counts = countProblem(record, columns, line);
  if (counts.length > 0) return { problems: counts };
  const cells = cellsOf(record, columns);
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
  const named = LEAD_COLUMNS.filter((column) => (cells.get(column) ?? '') !== '');
  const [by] = named;
  if (by === undefined) return inEveryLanguage((m) => m.cli.stages.namesNoLead);
  return { by, text: cells.get(by) ?? '' };
}
