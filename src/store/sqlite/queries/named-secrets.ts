import type { NamedSecret, SealedNamedSecret } from '../../../domain/named-secret.ts';
import type { WebhookEvent } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { type NamedSecretRow, toNamedSecret, toSealedNamedSecret, VALID_NAMED_SECRETS } from '../rows/named-secret-rows.ts';

const ALL = 'select * from segredos_nomeados order by removido_em is not null, nome, id desc';

const OF_EVENT = 'select * from segredos_nomeados where origem = ? and impressao = ? order by id desc limit 1';

/** By which named secret an event came; the newest, where a removed one was added again. */
export function namedSecretOf(connection: Connection, { origin, secret }: Pick<WebhookEvent, 'origin' | 'secret'>): NamedSecret | null {
  const row = secret === null ? undefined : (connection.statement(OF_EVENT).get(origin, secret) as NamedSecretRow | undefined);
  return row === undefined ? null : toNamedSecret(row);
}

/** Named secrets, valid and removed ones. Synchronous; the store wraps it in promises. */
export class NamedSecretQueries {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(): readonly NamedSecret[] {
    return (this.#connection.statement(ALL).all() as NamedSecretRow[]).map(toNamedSecret);
  }

  sealed(): readonly SealedNamedSecret[] {
    return (this.#connection.statement(VALID_NAMED_SECRETS).all() as NamedSecretRow[]).map(toSealedNamedSecret);
  }
}
