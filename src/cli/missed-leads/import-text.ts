import type { ImportSummary } from '../../app/backfill/import-search-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say } from '../../base/language.ts';
import type { LineProblem } from '../parse-csv.ts';
import { counted } from '../render.ts';

/** `12 rows: 3 stored, 8 known, 1 repeated.`, and what a person should know of their times. */
export function importText(summary: ImportSummary, dryRun: boolean): string {
  const { rows, known, repeated, missing, stored, untimed } = summary;
  const again = { en: `${repeated.length} repeated in the file`, pt: `${repeated.length} repetidas no arquivo` };
  const counts = say({
    en: `${counted(rows, 'row')}: ${dryRun ? `${missing} missing` : `${stored} stored`}, ${known} known already, ${again.en}.${dryRun ? ' Nothing was stored.' : ''}`,
    pt: `${counted(rows, 'linha')}: ${dryRun ? `${missing} faltam` : `${stored} gravadas`}, ${known} já conhecidas, ${again.pt}.${dryRun ? ' Nada foi gravado.' : ''}`,
  });
  return untimed.length === 0 ? counts : `${counts}\n${untimedText(untimed)}`;
}

/** So many lines are enough to find what is wrong with all. */
const LINES_NAMED = 5;

function untimedText(untimed: readonly number[]): string {
  const lines = `${untimed.slice(0, LINES_NAMED).join(', ')}${untimed.length > LINES_NAMED ? ', …' : ''}`;
  return say({
    en: `Without a submit time, because it cannot be read: ${counted(untimed.length, 'row')} (line ${lines}). Write it as 2026-11-20 09:00 before the file is imported; importing again changes nothing that is stored.`,
    pt: `Sem horário de envio, porque não dá para lê-lo: ${counted(untimed.length, 'linha', 'linhas')} (${lines}). Escreva-o como 2026-11-20 09:00 antes de importar o arquivo; importar de novo não muda o que já foi gravado.`,
  });
}

/** `line 7: …` */
export function problemLines(problems: readonly LineProblem[]): readonly string[] {
  return problems.map(({ line, problem }) => say({ en: `line ${line}: ${problem.en}`, pt: `linha ${line}: ${problem.pt}` }));
}

export function importJson(
  { rows, known, repeated, missing, stored, untimed }: ImportSummary,
  problems: readonly LineProblem[],
  dryRun: boolean,
): JsonObject {
  return {
    simulacao: dryRun,
    linhas: rows,
    conhecidas: known,
    repetidas: repeated,
    faltavam: missing,
    gravadas: stored,
    sem_horario: untimed,
    problemas: problems.map(({ line, problem }) => ({ linha: line, mensagem: problem.en })),
  };
}
