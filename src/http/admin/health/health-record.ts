/** What the first page of the admin answers as JSON. */
import { PLATFORMS } from '../../../domain/conversion.ts';
import { FIRST_STEPS, type FirstStep } from '../../../domain/first-steps.ts';
import type { AccountName } from '../../../domain/platform-account.ts';
import { accountNameRecord } from '../../../presentation/account-record.ts';
import { typeConflictsRecord } from '../../../presentation/event-record.ts';
import { endedRecord } from '../../../presentation/queue-record.ts';
import {
  amount,
  count,
  eitherOf,
  type Kind,
  list,
  milliseconds,
  oneOf,
  origin,
  orMore,
  record,
  text,
  time,
  within,
  yes,
} from '../../../presentation/record.ts';
import { refusedCountRecord } from '../../../presentation/refused-record.ts';
import { findingAddress } from './finding-address.ts';
import { type Finding, type FindingCode, situationOf } from './health-findings.ts';
import type { Health } from './look-at-health.ts';

type Of<Code extends FindingCode> = Extract<Finding, { readonly code: Code }>;

const counted = record<Of<'conversoes_rejeitadas' | 'conversoes_retidas'>>()({
  total: count.of('count'),
  ou_mais: orMore.of('isMoreThanCounted'),
});

const account = within(accountNameRecord, (finding: { readonly account: AccountName }) => finding.account);

/** The figures of a finding, by its code. */
const FIGURES: { readonly [Code in FindingCode]: Kind<Of<Code>, unknown, object> } = {
  sem_worker: record<Of<'sem_worker'>>()({ pendente: count.of('waiting') }),
  fila_pausada: record<Of<'fila_pausada'>>()({ pausada_em: time.of('pausedAt'), pendente: count.of('waiting') }),
  espera_longa: record<Of<'espera_longa'>>()({ mais_antigo_ms: amount.of('oldestWaitingMs') }),
  jobs_falharam: record<Of<'jobs_falharam'>>()({
    falhou: count.of('failed'),
    erro_codigo: text.nullable.of('errorCode'),
    finalizado_em: time.nullable.of('failedAt'),
  }),
  jobs_estacionados: record<Of<'jobs_estacionados'>>()({ estacionado: count.of('parked') }),
  requisicoes_recusadas: record<Of<'requisicoes_recusadas'>>()({
    causas: list(refusedCountRecord).of('causes', 'Of those that were not replayed, without what came without any signature.'),
  }),
  credencial_de_fonte_recusada: refusedCountRecord.from((finding: Of<'credencial_de_fonte_recusada'>) => finding.cause),
  reenvio_de_outro_tipo: typeConflictsRecord.from((finding: Of<'reenvio_de_outro_tipo'>) => finding.conflicts),
  fonte_nao_configurada: record<Of<'fonte_nao_configurada'>>()({
    origem: origin.of('origin'),
    ultimo_evento_em: time.nullable.of('lastReceivedAt'),
  }),
  fonte_silenciosa: record<Of<'fonte_silenciosa'>>()({
    origem: origin.of('origin'),
    ultimo_evento_em: time.of('lastReceivedAt'),
    maior_pausa_ms: amount.nullable.of('longestPauseMs'),
  }),
  disco_quase_cheio: record<Of<'disco_quase_cheio'>>()({ disco_livre_bytes: count.of('freeBytes'), arquivo_bytes: count.of('fileBytes') }),
  recepcao_recusada: record<Of<'recepcao_recusada'>>()({ em: time.of('refusedAt'), erro_codigo: text.of('errorCode') }),
  log_danificado: record<Of<'log_danificado'>>()({ ultima_gravacao_em: time.of('writtenAt') }),
  wal_grande: record<Of<'wal_grande'>>()({ wal_bytes: count.of('walBytes') }),
  sem_backup: record<Of<'sem_backup'>>()({ ultimo_backup_em: time.nullable.of('lastBackupAt') }),
  sem_assinatura_permitida: record<Of<'sem_assinatura_permitida'>>()({}),
  credencial_recusada: record<Of<'credencial_recusada'>>()({
    ...account,
    desde: time.of('since'),
    erro_codigo: text.nullable.of('errorCode'),
  }),
  credencial_expira: record<Of<'credencial_expira'>>()({ ...account, expira_em: time.of('expiresAt') }),
  conta_sem_resposta: record<Of<'conta_sem_resposta'>>()({ ...account, desde: time.of('since') }),
  conta_pausada: record<Of<'conta_pausada'>>()({ ...account, pausada_ate: time.of('until') }),
  leads_faltavam: record<Of<'leads_faltavam'>>()({
    faltavam: count.of('missing'),
    formularios: count.of('forms'),
    comparado_em: time.of('checkedAt'),
  }),
  comparacao_falhou: record<Of<'comparacao_falhou'>>()({
    formularios: count.of('forms'),
    erro_codigo: text.of('errorCode'),
    comparado_em: time.of('checkedAt'),
  }),
  comparacao_atrasada: record<Of<'comparacao_atrasada'>>()({ comparado_em: time.of('checkedAt'), intervalo_horas: count.of('everyHours') }),
  conversoes_sem_worker: record<Of<'conversoes_sem_worker'>>()({
    esperando_desde: time.nullable.of('waitingSince'),
    pendente: count.of('waiting'),
  }),
  conversoes_rejeitadas: counted.from((finding: Of<'conversoes_rejeitadas'>) => finding),
  conversoes_retidas: counted.from((finding: Of<'conversoes_retidas'>) => finding),
  conversoes_sem_conta: record<Of<'conversoes_sem_conta'>>()({
    total: count.of('count'),
    clientes: list(text).of('clientIds', 'Ids of the clients whose conversions wait for an account.'),
  }),
  conversao_antiga: record<Of<'conversao_antiga'>>()({
    plataforma: oneOf(PLATFORMS).of('platform'),
    esperando_desde: time.of('waitingSince'),
  }),
};

const level = oneOf(['problema', 'atencao', 'nota']).told(
  'problema: leads are not made, or will not be. atencao: it works, and probably is not meant so. nota: nothing is wrong.',
);

/** A finding with figures of its own. */
function findingRecord(code: FindingCode) {
  return record<Finding>()({
    codigo: oneOf([code]).of(() => code),
    nivel: level.of('level'),
    dados: (FIGURES[code] as Kind<Finding, unknown, object>).of((finding) => finding),
    endereco: text.of(findingAddress, 'The page on which it is understood and mended.'),
  });
}

const CODES = Object.keys(FIGURES) as FindingCode[];
const FINDINGS = new Map(CODES.map((code) => [code, findingRecord(code)]));
const anyFinding = eitherOf([...FINDINGS.values()], ({ code }: Finding) => FINDINGS.get(code) ?? findingRecord(code));

type Received = Health['received24h'][number];

export const healthRecord = record<Health>()({
  em: time.of(({ figures }) => figures.at),
  situacao: oneOf(['ok', 'inicio', 'atencao', 'problema']).of(
    ({ findings, firstSteps }) => (firstSteps !== null && situationOf(findings) === 'ok' ? 'inicio' : situationOf(findings)),
    'The worst of `achados`; notes do not count. `inicio`: nothing is wrong, and there is no lead yet.',
  ),
  achados: list(anyFinding).of('findings', 'What is wrong, the worst first.'),
  primeiros_passos: list(
    record<FirstStep>()({ passo: oneOf(FIRST_STEPS).of('step'), feito: yes.nullable.of('isDone', 'Null: the program cannot see it.') }),
  ).nullable.of('firstSteps', 'What is to be done until leads arrive; null once there is one.'),
  numeros: record<Health>()({
    pendente: count.of(({ figures }) => figures.queue.waiting),
    mais_antigo_ms: milliseconds.nullable.of(({ figures }) => figures.queue.oldestWaitingMs),
    ultima_hora: endedRecord.of('history'),
    recebidos_24h: list(
      record<Received>()({ origem: origin.of('origin'), total: count.of('received24h'), ou_mais: orMore.of('isMoreThanCounted') }),
    ).of('received24h'),
    recusadas_24h: count.of('refused24h', 'Requests refused in the last 24 hours and kept, replayed or not.'),
  }).of((health) => health),
});
