import { say, type Translated } from '../base/language.ts';
import type { PruneSelection } from '../domain/ports.ts';
import { counted } from './render.ts';

/** What `queue prune` asks before it deletes. */
export function pruneQuestion(kind: PruneSelection['kind'], count: number, days: number): Translated<string> {
  const jobs = prunedJobs(kind, count, days);
  if (kind === 'finished') return { en: `Delete ${jobs.en}?`, pt: `Apagar ${jobs.pt}?` };
  return {
    en: `Delete ${jobs.en}? Their leads or conversions are still missing, and the list of failures will no longer offer to retry them.`,
    pt: `Apagar ${jobs.pt}? Os leads ou conversões deles ainda faltam, e a lista de falhas não vai mais oferecer a nova tentativa.`,
  };
}

/** What `queue prune` did, or would do. */
export function prunedText(kind: PruneSelection['kind'], count: number, days: number, isDone: boolean): string {
  const jobs = prunedJobs(kind, count, days);
  return say({
    en: `${jobs.en} ${isDone ? 'deleted' : 'would be deleted'}.`,
    pt: `${isDone ? 'Apagados' : 'Seriam apagados'}: ${jobs.pt}.`,
  });
}

function prunedJobs(kind: PruneSelection['kind'], count: number, days: number): Translated<string> {
  const age = { en: counted(days, 'day'), pt: counted(days, 'dia') };
  const jobs =
    kind === 'finished'
      ? { en: counted(count, 'finished job'), pt: counted(count, 'job encerrado', 'jobs encerrados') }
      : { en: counted(count, 'failed job'), pt: counted(count, 'job com falha', 'jobs com falha') };
  return { en: `${jobs.en} older than ${age.en}`, pt: `${jobs.pt} há mais de ${age.pt}` };
}
