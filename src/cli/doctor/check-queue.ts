import { formatDuration } from '../../base/duration.ts';
import { QUEUE_LATE_MS } from '../../domain/health-limits.ts';
import { liveWorkers, type QueueSnapshot } from '../../domain/queue-status.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const START_WORKER = {
  en: 'Start `lead-intake queue work` under a service manager, or `serve --work`.',
  pt: 'Inicie `lead-intake queue work` sob um gerenciador de serviços, ou `serve --work`.',
};

/** Who works the queue, and whether they keep up. @param version the version of this program */
export function checkQueue(snapshot: QueueSnapshot, version: string): readonly Finding[] {
  return [
    checkWorkers(snapshot),
    ...checkVersions(snapshot, version),
    checkPaused(snapshot),
    checkAge(snapshot),
    checkFailed(snapshot),
    ...checkParked(snapshot),
  ];
}

function checkWorkers(snapshot: QueueSnapshot): Finding {
  const count = liveWorkers(snapshot).length;
  const { waiting, pausedAt } = snapshot;
  if (count > 0) return ok('queue.workers', `Live workers: ${count}.`, `Workers ativos: ${count}.`);
  if (waiting > 0 && pausedAt === null) {
    return problem(
      'queue.no_worker',
      { en: `No worker is running; waiting jobs: ${waiting}.`, pt: `Nenhum worker está em execução; jobs em espera: ${waiting}.` },
      START_WORKER,
    );
  }
  return warning(
    'queue.no_worker_yet',
    { en: 'No worker is running; no job waits.', pt: 'Nenhum worker está em execução; nenhum job espera.' },
    START_WORKER,
  );
}

function checkVersions(snapshot: QueueSnapshot, version: string): readonly Finding[] {
  return liveWorkers(snapshot)
    .filter((worker) => worker.version !== version)
    .map((worker) =>
      warning(
        'queue.other_version',
        {
          en: `Worker ${worker.id} runs version ${worker.version}, this is ${version}.`,
          pt: `O worker ${worker.id} executa a versão ${worker.version}; esta é a ${version}.`,
        },
        { en: 'Start it anew.', pt: 'Reinicie-o.' },
      ),
    );
}

function checkPaused({ pausedAt, at }: QueueSnapshot): Finding {
  if (pausedAt === null) return ok('queue.open', 'The queue is open.', 'A fila está aberta.');
  const since = formatDuration(Math.max(0, at - pausedAt));
  return warning(
    'queue.paused',
    {
      en: `The queue has been paused for ${since}: events are stored and nothing is processed.`,
      pt: `A fila está pausada há ${since}: os eventos são guardados e nada é processado.`,
    },
    { en: '`lead-intake queue resume`', pt: '`lead-intake queue resume`' },
  );
}

function checkAge({ oldestWaitingMs, waiting }: QueueSnapshot): Finding {
  if (oldestWaitingMs === null || oldestWaitingMs <= QUEUE_LATE_MS)
    return ok('queue.waiting', `Waiting jobs: ${waiting}.`, `Jobs em espera: ${waiting}.`);
  const age = formatDuration(oldestWaitingMs);
  return warning(
    'queue.late',
    {
      en: `The oldest waiting job has been due for ${age}; waiting jobs: ${waiting}.`,
      pt: `O job mais antigo deveria ter sido processado há ${age}; jobs em espera: ${waiting}.`,
    },
    {
      en: 'Look at the log of the workers; `queue work --concurrency` and more workers help when they are busy.',
      pt: 'Veja o log dos workers; `queue work --concurrency` e mais workers ajudam quando estão ocupados.',
    },
  );
}

function checkFailed({ failed }: QueueSnapshot): Finding {
  if (failed === 0) return ok('queue.failed', 'No job has failed.', 'Nenhum job falhou.');
  return warning(
    'queue.failed_jobs',
    { en: `Failed jobs, each an event without a lead: ${failed}.`, pt: `Jobs que falharam, cada um um evento sem lead: ${failed}.` },
    {
      en: '`lead-intake queue failed --group` tells why; `queue retry` runs them again.',
      pt: '`lead-intake queue failed --group` diz por quê; `queue retry` os executa de novo.',
    },
  );
}

function checkParked({ parked }: QueueSnapshot): readonly Finding[] {
  if (parked === 0) return [];
  return [
    warning(
      'queue.parked',
      { en: `Jobs that wait for something outside: ${parked}.`, pt: `Jobs que esperam por algo externo: ${parked}.` },
      { en: '`lead-intake queue failed --parked` lists them.', pt: '`lead-intake queue failed --parked` os lista.' },
    ),
  ];
}
