import { namedWord } from '../domain/fault.ts';
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

/** An event as shown in lists: an identity or type that is an e-mail address or a phone number is masked. */
export const eventSummaryRecord = record<EventSummary>()(
  {
    evento_id: rowId.of('id'),
    origem: origin.of('origin'),
    event_type: mark.of('eventType'),
    identidade: text.of(maskIdentity, 'Email addresses and phone numbers are masked in lists.'),
    status: oneOf(EVENT_STATUSES).of('status'),
    erro_codigo: word.nullable.of('errorCode'),
    ...faultFields<EventSummary>(({ errorParams }) => errorParams),
    lead_id: rowId.nullable.of('leadId'),
    recebido_em: time.of('receivedAt', 'When it was stored.'),
    recusado_em: time.nullable.of('refusedAt', 'When the request first arrived and was refused; null unless it was replayed.'),
    processado_em: time.nullable.of('processedAt'),
    reenvios: count.of('resends'),
    conflitos: count.of('conflicts'),
    tipo_conflito: mark.nullable.of('conflictType', 'The event type of the newest resend with a different one.'),
    apagado_em: time.nullable.of('erasedAt', 'When its person was erased; its body, headers and address are empty then.'),
  },
  'EventSummary',
  'A received event.',
);

export const eventSummaryPage = record<Page<EventSummary>>()(pageFields(eventSummaryRecord));

interface ListedEvent {
  readonly event: EventSummary;
  /** `undefined` while there is none. */
  readonly lead: LeadView | undefined;
}

const { lead_id, nome, email, cliente, campanha } = leadRecord.fields;

/** An event with its client, campaign and contact data, masked, once it has a lead. */
export const listedEventRecord = record<ListedEvent>()(
  {
    ...within(eventSummaryRecord, ({ event }: ListedEvent) => event),
    lead: record<LeadView, Visibility>()({
      lead_id,
      nome,
      email,
      telefone: word.masked(maskPhone).nullable.of(({ phoneE164, phone }) => phoneE164 ?? phone),
      cliente,
      campanha,
    }).nullable.given(
      ({ lead }) => lead ?? null,
      () => MASKED,
      'The lead, masked; null: none yet.',
    ),
  },
  'ListedEvent',
  'A received event with its lead.',
);

const unsearched = count.told('Events that the search does not find yet, because its index is behind; 0 without `busca`.');

interface EventPage extends Page<ListedEvent> {
  readonly unsearched: number;
  /** `undefined` if not counted. */
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
    ...faultFields<ProblemGroup['newest']>(({ params }) => params),
  }).of('newest'),
});

export const problemGroups = record<readonly ProblemGroup[]>()({ grupos: list(problemGroup).of((groups) => groups) });

/** How many events a bulk change would affect. */
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

export const eventRetried = record<EventChanged>()({
  evento_id: rowId.of('id'),
  repetido: yes.of('isDone', 'False: the event is waiting or being processed already.'),
});

export const eventForgotten = record<EventChanged>()({
  evento_id: rowId.of('id'),
  esquecido: yes.of('isDone', 'False: the event has no job that failed or waits for something outside.'),
});
