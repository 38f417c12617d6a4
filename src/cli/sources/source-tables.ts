import type { AccountState, ConnectedAccount } from '../../app/lead-answers/connected-accounts.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say, type Translated } from '../../base/language.ts';
import type { SourceActivity } from '../../domain/source-activity.ts';
import { isoTime } from '../../presentation/json.ts';
import { renderTime, timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** A source with whether its secret is set. */
export interface ListedSource extends SourceActivity {
  readonly isConfigured: boolean;
}

export const SOURCE_COLUMNS: readonly Column<ListedSource>[] = [
  { header: { en: 'SOURCE', pt: 'ORIGEM' }, cell: (source) => source.origin, whole: true },
  { header: { en: 'SECRET', pt: 'SEGREDO' }, cell: (source) => say(source.isConfigured ? IS_SET : IS_NOT_SET) },
  timeColumn({ en: 'LAST EVENT', pt: 'ÚLTIMO EVENTO' }, (source) => source.lastReceivedAt),
  { header: '24 h', cell: ({ received24h, isMoreThanCounted }) => `${received24h}${isMoreThanCounted ? '+' : ''}`, align: 'right' },
];

const IS_SET = { en: 'set', pt: 'definido' };
const IS_NOT_SET = { en: 'missing', pt: 'falta' };

export const ACCOUNT_COLUMNS: readonly Column<ConnectedAccount>[] = [
  { header: { en: 'ACCOUNT', pt: 'CONTA' }, cell: ({ platform, kind, id }) => `${platform} ${kind} ${id}`, whole: true },
  { header: { en: 'STATE', pt: 'ESTADO' }, cell: stateText },
  { header: { en: 'CREDENTIAL', pt: 'CREDENCIAL' }, cell: ({ credential }) => credential, whole: true },
  { header: { en: 'KEPT IN', pt: 'GUARDADA EM' }, cell: ({ place }) => (place === null ? null : say(PLACES[place])), priority: 1 },
];

const PLACES = {
  database: { en: 'database', pt: 'banco de dados' },
  settings: { en: 'settings', pt: 'configurações' },
};

const STATES: { readonly [state in AccountState]: Translated<string> } = {
  ok: { en: 'ok', pt: 'ok' },
  paused: { en: 'paused until', pt: 'em pausa até' },
  refused: { en: 'refused since', pt: 'recusada desde' },
  unreadable: { en: 'cannot be opened: another CREDENTIALS_KEY', pt: 'não abre: outra CREDENTIALS_KEY' },
  not_connected: { en: 'not connected', pt: 'não conectada' },
};

function stateText({ state, pausedUntil, refusedSince }: ConnectedAccount): string {
  const moment = state === 'paused' ? pausedUntil : state === 'refused' ? refusedSince : null;
  return moment === null ? say(STATES[state]) : `${say(STATES[state])} ${renderTime(moment)}`;
}

/** An account as machines read it; never its credential. */
export function accountJson(account: ConnectedAccount): JsonObject {
  return {
    plataforma: account.platform,
    tipo: account.kind,
    conta: account.id,
    estado: account.state,
    credencial: account.credential,
    guardada_em: account.place,
    pausada_ate: isoTime(account.pausedUntil),
    recusada_em: isoTime(account.refusedSince),
    erro_codigo: account.fault?.code ?? null,
    erro_mensagem: account.fault?.message ?? null,
    usada_em: isoTime(account.lastUsedAt),
  };
}
