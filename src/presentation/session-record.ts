import { type AdminSession, sessionEndsAt, sessionName } from '../domain/admin-session.ts';
import { record, text, time, word, wordFor } from './record.ts';

/** Omits the full key and the fingerprint of the token: nothing needs them. */
export const sessionRecord = record<AdminSession>()({
  sessao_id: word.of(sessionName),
  papel: wordFor({ operator: 'operador', reader: 'leitor' }).of('role'),
  endereco: text.of('remoteAddress'),
  navegador: text.of('userAgent'),
  criada_em: time.of('startedAt'),
  usada_em: time.of('usedAt'),
  termina_em: time.of(sessionEndsAt),
});
