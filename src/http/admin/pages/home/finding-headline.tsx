import type { ReactNode } from 'react';
import { formatBytes } from '../../../../base/bytes.ts';
import { formatDuration } from '../../../../base/duration.ts';
import { type RefusedCount, sumOfRefused } from '../../../../domain/refused-request.ts';
import type { TypeConflicts } from '../../../../domain/webhook-event.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import type { Finding } from '../../health/health-findings.ts';
import { Age, Ago } from '../elements/age.tsx';
import { Count, Foreign, formatCount } from '../elements/format.tsx';
import { useLanguage, useTexts } from '../language.tsx';
import { homeTexts } from './home-texts.ts';
import { PlatformHeadline } from './platform-headline.tsx';

/** What was found, in one line with its figures. */
export function FindingHeadline({ finding, now }: { readonly finding: Finding; readonly now: number }): ReactNode {
  const words = useTexts(homeTexts).headlines;
  const language = useLanguage();
  const number = (value: number): string => formatCount(value, language);
  switch (finding.code) {
    case 'sem_worker':
      return joined(words.noWorker, finding.waiting > 0 ? words.waiting(number(finding.waiting)) : null);
    case 'fila_pausada':
      return joined(
        words.paused,
        <Ago since={finding.pausedAt} now={now} />,
        finding.waiting > 0 ? words.waiting(number(finding.waiting)) : null,
      );
    case 'espera_longa':
      return (
        <>
          {words.late} <Age since={now - finding.oldestWaitingMs} now={now} />
        </>
      );
    case 'jobs_falharam':
      return words.failed(number(finding.failed), finding.failed === 1);
    case 'jobs_estacionados':
      return words.parked(number(finding.parked), finding.parked === 1);
    case 'requisicoes_recusadas':
      return (
        <>
          {words.refused(number(sumOfRefused(finding.causes)), sumOfRefused(finding.causes) === 1)}, {words.oldest}{' '}
          <Ago since={Math.min(...finding.causes.map(({ oldestAt }) => oldestAt))} now={now} />
        </>
      );
    case 'credencial_de_fonte_recusada':
      return (
        <>
          <code>{finding.cause.origin}</code>: {words.credential(number(finding.cause.count), finding.cause.count === 1)}{' '}
          <code>{finding.cause.code}</code>, {words.oldest} <Ago since={finding.cause.oldestAt} now={now} />
        </>
      );
    case 'reenvio_de_outro_tipo':
      return words.otherType(`${number(finding.conflicts.count)}${finding.conflicts.atLeast ? '+' : ''}`, finding.conflicts.count === 1);
    case 'fonte_nao_configurada':
      return (
        <>
          <code>{finding.origin}</code> {words.notConfigured}
        </>
      );
    case 'fonte_silenciosa':
      return (
        <>
          <code>{finding.origin}</code> {words.silent} <Age since={finding.lastReceivedAt} now={now} />
        </>
      );
    case 'disco_quase_cheio':
      return words.disk(formatBytes(finding.freeBytes));
    case 'recepcao_recusada':
      return joinedBySpace(words.intakeRefused, <Ago since={finding.refusedAt} now={now} />);
    case 'log_danificado':
      return joinedBySpace(words.damagedLog, <Ago since={finding.writtenAt} now={now} />);
    case 'wal_grande':
      return words.wal(formatBytes(finding.walBytes));
    case 'sem_backup':
      return finding.lastBackupAt === null
        ? words.noBackup
        : joinedBySpace(words.oldBackup, <Ago since={finding.lastBackupAt} now={now} />);
    case 'sem_assinatura_permitida':
      return words.unsigned;
    default:
      return <PlatformHeadline finding={finding} now={now} />;
  }
}

/** What more is known of it; most findings have nothing. */
export function FindingDetail({ finding, now }: { readonly finding: Finding; readonly now: number }): ReactNode {
  const words = useTexts(homeTexts).headlines;
  switch (finding.code) {
    case 'jobs_falharam':
      return finding.errorCode === null ? null : (
        <p>
          {words.newest} <code>{finding.errorCode}</code>
          {finding.failedAt === null ? null : (
            <>
              , <Ago since={finding.failedAt} now={now} />
            </>
          )}
        </p>
      );
    case 'requisicoes_recusadas':
      return <Causes causes={finding.causes} now={now} />;
    case 'reenvio_de_outro_tipo':
      return <OtherType newest={finding.conflicts.newest} now={now} />;
    case 'credencial_recusada':
      return finding.errorCode === null ? null : (
        <p>
          <code>{finding.errorCode}</code>
        </p>
      );
    case 'fonte_silenciosa':
      return finding.longestPauseMs === null ? null : <p>{words.usually(formatDuration(finding.longestPauseMs))}</p>;
    default:
      return null;
  }
}

function OtherType({ newest, now }: { readonly newest: TypeConflicts['newest']; readonly now: number }): ReactNode {
  const words = useTexts(homeTexts).headlines;
  return (
    <p>
      {words.newest} <code>{maskMark(newest.eventType)}</code> → <code>{maskMark(newest.conflictType)}</code>,{' '}
      <Ago since={newest.at} now={now} />
    </p>
  );
}

/** More than a handful would bury the rest of the page; the list has them all. */
const MOST_CAUSES = 5;

function Causes({ causes, now }: { readonly causes: readonly RefusedCount[]; readonly now: number }): ReactNode {
  const words = useTexts(homeTexts).headlines;
  const language = useLanguage();
  return (
    <ul className="causes">
      {causes.slice(0, MOST_CAUSES).map(({ origin, code, count, newestAt }) => (
        <li key={`${origin} ${code}`}>
          <code>
            {origin} <Foreign text={code} />
          </code>
          : {formatCount(count, language)}, {words.newest} <Ago since={newestAt} now={now} />
        </li>
      ))}
      {causes.length > MOST_CAUSES ? (
        <li>
          + <Count value={causes.length - MOST_CAUSES} />
        </li>
      ) : null}
    </ul>
  );
}

function joined(...parts: readonly ReactNode[]): ReactNode {
  const filled = parts.filter((part) => part !== null);
  return filled.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
    <span key={index}>
      {index === 0 ? null : ' · '}
      {part}
    </span>
  ));
}

function joinedBySpace(first: ReactNode, second: ReactNode): ReactNode {
  return (
    <>
      {first} {second}
    </>
  );
}
