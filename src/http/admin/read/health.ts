/** The data of the admin's home page, also as JSON. */
import type { DailyFigures } from '../../../domain/daily-figures.ts';
import { type Finding, worstFirst } from '../../../domain/finding.ts';
import { FIRST_STEPS, type FirstStep, firstSteps } from '../../../domain/first-steps.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { LeadView } from '../../../domain/lead.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { QueueHistory } from '../../../domain/queue-status.ts';
import { sumOfRefused } from '../../../domain/refused-request.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { findAll } from '../../../findings/findings.ts';
import type { Snapshot } from '../../../findings/snapshot.ts';
import { dailyRecord } from '../../../presentation/daily-record.ts';
import { findingRecord, totalsRecord } from '../../../presentation/finding-record.ts';
import { maskLeadFields } from '../../../presentation/masking.ts';
import { endedRecord } from '../../../presentation/queue-record.ts';
import { count, list, milliseconds, oneOf, origin, record, text, time, within, yes } from '../../../presentation/record.ts';
import { placeOf } from './finding-address.ts';

type Received = Health['snapshot']['sources'][number];

const linkedFinding = record<Finding, number>()({
  ...findingRecord.fields,
  endereco: text.of((finding) => placeOf(finding).path, 'The page on which it is understood and put right.'),
});

export const healthRecord = record<Health>()({
  em: time.of(({ snapshot }) => snapshot.at),
  ...within(totalsRecord, ({ findings }: Health) => findings),
  achados: list(linkedFinding).given('findings', ({ snapshot }) => snapshot.at, 'What is wrong, the worst first.'),
  primeiros_passos: list(
    record<FirstStep>()({ passo: oneOf(FIRST_STEPS).of('step'), feito: yes.nullable.of('isDone', 'Null: the program cannot see it.') }),
  ).nullable.of('firstSteps', 'What is to be done until leads arrive; null once there is one.'),
  numeros: record<Health>()({
    pendente: count.of(({ snapshot }) => snapshot.queue.waiting),
    mais_antigo_ms: milliseconds.nullable.of(({ snapshot }) => snapshot.queue.oldestWaitingMs),
    ultima_hora: endedRecord.of('history'),
    recebidos_24h: list(record<Received>()({ origem: origin.of('origin'), total: count.of('received24h') })).of(
      ({ snapshot }) => snapshot.sources,
    ),
    recusadas_24h: count.of(
      ({ snapshot }) => sumOfRefused(snapshot.refusedLately),
      'Requests refused in the last 24 hours and kept, replayed or not.',
    ),
  }).of((health) => health),
  quatorze_dias: dailyRecord.of(
    'daily',
    'The last fourteen days, and their two weeks; counted some seconds ago where there are many leads.',
  ),
});

/** As many leads as fit next to the findings. */
const NEWEST_LEADS = 8;

interface HealthDeps {
  readonly store: Reports & Directory;
  readonly readInstallation: () => Promise<Snapshot>;
  /** The last fourteen days at a time, or shortly before it. */
  readonly dailyFigures: (now: number) => Promise<DailyFigures>;
}

/** The content of the home page. */
export interface Health {
  readonly snapshot: Snapshot;
  /** What is wrong, and what is good to know; worst first. */
  readonly findings: readonly Finding[];
  readonly history: QueueHistory;
  /** `null` if there are leads. */
  readonly firstSteps: readonly FirstStep[] | null;
  readonly daily: DailyFigures;
  /** The newest leads, masked. */
  readonly newest: readonly LeadView[];
}

export async function readHealth(deps: HealthDeps): Promise<Health> {
  const snapshot = await deps.readInstallation();
  const { items: newest } = await deps.store.listLeads({ limit: NEWEST_LEADS, brief: true });
  return {
    snapshot,
    findings: worstFirst(findAll(snapshot)),
    history: await deps.store.queueHistory(DEFAULT_QUEUE, snapshot.at),
    firstSteps: newest.length > 0 ? null : await stepsWithoutLead(deps, snapshot),
    daily: await deps.dailyFigures(snapshot.at),
    newest: newest.map(maskLeadFields),
  };
}

async function stepsWithoutLead({ store }: HealthDeps, { sources, lastBackupAt }: Snapshot): Promise<readonly FirstStep[]> {
  return firstSteps({
    fonte: sources.some(({ isOpen }) => isOpen),
    campanha: (await store.listCampaigns({ limit: 1 })).items.length > 0,
    evento: sources.some(({ lastReceivedAt }) => lastReceivedAt !== null),
    backup: lastBackupAt !== null,
  });
}
