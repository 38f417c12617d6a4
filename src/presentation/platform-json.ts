import type { JsonObject } from '../base/exact-json.ts';
import { accountState, type ConnectedAccount } from '../domain/connected-account.ts';
import type { FormCheck } from '../domain/delivery-ports.ts';
import type { AccountName } from '../domain/platform-account.ts';
import { faultJson } from './fault-text.ts';
import { isoTime } from './json.ts';

/** The states of an account in the words of JSON. */
export const ACCOUNT_STATE_WORDS = {
  ok: 'ok',
  unused: 'sem_uso',
  paused: 'pausada',
  away: 'sem_resposta',
  refused: 'recusada',
  unconnected: 'desconectada',
} as const;

export function accountNameJson({ platform, kind, id }: AccountName): JsonObject {
  return { plataforma: platform, tipo: kind, conta: id };
}

/** An account at a platform; of its credential only where it comes from. */
export function accountJson(account: ConnectedAccount, now: number): JsonObject {
  const { owner, credential, pausedUntil, refusedSince, awaySince, fault, lastUsedAt, expiresAt } = account;
  const state = accountState(account, now);
  const hasFault = state === 'paused' || state === 'away' || state === 'refused';
  return {
    ...accountNameJson(account),
    cliente_id: owner,
    estado: ACCOUNT_STATE_WORDS[state],
    credencial: { ambiente: credential.setting, guardada_em: isoTime(credential.keptSince) },
    pausada_ate: state === 'paused' ? isoTime(pausedUntil) : null,
    recusada_desde: isoTime(refusedSince),
    sem_resposta_desde: isoTime(state === 'away' || state === 'refused' ? awaySince : null),
    erro_codigo: hasFault ? (fault?.code ?? null) : null,
    ...faultJson(hasFault ? (fault?.message ?? null) : null),
    usada_em: isoTime(lastUsedAt),
    expira_em: isoTime(expiresAt),
  };
}

/** What the last comparison of a form with its platform found. */
export function formCheckJson({ formId, pageId, storedUntil, checkedAt, found, missing, healed, fault }: FormCheck): JsonObject {
  return {
    formulario_id: formId,
    pagina_id: pageId,
    comparado_em: isoTime(checkedAt),
    guardado_ate: isoTime(storedUntil),
    encontrados: found,
    faltavam: missing,
    recuperados: healed,
    erro_codigo: fault?.code ?? null,
    ...faultJson(fault?.message ?? null),
  };
}
