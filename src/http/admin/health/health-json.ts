import type { JsonObject } from '../../../base/exact-json.ts';
import { typeConflictsJson } from '../../../presentation/event-json.ts';
import { isoTime } from '../../../presentation/json.ts';
import { accountNameJson } from '../../../presentation/platform-json.ts';
import { lastHourOf, snapshotJson } from '../../../presentation/queue-json.ts';
import { refusedCountJson } from '../../../presentation/refused-json.ts';
import { findingAddress } from './finding-address.ts';
import { type Finding, situationOf } from './health-findings.ts';
import type { Health } from './look-at-health.ts';
import type { PlatformFinding } from './platform-findings.ts';

/** `{"situacao":"ok"|"inicio"|"atencao"|"problema","achados":[…],"numeros":{…}}` */
export function healthJson({ figures, findings, firstSteps, history, received24h, refused24h }: Health): JsonObject {
  const { concluido, falhou } = lastHourOf(history);
  const { pendente, mais_antigo_ms } = snapshotJson(figures.queue);
  return {
    em: isoTime(figures.at),
    situacao: firstSteps !== null && situationOf(findings) === 'ok' ? 'inicio' : situationOf(findings),
    achados: findings.map(findingJson),
    primeiros_passos: firstSteps?.map(({ step, isDone }) => ({ passo: step, feito: isDone })) ?? null,
    numeros: {
      pendente: pendente ?? null,
      mais_antigo_ms: mais_antigo_ms ?? null,
      ultima_hora: { concluido, falhou },
      recebidos_24h: received24h.map(({ origin, received24h: total, isMoreThanCounted }) => ({
        origem: origin,
        total,
        ou_mais: isMoreThanCounted,
      })),
      recusadas_24h: refused24h,
    },
  };
}

function findingJson(finding: Finding): JsonObject {
  return { codigo: finding.code, nivel: finding.level, dados: figuresJson(finding), endereco: findingAddress(finding) };
}

function figuresJson(finding: Finding): JsonObject {
  switch (finding.code) {
    case 'sem_worker':
      return { pendente: finding.waiting };
    case 'fila_pausada':
      return { pausada_em: isoTime(finding.pausedAt), pendente: finding.waiting };
    case 'espera_longa':
      return { mais_antigo_ms: finding.oldestWaitingMs };
    case 'jobs_falharam':
      return { falhou: finding.failed, erro_codigo: finding.errorCode, finalizado_em: isoTime(finding.failedAt) };
    case 'jobs_estacionados':
      return { estacionado: finding.parked };
    case 'requisicoes_recusadas':
      return {
        causas: finding.causes.map(refusedCountJson),
      };
    case 'credencial_de_fonte_recusada':
      return refusedCountJson(finding.cause);
    case 'reenvio_de_outro_tipo':
      return typeConflictsJson(finding.conflicts);
    case 'fonte_nao_configurada':
      return { origem: finding.origin, ultimo_evento_em: isoTime(finding.lastReceivedAt) };
    case 'fonte_silenciosa':
      return { origem: finding.origin, ultimo_evento_em: isoTime(finding.lastReceivedAt), maior_pausa_ms: finding.longestPauseMs };
    case 'disco_quase_cheio':
      return { disco_livre_bytes: finding.freeBytes, arquivo_bytes: finding.fileBytes };
    case 'recepcao_recusada':
      return { em: isoTime(finding.refusedAt), erro_codigo: finding.errorCode };
    case 'log_danificado':
      return { ultima_gravacao_em: isoTime(finding.writtenAt) };
    case 'wal_grande':
      return { wal_bytes: finding.walBytes };
    case 'sem_backup':
      return { ultimo_backup_em: isoTime(finding.lastBackupAt) };
    case 'sem_assinatura_permitida':
      return {};
    default:
      return platformFiguresJson(finding);
  }
}

function platformFiguresJson(finding: PlatformFinding): JsonObject {
  switch (finding.code) {
    case 'credencial_recusada':
      return { ...accountNameJson(finding.account), desde: isoTime(finding.since), erro_codigo: finding.errorCode };
    case 'credencial_expira':
      return { ...accountNameJson(finding.account), expira_em: isoTime(finding.expiresAt) };
    case 'conta_sem_resposta':
      return { ...accountNameJson(finding.account), desde: isoTime(finding.since) };
    case 'conta_pausada':
      return { ...accountNameJson(finding.account), pausada_ate: isoTime(finding.until) };
    case 'leads_faltavam':
      return { faltavam: finding.missing, formularios: finding.forms, comparado_em: isoTime(finding.checkedAt) };
    case 'comparacao_falhou':
      return { formularios: finding.forms, erro_codigo: finding.errorCode, comparado_em: isoTime(finding.checkedAt) };
    case 'comparacao_atrasada':
      return { comparado_em: isoTime(finding.checkedAt), intervalo_horas: finding.everyHours };
    case 'conversoes_sem_worker':
      return { esperando_desde: isoTime(finding.waitingSince), pendente: finding.waiting };
    case 'conversoes_rejeitadas':
    case 'conversoes_retidas':
      return { total: finding.count, ou_mais: finding.isMoreThanCounted };
    case 'conversoes_sem_conta':
      return { total: finding.count, clientes: [...finding.clientIds] };
    case 'conversao_antiga':
      return { plataforma: finding.platform, esperando_desde: isoTime(finding.waitingSince) };
  }
}
