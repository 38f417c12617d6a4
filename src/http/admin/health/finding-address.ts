import type { RefusedCount } from '../../../domain/refused-request.ts';
import { eventListPath } from '../addresses/event-filter.ts';
import { REFUSED_PATH, refusedListPath } from '../addresses/refused-paths.ts';
import type { Finding } from './health-findings.ts';

/** Part of the queue's page that tells about the database. */
export const DATABASE_ANCHOR = 'banco';

/** The page on which a finding is understood and mended. */
export function findingAddress(finding: Finding): string {
  switch (finding.code) {
    case 'sem_worker':
    case 'fila_pausada':
    case 'espera_longa':
      return '/admin/fila';
    case 'jobs_falharam':
      return eventListPath({ status: 'erro' });
    case 'jobs_estacionados':
      return eventListPath({ status: 'recebido' });
    case 'requisicoes_recusadas':
      return refusedAddress(finding.causes);
    case 'fonte_nao_configurada':
    case 'fonte_silenciosa':
    case 'sem_assinatura_permitida':
      return '/admin/fontes';
    case 'disco_quase_cheio':
    case 'wal_grande':
    case 'sem_backup':
      return `/admin/fila#${DATABASE_ANCHOR}`;
  }
}

/** One cause: only its requests. */
function refusedAddress([cause, ...others]: readonly RefusedCount[]): string {
  if (cause === undefined || others.length > 0) return REFUSED_PATH;
  return refusedListPath({ codigo: cause.code, origem: cause.origin });
}
