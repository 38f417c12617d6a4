import { type AdminSession, isInTime } from '../../../domain/admin-session.ts';
import type { NamedSecret, SealedNamedSecret } from '../../../domain/named-secret.ts';
import type { CurrentSecret, SecretUse, SecretUses } from '../../../domain/secret-rotation.ts';
import type { WebhookEvent } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { allOfThem, idOrNull, oneOf, oneOrNull, reading, type StoredFields } from '../rows/fields.ts';

const NAMED_SECRET: StoredFields<NamedSecret> = {
  name: 'nome',
  origin: 'origem',
  clientId: idOrNull('cliente_id'),
  fingerprint: 'impressao',
  createdAt: 'criado_em',
  removedAt: 'removido_em',
};

const toNamedSecret = reading(NAMED_SECRET);

const VALID = 'select * from segredos_nomeados where removido_em is null';

/** Valid and removed ones. */
export const listNamedSecrets = allOfThem('select * from segredos_nomeados order by removido_em is not null, nome, id desc', toNamedSecret);

export const SEALED_SECRET: StoredFields<SealedNamedSecret> = { ...NAMED_SECRET, sealed: 'lacrado' };

export const sealedNamedSecrets = allOfThem(VALID, reading(SEALED_SECRET));

export const secretNamed = oneOrNull(`${VALID} and nome = ?`, toNamedSecret);

export const secretOfValue = oneOrNull(`${VALID} and origem = ? and impressao = ?`, toNamedSecret);

export const secretOfClient = oneOrNull(`${VALID} and cliente_id = ?`, toNamedSecret);

const secretBehind = oneOrNull(
  'select * from segredos_nomeados where origem = ? and impressao = ? order by id desc limit 1',
  toNamedSecret,
);

/** The named secret that an event was received with; the newest, if a removed one was added again. */
export async function namedSecretOf(
  connection: Connection,
  { origin, secret }: Pick<WebhookEvent, 'origin' | 'secret'>,
): Promise<NamedSecret | null> {
  return secret === null ? null : await secretBehind(connection, origin, secret);
}

/** The newest row of each source. */
const CURRENT = `
select origem as origin, segredo as secret, desde as since from segredos_atuais
where id in (select max(id) from segredos_atuais group by origem)`;

const USES = `
select origem as origin, segredo as secret, tipo as kind, remetente as id, ip as remoteAddress, visto_em as seenAt
from segredos_usos order by visto_em desc, remetente`;

/** Which secrets are current, and which senders use which. */
export async function secretUses(connection: Connection): Promise<SecretUses> {
  return { current: await connection.all<CurrentSecret>(CURRENT), uses: await connection.all<SecretUse>(USES) };
}

export const SESSION: StoredFields<AdminSession> = {
  key: 'chave',
  role: oneOf('papel', { operator: 'operador', reader: 'leitor' }),
  credential: 'credencial',
  remoteAddress: 'endereco',
  userAgent: 'navegador',
  startedAt: 'criada_em',
  usedAt: 'usada_em',
};

const toSession = reading(SESSION);

export const findSession = oneOrNull('select * from sessoes where chave = ?', toSession);

const sessions = allOfThem('select * from sessoes order by usada_em desc, chave', toSession);

export async function listSessions(connection: Connection, now: number): Promise<readonly AdminSession[]> {
  return (await sessions(connection)).filter((session) => isInTime(session, now));
}
