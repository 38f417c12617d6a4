import {
  judgeNamedRotation,
  NAMED_SECRET_ORIGINS,
  type NamedSecret,
  type NamedSecretSender,
  type UsedNamedSecret,
} from '../domain/named-secret.ts';
import { ROTATION_STATES, SENDER_KINDS } from '../domain/secret-rotation.ts';
import { itemsOf, list, oneOf, record, rowId, text, time } from './record.ts';

const place = oneOf(NAMED_SECRET_ORIGINS).told('The source that uses it; `exportacao` for the conversion export.');
const limit = rowId.nullable.told('The only client it can create leads for or export conversions of; null: all.');

/** A named secret; never the secret itself. */
export const namedSecretRecord = record<Omit<NamedSecret, 'fingerprint'>>()(
  {
    nome: text.of('name'),
    origem: place.of('origin'),
    cliente_id: limit.of('clientId'),
    criado_em: time.of('createdAt'),
    removido_em: time.nullable.of('removedAt', 'When it was removed; null: it is valid.'),
  },
  'NamedSecret',
  'A sender secret, without the secret itself.',
);

const sender = record<NamedSecretSender>()({
  tipo: oneOf(SENDER_KINDS).of('kind'),
  remetente: text.of('id'),
  ip: text.of('remoteAddress'),
  visto_em: time.of('seenAt'),
  agora_com: text.nullable.of('movedTo', 'Name of another secret that the sender has used since; null: none.'),
});

/** The same with its users. Context: the time at which their state is judged. */
const usedNamedSecretRecord = record<UsedNamedSecret, number>()(
  {
    ...namedSecretRecord.fields,
    usado_em: time.nullable.of('usedAt', 'When it was last used; null: never.'),
    rotacao: oneOf(ROTATION_STATES).of(
      judgeNamedRotation,
      '`nenhuma`: no sender has moved to another secret. `em_uso`: some have, and it was used in the last 7 days. `a_conferir`: it was not, but some ' +
        'senders have not moved. `concluida`: it can be removed.',
    ),
    remetentes: list(sender).of('senders', 'The senders, latest use first.'),
  },
  'UsedNamedSecret',
  'A sender secret with its senders.',
);

export const namedSecretsRecord = itemsOf(usedNamedSecretRecord);

export const addedNamedSecret = record<Pick<NamedSecret, 'name' | 'origin' | 'clientId'> & { readonly value: string }>()({
  nome: text.of('name'),
  origem: place.of('origin'),
  cliente_id: limit.of('clientId'),
  segredo: text.of('value', 'The secret itself; no other answer has it.'),
});
