/** A person in JSON: what was found, everything that is stored, and erasures. */
import { PLATFORMS } from '../domain/conversion.ts';
import type { LeadView } from '../domain/lead.ts';
import type { Erasure, PersonPlace, PersonProgress, PlaceCount, PlatformCount, SharedContact } from '../domain/person.ts';
import { consentLine } from './consent-record.ts';
import { leadChangeRecord, leadRecord } from './lead-record.ts';
import type { PersonConversion, PersonData, PersonEvent, PersonView } from './person-data.ts';
import { count, itemsOf, list, oneOf, record, rowId, text, time, type Visibility, wordFor } from './record.ts';
import { refusedDetailRecord } from './refused-record.ts';
import { conversionTrailRecord, eventTrailRecord } from './trail-record.ts';

const place = wordFor({
  leads: 'leads',
  lead_changes: 'mudancas',
  events: 'eventos',
  resends: 'reenvios',
  fetched_answers: 'respostas_buscadas',
  batches: 'lotes',
  refused_requests: 'recusas',
  consents: 'consentimentos',
  conversions: 'conversoes',
  errors: 'erros',
  operators_log: 'registro_operadores',
  senders: 'remetentes',
  saved_views: 'visualizacoes',
} as const satisfies Record<PersonPlace, string>);

const placeRecord = record<PlaceCount>()({
  lugar: place.of('place'),
  da_pessoa: count.of('own', 'About the person.'),
  mencoes: count.of('mentions', 'About others, and only mention the person.'),
});

const sharedRecord = record<SharedContact>()({
  lead_id: rowId.of('leadId'),
  com_lead_id: rowId.of('with', 'The found lead that has the same contact.'),
  contato: wordFor({ email: 'email', phone: 'telefone', click_id: 'click_id' }).of('contact'),
});

const { lead_id, nome, email, telefone_e164, cliente, campanha, enviado_em, apagado_em } = leadRecord.fields;

export const personRecord = record<PersonView, Visibility>()(
  {
    leads: list(record<LeadView, Visibility>()({ lead_id, nome, email, telefone_e164, cliente, campanha, enviado_em, apagado_em })).of(
      'leads',
      'Newest first.',
    ),
    evento_ids: list(rowId).of(({ found }) => found.eventIds),
    recusa_ids: list(rowId).of(({ found }) => found.refusedIds),
    lugares: list(placeRecord).of(({ found }) => found.places, 'Stored rows by place; places without rows are left out.'),
    sem_cliente: count.of(
      ({ found }) => found.unassigned,
      'With a client: rows that mention the person and may be about another client. Without a client they are in `lugares`.',
    ),
    contatos_em_comum: list(sharedRecord).of(
      ({ found }) => found.shared,
      'Leads that were not found and share a contact with one that was: perhaps the same person.',
    ),
  },
  'Person',
  'What is stored about a person.',
);

const { evento, jobs, tentativas, caminho, mudancas } = eventTrailRecord.fields;

const personEvent = record<PersonEvent, Visibility>()({
  evento,
  resposta_buscada: text.nullable.of(
    ({ fetched }) => (fetched === null ? null : Buffer.from(fetched).toString('utf8')),
    'The answers that were fetched from the platform, as text.',
  ),
  jobs,
  tentativas,
  caminho,
  mudancas,
});

const personConversion = record<PersonConversion>()({
  ...conversionTrailRecord.fields,
  conta: text.nullable.of('account', 'The account that received it, such as `social_ads/dataset/104`; null: none has.'),
});

/** Everything about a person, for that person: nothing is masked if it is written revealed. */
export const personDataRecord = record<PersonData, Visibility>()(
  {
    gerado_em: time.of('at'),
    leads: list(leadRecord).of('leads'),
    eventos: list(personEvent).of('events'),
    consentimentos: list(consentLine).of('consents', 'In the order in which they apply.'),
    mudancas: list(leadChangeRecord).of('changes', 'Changes of the leads by events.'),
    conversoes: list(personConversion).of('conversions', 'What was reported to platforms, or waits to be.'),
    recusas: list(refusedDetailRecord).of('refused'),
  },
  'PersonData',
  'All data of a person, unmasked.',
);

const platformRecord = record<PlatformCount>()({ plataforma: oneOf(PLATFORMS).of('platform'), conversoes: count.of('conversions') });

export const erasureRecord = record<Erasure>()(
  {
    apagamento_id: rowId.of('id'),
    quem: text.of('operator'),
    iniciado_em: time.of('startedAt'),
    concluido_em: time.nullable.of('completedAt', 'Null: it still runs, or was interrupted and resumes when the service starts.'),
    cliente_id: rowId.nullable.of('clientId', 'Only data of this client was erased; null: of all clients.'),
    leads: count.of('leads'),
    eventos: count.of('events'),
    lugares: list(placeRecord).of('places', 'What was changed in each place so far.'),
    plataformas: list(platformRecord).of('platforms', 'Conversions that platforms have received, or may have. Only they can erase them.'),
  },
  'Erasure',
  'The erasure of a person. It contains nothing of the person.',
);

/** An erasure, and how far this process is with it. */
export interface ErasureView extends Erasure {
  readonly progress: PersonProgress | null;
}

const progressRecord = record<PersonProgress>()({ lidas: count.of('done', 'Rows that were read.'), total: count.of('total') });

export const erasureViewRecord = record<ErasureView>()(
  {
    ...erasureRecord.fields,
    andamento: progressRecord.nullable.of(
      'progress',
      'How much was searched so far; null: it is complete, waits, or another process works on it.',
    ),
  },
  'ErasureProgress',
  'An erasure, and how far it is.',
);

export const erasureList = itemsOf(erasureRecord);
