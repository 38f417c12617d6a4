import type { ImportSummary } from '../../app/backfill/import-search-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say } from '../../base/language.ts';
import { counted } from '../render.ts';
import type { LeadLineProblem } from './read-lead-csv.ts';

/** `12 rows: 3 stored, 8 known, 1 repeated.` */
export function importText({ rows, known, repeated, missing, stored }: ImportSummary, dryRun: boolean): string {
  const again = { en: `${repeated.length} repeated in the file`, pt: `${repeated.length} repetidas no arquivo` };
  return say({
    en: `${counted(rows, 'row')}: ${dryRun ? `${missing} missing` : `${stored} stored`}, ${known} known already, ${again.en}.${dryRun ? ' Nothing was stored.' : ''}`,
    pt: `${counted(rows, 'linha')}: ${dryRun ? `${missing} faltam` : `${stored} gravadas`}, ${known} já conhecidas, ${again.pt}.${dryRun ? ' Nada foi gravado.' : ''}`,
  });
}

/** `line 7: …` */
export function problemLines(problems: readonly LeadLineProblem[]): readonly string[] {
  return problems.map(({ line, problem }) => say({ en: `line ${line}: ${problem.en}`, pt: `linha ${line}: ${problem.pt}` }));
}

export function importJson(
  { rows, known, repeated, missing, stored }: ImportSummary,
  problems: readonly LeadLineProblem[],
  dryRun: boolean,
): JsonObject {
  return {
    simulacao: dryRun,
    linhas: rows,
    conhecidas: known,
    repetidas: repeated,
    faltavam: missing,
    gravadas: stored,
    problemas: problems.map(({ line, problem }) => ({ linha: line, mensagem: problem.en })),
  };
}
