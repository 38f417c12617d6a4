import { DAY_MS } from '../../../base/time-units.ts';
import { isBackupMissing, LITTLE_DISK_BYTES, SCARCE_DISK_BYTES } from '../../../domain/health-limits.ts';
import type { Origin } from '../../../domain/origin.ts';
import { type FindingLevel, findWhatIsWrongInQueue, type QueueFinding, worstFirst } from '../../../domain/queue-findings.ts';
import { LARGE_WAL_BYTES, type QueueSnapshot, type StoreFacts } from '../../../domain/queue-status.ts';
import type { RefusedCount } from '../../../domain/refused-request.ts';
import type { SourceSilence } from '../../../domain/source-silence.ts';
import type { TypeConflicts } from '../../../domain/webhook-event.ts';
import type { RefusedDelivery } from '../../intake-refusals.ts';
import { findWhatIsWrongAtPlatforms, type PlatformFigures, type PlatformFinding } from './platform-findings.ts';

/** Silent for so long is remarkable in a source of which nobody knows what is usual. */
const SILENT_FOR_GOOD_MS = 7 * DAY_MS;

/** What is known when the question is asked whether anything is wrong. Times are UTC ms. */
export interface HealthFigures {
  readonly at: number;
  readonly queue: QueueSnapshot;
  readonly store: StoreFacts;
  /** A genuine delivery that could not be stored, as long as `/health` goes by it too; null: none. */
  readonly refusedDelivery: RefusedDelivery | null;
  /** The newest failed job; null: none has failed. */
  readonly newestFailure: { readonly errorCode: string | null; readonly failedAt: number | null } | null;
  /** The open ones, however old: each may be a lead nobody has. */
  readonly refused: readonly RefusedCount[];
  /** What looks genuine and is refused for its credential, of sources whose credential used to be right. */
  readonly refusedCredentials: readonly RefusedCount[];
  /** Of the last days; null: none. */
  readonly typeConflicts: TypeConflicts | null;
  readonly sources: readonly SourceFigures[];
  readonly lastBackupAt: number | null;
  /** Ad platforms may post without a signature. */
  readonly allowsUnsigned: boolean;
  readonly platforms: PlatformFigures;
}

export interface SourceFigures {
  readonly origin: Origin;
  readonly isConfigured: boolean;
  readonly lastReceivedAt: number | null;
  readonly silence: SourceSilence;
}

/** One thing that is not as it should be. Codes never change their meaning: monitors go by them. */
export type Finding = PlatformFinding | OwnFinding;

type OwnFinding =
  | Exclude<QueueFinding, { readonly code: 'jobs_falharam' }>
  | (Extract<QueueFinding, { readonly code: 'jobs_falharam' }> & { readonly errorCode: string | null; readonly failedAt: number | null })
  | StoreFinding;

type StoreFinding = { readonly level: FindingLevel } & (
  | { readonly code: 'requisicoes_recusadas'; readonly causes: readonly RefusedCount[] }
  | { readonly code: 'credencial_de_fonte_recusada'; readonly cause: RefusedCount }
  | { readonly code: 'reenvio_de_outro_tipo'; readonly conflicts: TypeConflicts }
  | { readonly code: 'fonte_nao_configurada'; readonly origin: Origin; readonly lastReceivedAt: number | null }
  | { readonly code: 'fonte_silenciosa'; readonly origin: Origin; readonly lastReceivedAt: number; readonly longestPauseMs: number | null }
  | { readonly code: 'disco_quase_cheio'; readonly freeBytes: number; readonly fileBytes: number }
  | { readonly code: 'recepcao_recusada'; readonly refusedAt: number; readonly errorCode: string }
  | { readonly code: 'log_danificado'; readonly writtenAt: number }
  | { readonly code: 'wal_grande'; readonly walBytes: number }
  | { readonly code: 'sem_backup'; readonly lastBackupAt: number | null }
  | { readonly code: 'sem_assinatura_permitida' }
);

export type FindingCode = Finding['code'];
export type Situation = 'ok' | Exclude<FindingLevel, 'nota'>;

/** What is wrong, the worst first; nothing when everything is fine. */
export function findWhatIsWrong(figures: HealthFigures): readonly Finding[] {
  const findings: readonly Finding[] = [
    ...aboutIntake(figures),
    ...aboutQueue(figures),
    ...aboutDisk(figures.store),
    ...figures.sources.flatMap((source) => aboutSource(source, figures.at)),
    ...aboutRefused(figures),
    ...aboutResends(figures),
    ...findWhatIsWrongAtPlatforms(figures.platforms, figures.at),
    ...aboutBackup(figures),
    ...(figures.allowsUnsigned ? [{ code: 'sem_assinatura_permitida', level: 'atencao' } as const] : []),
  ];
  return worstFirst(findings);
}

/** The worst of the findings; notes are no reason to worry. */
export function situationOf(findings: readonly Finding[]): Situation {
  if (findings.some(({ level }) => level === 'problema')) return 'problema';
  return findings.some(({ level }) => level === 'atencao') ? 'atencao' : 'ok';
}

/** Nothing else matters while events are turned away. */
function aboutIntake({ refusedDelivery }: HealthFigures): readonly Finding[] {
  if (refusedDelivery === null) return [];
  return [{ code: 'recepcao_recusada', level: 'problema', refusedAt: refusedDelivery.at, errorCode: refusedDelivery.code }];
}

/** Of failures the newest is told besides. */
function aboutQueue({ queue, newestFailure }: HealthFigures): readonly OwnFinding[] {
  const { errorCode = null, failedAt = null } = newestFailure ?? {};
  return findWhatIsWrongInQueue(queue).map((finding) => (finding.code === 'jobs_falharam' ? { ...finding, errorCode, failedAt } : finding));
}

function aboutDisk({ diskFreeBytes, fileBytes, walBytes, damagedLogAt }: StoreFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (damagedLogAt !== undefined) findings.push({ code: 'log_danificado', level: 'problema', writtenAt: damagedLogAt });
  if (diskFreeBytes !== null && diskFreeBytes < Math.max(LITTLE_DISK_BYTES, fileBytes)) {
    const level = diskFreeBytes < SCARCE_DISK_BYTES ? 'problema' : 'atencao';
    findings.push({ code: 'disco_quase_cheio', level, freeBytes: diskFreeBytes, fileBytes });
  }
  if (walBytes > LARGE_WAL_BYTES) findings.push({ code: 'wal_grande', level: 'atencao', walBytes });
  return findings;
}

/** A source that was used and is not configured any more loses leads; one that was never used is probably not wanted. */
function aboutSource({ origin, isConfigured, lastReceivedAt, silence }: SourceFigures, at: number): readonly Finding[] {
  if (!isConfigured)
    return [{ code: 'fonte_nao_configurada', level: lastReceivedAt === null ? 'nota' : 'problema', origin, lastReceivedAt }];
  if (lastReceivedAt === null) return [];
  if (silence.kind === 'unusual') {
    const { since, longestUsualMs } = silence;
    return [{ code: 'fonte_silenciosa', level: 'atencao', origin, lastReceivedAt: since, longestPauseMs: longestUsualMs }];
  }
  if (silence.kind === 'usual' || at - lastReceivedAt <= SILENT_FOR_GOOD_MS) return [];
  return [{ code: 'fonte_silenciosa', level: 'atencao', origin, lastReceivedAt, longestPauseMs: null }];
}

/** A platform does not send again what was answered 401, so the first one is a problem; its cause is not told twice. */
function aboutRefused({ refused, refusedCredentials }: HealthFigures): readonly Finding[] {
  const isTold = (one: RefusedCount): boolean => refusedCredentials.some(({ origin, code }) => origin === one.origin && code === one.code);
  const causes = refused.filter((cause) => !isTold(cause));
  return [
    ...refusedCredentials.map((cause) => ({ code: 'credencial_de_fonte_recusada', level: 'problema', cause }) as const),
    ...(causes.length === 0 ? [] : [{ code: 'requisicoes_recusadas', level: 'atencao', causes } as const]),
  ];
}

/** What the resend said is kept and has no effect: it may have been a sale. */
function aboutResends({ typeConflicts }: HealthFigures): readonly Finding[] {
  return typeConflicts === null ? [] : [{ code: 'reenvio_de_outro_tipo', level: 'atencao', conflicts: typeConflicts }];
}

function aboutBackup({ lastBackupAt, sources, at }: HealthFigures): readonly Finding[] {
  if (!isBackupMissing(lastBackupAt, hasEvents(sources), at)) return [];
  return [{ code: 'sem_backup', level: 'atencao', lastBackupAt }];
}

/** Whether anything was ever received. */
export function hasEvents(sources: readonly SourceFigures[]): boolean {
  return sources.some(({ lastReceivedAt }) => lastReceivedAt !== null);
}
