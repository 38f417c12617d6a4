import type { ImportSummary } from '../../app/backfill/import-search-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import type { LineProblem } from '../parse-csv.ts';
import { type ImportPreview, previewJson } from './import-preview.ts';
import { lineList } from './line-list.ts';

/** `12 rows: 3 stored, 8 known, 1 repeated.`, and what a person should know of their times. */
export function importText(summary: ImportSummary, isPreview: boolean): string {
  const { rows, known, healed, repeated, missing, stored, untimed } = summary;
  const again = inEveryLanguage((m) => m.cli.missedLeads.repeatedInTheFile({ repeatedCount: repeated.length }));
  const ofKnown = healedText(healed, isPreview);
  const counts = say((m) => m.cli.missedLeads.importedSum({ rows, isPreview, missing, stored, known, ofKnown, again }));
  return untimed.length === 0 ? counts : `${counts}\n${untimedText(untimed)}`;
}

/** Leads that had come by the secret of another client. */
function healedText(healed: number, isPreview: boolean): Translated<string> {
  if (healed === 0) return inEveryLanguage(() => '');
  return inEveryLanguage(({ cli: { missedLeads } }) => (isPreview ? missedLeads.toBeHealed({ healed }) : missedLeads.healed({ healed })));
}

function untimedText(untimed: readonly number[]): string {
  const lines = lineList(untimed);
  return say((m) => m.cli.missedLeads.withoutSubmitTimeBecause({ untimedCount: untimed.length, lines }));
}

/** `line 7: …` */
export function problemLines(problems: readonly LineProblem[]): readonly string[] {
  return problems.map(({ line, problem }) => say((m) => m.cli.missedLeads.lineProblem({ line, problem })));
}

/** What is asked on a terminal before the missing rows are stored. */
export function importQuestion(missing: number): Translated<string> {
  return inEveryLanguage((m) => m.cli.missedLeads.importQuestion({ missing }));
}

export function importJson(
  { rows, known, healed, repeated, missing, stored, untimed }: ImportSummary,
  { preview, problems, dryRun }: { readonly preview: ImportPreview; readonly problems: readonly LineProblem[]; readonly dryRun: boolean },
): JsonObject {
  return {
    simulacao: dryRun,
    entendido: previewJson(preview),
    linhas: rows,
    conhecidas: known,
    recuperadas: healed,
    repetidas: repeated,
    faltavam: missing,
    gravadas: stored,
    sem_horario: untimed,
    problemas: problems.map(({ line, problem }) => ({ linha: line, mensagem: problem.en })),
  };
}
