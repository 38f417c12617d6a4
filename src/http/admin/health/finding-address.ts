import { CLIENT_NOT_CONNECTED } from '../../../domain/client-account.ts';
import type { RefusedCount } from '../../../domain/refused-request.ts';
import { eventListPath } from '../addresses/event-filter.ts';
import { conversionList, refusedList } from '../addresses/lists.ts';
import type { Finding } from './health-findings.ts';

/** Part of the queue's page that tells about the database. */
export const DATABASE_ANCHOR = 'banco';

/** Part of the queue's page that tells about sending conversions. */
export const CONVERSIONS_ANCHOR = 'conversoes';

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
      return eventListPath({ parked: true });
    case 'requisicoes_recusadas':
      return refusedAddress(finding.causes);
    case 'credencial_de_fonte_recusada':
      return refusedAddress([finding.cause]);
    case 'reenvio_de_outro_tipo':
      return `/admin/webhooks/${finding.conflicts.newest.id}`;
    case 'fonte_nao_configurada':
    case 'fonte_silenciosa':
    case 'credencial_recusada':
    case 'credencial_expira':
    case 'conta_sem_resposta':
    case 'conta_pausada':
    case 'leads_faltavam':
    case 'comparacao_falhou':
    case 'comparacao_atrasada':
    case 'sem_assinatura_permitida':
      return '/admin/fontes';
    case 'conversoes_sem_worker':
      return `/admin/fila#${CONVERSIONS_ANCHOR}`;
    case 'conversoes_rejeitadas':
      return conversionList.address({ state: 'rejeitada' });
    case 'conversoes_sem_conta':
      return conversionList.address({ state: 'pendente', errorCode: CLIENT_NOT_CONNECTED });
    case 'conversoes_retidas':
      return heldAddress(finding.errorCodes);
    case 'conversao_antiga':
      return conversionList.address({ state: 'pendente', platform: finding.platform });
    case 'disco_quase_cheio':
    case 'recepcao_recusada':
    case 'log_danificado':
    case 'wal_grande':
    case 'sem_backup':
      return `/admin/fila#${DATABASE_ANCHOR}`;
  }
}

/** One reason: only those that wait for it. */
function heldAddress([errorCode, ...others]: readonly string[]): string {
  return conversionList.address({ state: 'pendente', ...(errorCode === undefined || others.length > 0 ? {} : { errorCode }) });
}

/** One cause: only its requests. */
function refusedAddress([cause, ...others]: readonly RefusedCount[]): string {
  if (cause === undefined || others.length > 0) return refusedList.address({ open: true });
  return refusedList.address({ code: cause.code, origin: cause.origin, open: true });
}
