import { namedWord } from '../domain/fault-target.ts';
import type { LeadView } from '../domain/lead.ts';
import type { EventCount } from '../domain/ports.ts';
import type { Page } from '../domain/report-ports.ts';
import { EVENT_STATUSES, type EventSummary, type ProblemGroup } from '../domain/webhook-event.ts';
import { faultFields } from './fault-record.ts';
import { leadRecord } from './lead-record.ts';
import { maskIdentity, maskMark, maskPhone } from './masking.ts';
import {
  count,
  list,
  MASKED,
  oneOf,
  origin,
  orMore,
  pageFields,
  record,
  rowId,
  text,
  time,
  type Visibility,
  within,
  word,
  yes,
} from './record.ts';

const mark = text.always(maskMark);

/** An event as lists show it: an identity or type that is an e-mail address or a phone number is masked. */
export const eventSummaryRecord = record<EventSummary>()(
  {
    evento_id: rowId.of('id'),
    origem: origin.of('origin'),
    event_type: mark.of('eventType'),
    identidade: text.of(maskIdentity, 'In lists an e-mail address or a phone number is masked.'),
    status: oneOf(EVENT_STATUSES).of('status'),
    erro_codigo: word.nullable.of('errorCode'),
    ...faultFields<EventSummary>(({ errorMessage }) => errorMessage),
    lead_id: rowId.nullable.of('leadId'),
    recebido_em: time.of('receivedAt', 'When it was stored.'),
    recusado_em: time.nullable.of('refusedAt', 'When its request first arrived and was refused; it was replayed later.'),
    processado_em: time.nullable.of('processedAt'),
    reenvios: count.of('resends'),
    conflitos: count.of('conflicts'),
    tipo_conflito: mark.nullable.of('conflictType', 'The type of the newest resend that named another one.'),
  },
  'EventSummary',
  'A received event in short.',
);

export const eventSummaryPage = record<Page<EventSummary>>()(pageFields(eventSummaryRecord));

interface ListedEvent {
  readonly event: EventSummary;
  /** Undefined: while there is none. */
  readonly lead: LeadView | undefined;
}

const { lead_id, nome, email, cliente } = leadRecord.fields;

/** An event with whom it belongs to, masked, as soon as there is a lead. */
const listedEventRecord = record<ListedEvent>()(
  {
    ...within(eventSummaryRecord, ({ event }: ListedEvent) => event),
    lead: record<LeadView, Visibility>()({
      lead_id,
      nome,
      email,
      telefone: word.masked(maskPhone).nullable.of(({ phoneE164, phone }) => phoneE164 ?? phone),
      cliente,
    }).nullable.given(
      ({ lead }) => lead ?? null,
      () => MASKED,
      'Whom it belongs to, masked; null while it has no lead.',
    ),
  },
  'ListedEvent',
  'A received event with whom it belongs to.',
);

const unsearched = count.told('Events that the search does not find yet, because its index is behind; 0 without `busca`.');

interface EventPage extends Page<ListedEvent> {
  readonly unsearched: number;
  /** Undefined: nobody looked. */
  readonly refused: number | undefined;
}

export const eventPage = record<EventPage>()({
  ...pageFields(listedEventRecord),
  fora_da_busca: unsearched.of('unsearched'),
  recusadas: count.optional.of('refused', 'Refused requests that the search finds as well; 0 without `busca`. A stream does not tell it.'),
});

const problemGroup = record<ProblemGroup>()({
  erro_codigo: word.of('errorCode'),
  erro_alvo: text.nullable.of(
    ({ named }) => (named === null ? null : namedWord(named)),
    'What the errors of the group name; `-`: nothing; null: more things than are told apart.',
  ),
  estacionado: yes.of('parked'),
  total: count.of('count'),
  ou_mais: orMore.of('atLeast'),
  mais_recente: record<ProblemGroup['newest']>()({
    evento_id: rowId.of('eventId'),
    em: time.of('at'),
    ...faultFields<ProblemGroup['newest']>(({ message }) => message),
  }).of('newest'),
});

export const problemGroups = record<readonly ProblemGroup[]>()({ grupos: list(problemGroup).of((groups) => groups) });

/** What a bulk change would touch. */
export const bulkTotal = record<EventCount & { readonly unsearched: number }>()({
  repetir: count.of('retryable', 'Events that would run again.'),
  esquecer: count.of('forgettable', 'Events whose job would be deleted.'),
  ou_mais: orMore.of('atLeast'),
  fora_da_busca: unsearched.of('unsearched'),
});

interface EventChanged {
  readonly id: string;
  readonly isDone: boolean;
}

export const eventRunAgain = record<EventChanged>()({
  evento_id: rowId.of('id'),
  repetido: yes.of('isDone', 'False: the event is waiting or being processed already.'),
});

export const eventForgotten = record<EventChanged>()({
  evento_id: rowId.of('id'),
  esquecido: yes.of('isDone', 'False: the event has no job that failed or waits for something outside.'),
});
