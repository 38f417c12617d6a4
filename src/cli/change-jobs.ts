import { AppError } from '../base/app-error.ts';
import { inEveryLanguage, type Language, say, type Translated } from '../base/language.ts';
import type { JobSelection, QueueControl } from '../domain/ports.ts';
import { confirm } from './confirm.ts';
import { EXIT } from './exit-codes.ts';
import { counted } from './render.ts';

/** What is done to the selected jobs, and how it is told. */
export interface JobChange {
  /** `Run 3 failed jobs again?` is built from `Run … again?`. */
  readonly question: Translated<(jobs: string) => string>;
  /** `2 jobs wait to run again.` */
  readonly done: Translated<(jobs: string) => string>;
  /** Which jobs, when they are named, it can be done to: `failed, parked or waiting`. */
  readonly eligible: Translated<string>;
  /** Does it, and returns the ids it was done to. */
  readonly change: () => Promise<readonly string[]>;
}

export interface JobChangeResult {
  readonly text: string;
  readonly json: { readonly jobs: readonly string[]; readonly total: number; readonly simulacao: boolean };
  readonly exitCode: number;
}

type Counting = Pick<QueueControl, 'countSelected'>;

/**
 * Named jobs are changed at once; a selection is counted and confirmed first.
 *
 * @throws AppError `not_found` that names the jobs it could not be done to, after the others are done
 */
export async function changeJobs(
  store: Counting,
  selection: JobSelection,
  change: JobChange,
  options: { readonly yes: boolean; readonly dryRun: boolean },
): Promise<JobChangeResult> {
  const { ids } = selection;
  const count = ids === undefined || options.dryRun ? await store.countSelected(selection) : ids.length;
  if (count === 0) return unchanged(await nothingSelected(store, selection, change), 0, options.dryRun);
  if (options.dryRun) return unchanged(say(onlySelected(count)), count, true);
  if (ids === undefined && !(await confirm(questionFor(count, selection, change), options))) {
    return { ...unchanged(say({ en: 'Nothing was changed.', pt: 'Nada foi alterado.' }), 0, false), exitCode: EXIT.failed };
  }
  const jobs = await change.change();
  const missing = (ids ?? []).filter((id) => !jobs.includes(id));
  if (missing.length > 0) throw notChanged(missing, jobs, change);
  return { text: say(change.done)(counted(jobs.length, 'job')), json: { jobs, total: jobs.length, simulacao: false }, exitCode: EXIT.done };
}

function unchanged(text: string, total: number, dryRun: boolean): JobChangeResult {
  return { text, json: { jobs: [], total, simulacao: dryRun }, exitCode: EXIT.done };
}

function onlySelected(count: number): Translated<string> {
  return {
    en: `${counted(count, 'job')} selected; nothing was changed.`,
    pt: `${counted(count, 'job selecionado', 'jobs selecionados')}; nada foi alterado.`,
  };
}

function questionFor(count: number, selection: JobSelection, { question }: JobChange): Translated<string> {
  return inEveryLanguage((language) => question[language](jobsInState(language, count, selection)));
}

/** `3 failed jobs`, `3 jobs estacionados`. */
function jobsInState(language: Language, count: number, { parked }: JobSelection): string {
  if (language === 'en') return counted(count, parked === true ? 'parked job' : 'failed job');
  return parked === true ? counted(count, 'job estacionado', 'jobs estacionados') : counted(count, 'job com falha', 'jobs com falha');
}

async function nothingSelected(store: Counting, selection: JobSelection, { eligible }: JobChange): Promise<string> {
  if (selection.ids !== undefined) {
    return say({
      en: `None of these jobs exists and is ${eligible.en}; nothing was changed.`,
      pt: `Nenhum destes jobs existe e está ${eligible.pt}; nada foi alterado.`,
    });
  }
  const isParked = selection.parked === true;
  const nothing = say({
    en: `No ${isParked ? 'parked' : 'failed'} job is selected; nothing was changed.`,
    pt: `Nenhum job ${isParked ? 'estacionado' : 'com falha'} foi selecionado; nada foi alterado.`,
  });
  const parked = isParked ? 0 : await store.countSelected({ ...selection, parked: true });
  return parked === 0 ? nothing : `${nothing} ${say(parkedRemark(parked))}`;
}

function parkedRemark(parked: number): Translated<string> {
  return {
    en: `${counted(parked, 'job is', 'jobs are')} parked: --parked selects ${parked === 1 ? 'it' : 'them'}.`,
    pt: `${counted(parked, 'job está estacionado', 'jobs estão estacionados')}: --parked seleciona ${parked === 1 ? 'esse job' : 'esses jobs'}.`,
  };
}

function notChanged(missing: readonly string[], jobs: readonly string[], { eligible, done }: JobChange): AppError {
  const names = missing.join(', ');
  const isOne = missing.length === 1;
  const subject = {
    en: isOne ? `Job ${names} does not exist or is not ${eligible.en}.` : `Jobs ${names} do not exist or are not ${eligible.en}.`,
    pt: isOne ? `O job ${names} não existe ou não está ${eligible.pt}.` : `Os jobs ${names} não existem ou não estão ${eligible.pt}.`,
  };
  const others = {
    en: counted(jobs.length, 'other job'),
    pt: counted(jobs.length, 'outro job', 'outros jobs'),
  };
  const message = inEveryLanguage((language) => `${subject[language]}${jobs.length === 0 ? '' : ` ${done[language](others[language])}`}`);
  const hint = {
    en: '`lead-intake queue failed` lists the failed jobs with their ids, `queue failed --parked` the parked ones.',
    pt: '`lead-intake queue failed` lista os jobs com falha e os ids deles; `queue failed --parked`, os estacionados.',
  };
  return new AppError('not_found', message, { hint });
}
