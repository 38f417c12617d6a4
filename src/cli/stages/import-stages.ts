import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say, type Translated } from '../../base/language.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Operator } from '../../domain/ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import type { LineProblem } from '../parse-csv.ts';
import { counted } from '../render.ts';
import type { StageCsv, StageRow } from './read-stage-csv.ts';
import { stageOf } from './stage-input.ts';
import { findStageLead } from './stage-lead.ts';

/** Lines looked up and registered side by side: the store commits them together. */
const STEP = 100;

type Store = Pick<ConversionOutbox, 'addStage'> & Pick<Reports, 'leadsById' | 'listLeads' | 'listConversions'>;

export interface StageImport {
  readonly added: number;
  /** Registered before, by this file or otherwise. */
  readonly known: number;
  readonly problems: readonly LineProblem[];
}

/**
 * Registers every good line, and tells of each bad one why. A file may be imported again: what is registered already changes nothing.
 *
 * @throws AppError `invalid_input` when the file itself cannot be used
 */
export async function importStages(
  store: Store,
  csv: StageCsv,
  options: { readonly dryRun: boolean; readonly operator: Operator },
): Promise<StageImport> {
  if (csv.isUnusable) throw notUsable(csv.problems);
  const results: (LineProblem | 'added' | 'known')[] = [...csv.problems];
  const rows = firstOfEach(csv.rows);
  for (let from = 0; from < rows.length; from += STEP) {
    results.push(...(await Promise.all(rows.slice(from, from + STEP).map((row) => importRow(store, row, options)))));
  }
  return {
    added: results.filter((result) => result === 'added').length,
    known: results.filter((result) => result === 'known').length + csv.rows.length - rows.length,
    problems: results.filter((result) => typeof result === 'object').toSorted((a, b) => a.line - b.line),
  };
}

async function importRow(
  store: Store,
  row: StageRow,
  { dryRun, operator }: { readonly dryRun: boolean; readonly operator: Operator },
): Promise<LineProblem | 'added' | 'known'> {
  const lead = await findStageLead(store, row.lead);
  if ('problem' in lead) return { line: row.line, problem: lead.problem };
  if (dryRun) return (await isRegistered(store, lead.id, row.stage.key)) ? 'known' : 'added';
  const { isNew } = await store.addStage(stageOf(row.stage, lead), operator);
  return isNew ? 'added' : 'known';
}

async function isRegistered(store: Store, leadId: string, key: string): Promise<boolean> {
  const page = await store.listConversions({ leadId, limit: 1_000 });
  return page.items.some((conversion) => conversion.key === key);
}

/** Lines of one stage of one lead are one: the first of them. */
function firstOfEach(rows: readonly StageRow[]): readonly StageRow[] {
  return [...Map.groupBy(rows, ({ lead, stage }) => JSON.stringify([lead.by, lead.text, stage.key])).values()].flatMap((same) =>
    same.slice(0, 1),
  );
}

/** `3 stages registered, 1 was registered already.` */
export function stageImportText({ added, known, problems }: StageImport, dryRun: boolean): string {
  const done = {
    en: `${counted(added, 'stage')} registered, ${known} registered already, ${counted(problems.length, 'line')} left out.`,
    pt: `${counted(added, 'etapa registrada', 'etapas registradas')}, ${counted(known, 'já registrada', 'já registradas')}, ${counted(problems.length, 'linha ignorada', 'linhas ignoradas')}.`,
  };
  return say(dryRun ? { en: `Would be: ${done.en} Nothing was changed.`, pt: `Seria: ${done.pt} Nada foi alterado.` } : done);
}

/** One line for each line that was left out. */
export function lineProblemText({ line, problem }: LineProblem): string {
  return say({ en: `line ${line}: ${problem.en}`, pt: `linha ${line}: ${problem.pt}` });
}

export function stageImportJson({ added, known, problems }: StageImport, dryRun: boolean): JsonObject {
  return {
    simulacao: dryRun,
    registradas: added,
    ja_registradas: known,
    problemas: problems.map(({ line, problem }) => ({ linha: line, problema: problem.en })),
  };
}

function notUsable(problems: readonly LineProblem[]): AppError {
  const lines = (language: 'en' | 'pt', word: string): string =>
    problems.map(({ line, problem }) => `  ${word} ${line}: ${problem[language]}`).join('\n');
  const message: Translated<string> = {
    en: `No stage was registered, the file cannot be used:\n${lines('en', 'line')}`,
    pt: `Nenhuma etapa foi registrada, o arquivo não pode ser usado:\n${lines('pt', 'linha')}`,
  };
  const hint = {
    en: 'Correct the header and import the file again; --dry-run only checks it.',
    pt: 'Corrija o cabeçalho e importe o arquivo de novo; --dry-run só confere.',
  };
  return new AppError('invalid_input', message, { hint });
}
