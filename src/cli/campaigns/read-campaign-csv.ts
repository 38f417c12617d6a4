import type { Translated } from '../../base/language.ts';
import { emailProblem, idProblem, nameProblem } from '../../domain/directory-rules.ts';
import type { CampaignInput } from '../../domain/ports.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { type Cells, type LineProblem, readCsv } from '../parse-csv.ts';
import { LINK_COLUMNS, type LinkTarget } from './links.ts';

/** One campaign of an import file, with its last line. */
export interface CampaignRow extends CampaignInput {
  readonly line: number;
  /** False if the file has no column for users: an existing campaign keeps its user. */
  readonly namesUser: boolean;
  readonly links: readonly LinkTarget[];
}

/** Separates several ids in one cell. */
const ID_SEPARATOR = '|';
const HEADER_EXAMPLE = 'id,nome,cliente,usuario';
const REQUIRED = ['id', 'nome', 'cliente'];
const COLUMNS = Object.fromEntries(
  [...REQUIRED, 'usuario', ...LINK_COLUMNS.map(({ column }) => column)].map((column) => [column, [column]]),
);

/**
 * Reads an import file: UTF-8 with or without a byte order mark, `,` or `;`, columns in any order. If it has any problem, nothing must be
 * imported. Never throws.
 */
export function readCampaignCsv(bytes: Uint8Array): { readonly rows: readonly CampaignRow[]; readonly problems: readonly LineProblem[] } {
  const read = readCsv(bytes, { example: HEADER_EXAMPLE, names: COLUMNS, missing: missingColumns });
  if ('unusable' in read) return { rows: [], problems: read.unusable };
  if (read.rows.length === 0) return { rows: [], problems: [{ line: 1, problem: inEveryLanguage((m) => m.cli.directory.noCampaigns) }] };
  const counts = read.rows.flatMap(({ problems }) => problems);
  const rows = read.rows.map(({ cells, line }) => campaignRow(cells, line));
  return { rows, problems: [...counts, ...rows.flatMap(rowProblems), ...repeated(rows)].toSorted((a, b) => a.line - b.line) };
}

function missingColumns(columns: readonly (string | undefined)[]): readonly Translated<string>[] {
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  return missing.length === 0 ? [] : [inEveryLanguage((m) => m.cli.directory.columnMissing({ names: missing.join(', ') }))];
}

function campaignRow(cells: Cells, line: number): CampaignRow {
  const cell = (column: string): string => cells.get(column) ?? '';
  return {
    line,
    id: cell('id'),
    name: cell('nome'),
    client: cell('cliente'),
    user: cell('usuario') === '' ? null : cell('usuario'),
    namesUser: cells.has('usuario'),
    links: LINK_COLUMNS.flatMap(({ column, origin, kind }) => idsOf(cell(column)).map((value) => ({ origin, kind, value }))),
  };
}

function idsOf(cell: string): readonly string[] {
  const ids = cell.split(ID_SEPARATOR).map((id) => id.trim());
  return [...new Set(ids.filter((id) => id !== ''))];
}

function rowProblems(row: CampaignRow): readonly LineProblem[] {
  const checks: readonly (readonly [column: string, problem: Translated<string> | undefined])[] = [
    ['id', idProblem(row.id)],
    ['nome', nameProblem(row.name)],
    ['cliente', nameProblem(row.client)],
    ['usuario', row.user === null ? undefined : emailProblem(row.user)],
    ...row.links.map((link) => [`${link.origin}_${link.kind}`, idProblem(link.value)] as const),
  ];
  return checks.flatMap(([column, problem]) => {
    if (problem === undefined) return [];
    return [{ line: row.line, problem: inEveryLanguage((_, language) => `${column} ${problem[language]}`) }];
  });
}

function repeated(rows: readonly CampaignRow[]): readonly LineProblem[] {
  const firstLine = new Map<string, number>();
  return rows.flatMap(({ id, line }) => {
    const first = firstLine.get(id);
    if (first === undefined) firstLine.set(id, line);
    if (first === undefined || id === '') return [];
    return [{ line, problem: inEveryLanguage((m) => m.cli.directory.idRepeated({ id, first })) }];
  });
}
