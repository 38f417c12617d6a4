import type { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { type Conversion, ConversionState, type NewStage } from '../../domain/conversion.ts';
import type { Store } from '../../domain/ports.ts';
import { stageDifference } from '../../domain/stage-change.ts';
import { appError, inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import type { BaseCommand } from '../base-command.ts';
import type { LineProblem } from '../parse-csv.ts';
import { paragraph } from '../render.ts';
import type { Adding } from './add-stage.ts';
import { newNamesJson, newNamesText, newStageNames } from './new-stage-names.ts';
import type { StageCsv, StageRow } from './read-stage-csv.ts';
import { otherValues, registeredStages, whatText } from './registered-stage.ts';
import { stageOf } from './stage-input.ts';
import { findStageLead } from './stage-lead.ts';

/** Lines looked up and registered concurrently: the store commits them together. */
const STEP = 100;

type Importing = Omit<Adding, 'words' | 'rules'>;

/** The result of a line. `known`: already registered with the same values, by this file or otherwise; `different`: with others, which stay. */
type LineResult =
  | { readonly kind: 'added'; readonly name: string }
  | { readonly kind: 'known' }
  | ({ readonly kind: 'different' | 'problem' } & LineProblem);

/** What a dry run would have registered, by lead and key. */
type Planned = Map<string, { readonly line: number; readonly stage: NewStage }>;

/**
 * Registers every valid line, and reports why the others are not. A file can be imported again: stages already registered do not change.
 *
 * @throws AppError `invalid_input` if the file itself is unusable
 */
export async function importStages(command: BaseCommand, store: Store, csv: StageCsv, options: Importing): Promise<JsonObject> {
  if (csv.isUnusable) throw notUsable(csv.problems);
  const { dryRun, knownNames } = options;
  const results = await registerAll(store, csv, options);
  const [different, problems] = [linesOf(results, 'different'), linesOf(results, 'problem')];
  const names = results.flatMap((result) => (result.kind === 'added' ? [result.name] : []));
  const newNames = newStageNames(names, knownNames);
  const [added, known] = [names.length, results.filter(({ kind }) => kind === 'known').length];
  const lines = [...problems, ...different].toSorted((a, b) => a.line - b.line);
  for (const line of lines) command.remark((m) => m.cli.backfill.lineProblem(line));
  const done = inEveryLanguage((m) => m.cli.stages.imported({ added, known, different: different.length, problems: problems.length }));
  const summary = dryRun ? say((m) => m.cli.directory.wouldNothingChanged({ done })) : sayText(done);
  command.log(paragraph([summary, ...newNamesText(newNames, dryRun)].join('\n')));
  if (lines.length > 0) command.fail();
  return {
    simulacao: dryRun,
    registradas: added,
    ja_registradas: known,
    com_outros_dados: different.map(lineJson),
    problemas: problems.map(lineJson),
    nomes_novos: newNamesJson(newNames),
  };
}

async function registerAll(store: Store, csv: StageCsv, options: Importing): Promise<readonly LineResult[]> {
  const results: LineResult[] = csv.problems.map((problem) => ({ kind: 'problem', ...problem }));
  const planned: Planned = new Map();
  // Several lines for the same stage of a lead count as one: the first is registered, and the others are compared with it.
  const { first = [], repeated = [] } = Object.groupBy(csv.rows, isFirst());
  for (const rows of [first, repeated]) {
    for (let from = 0; from < rows.length; from += STEP) {
      const step = rows.slice(from, from + STEP);
      results.push(...(await Promise.all(step.map((row) => importRow(store, row, planned, options)))));
    }
  }
  return results;
}

function isFirst(): (row: StageRow) => 'first' | 'repeated' {
  const seen = new Set<string>();
  return ({ lead, stage }) => {
    const name = JSON.stringify([lead.by, lead.text, stage.key]);
    const kind = seen.has(name) ? 'repeated' : 'first';
    seen.add(name);
    return kind;
  };
}

function linesOf(results: readonly LineResult[], kind: 'different' | 'problem'): readonly LineProblem[] {
  return results
    .flatMap((result) => (result.kind === kind && 'line' in result ? [{ line: result.line, problem: result.problem }] : []))
    .toSorted((a, b) => a.line - b.line);
}

async function importRow(store: Store, row: StageRow, planned: Planned, { dryRun, operator }: Importing): Promise<LineResult> {
  const lead = await findStageLead(store, row.lead);
  if ('problem' in lead) return { kind: 'problem', line: row.line, problem: lead.problem };
  const stage = stageOf(row.stage, lead);
  const registered = await registeredStages(store, stage);
  const before = registered.find(({ state }) => state !== ConversionState.withdrawn) ?? registered[0];
  if (before !== undefined) return compared(row, before);
  if (dryRun) return plan(row, stage, planned);
  const { conversionIds, isNew } = await store.addStage(stage, operator);
  const [conversion] = isNew ? [] : await store.conversionsToSend(conversionIds);
  return conversion ? compared(row, conversion) : { kind: 'added', name: stage.name };
}

/** A withdrawn stage stays withdrawn: importing a file again must not undo that. */
function compared({ line, stage }: StageRow, conversion: Conversion): LineResult {
  const { id, leadId, state } = conversion;
  const withdrawn = inEveryLanguage((m) => m.cli.stages.staysWithdrawn({ id, leadId }));
  if (state === ConversionState.withdrawn) return { kind: 'problem', line, problem: withdrawn };
  const difference = stageDifference(conversion, stage.name, stage.entered);
  if (difference === undefined) return { kind: 'known' };
  const problem = inEveryLanguage((m) => Object.values(otherValues(conversion, difference)(m)).join(' '));
  return { kind: 'different', line, problem };
}

function plan({ line, stage: { name, entered } }: StageRow, stage: NewStage, planned: Planned): LineResult {
  const place = JSON.stringify([stage.leadId, stage.key]);
  const before = planned.get(place);
  if (before === undefined) {
    planned.set(place, { line, stage });
    return { kind: 'added', name };
  }
  if (stageDifference(before.stage, name, entered) === undefined) return { kind: 'known' };
  const what = whatText(before.stage);
  const problem = inEveryLanguage((m) => m.cli.stages.sameStageTwice({ line: before.line, leadId: stage.leadId, what }));
  return { kind: 'different', line, problem };
}

function lineJson({ line, problem }: LineProblem): JsonObject {
  return { linha: line, problema: problem.en };
}

function notUsable(problems: readonly LineProblem[]): AppError {
  const lines = inEveryLanguage((m) => problems.map((problem) => `  ${m.cli.backfill.lineProblem(problem)}`).join('\n'));
  return appError('invalid_input', (m) => m.cli.stages.unusableFile({ lines }));
}
