import { randomUUID } from 'node:crypto';
import { type AttributedLead, conversionTargets, searchClick } from '../../../src/domain/attribution.ts';
import { firstState } from '../../../src/domain/conversion.ts';
import type { Routing } from '../../../src/domain/directory.ts';
import type { LeadIntent } from '../../../src/domain/lead.ts';
import { Origin } from '../../../src/domain/origin.ts';
import { prepareEvent } from '../../../src/processing/process-event.ts';
import type { SqlValue } from '../../../src/store/sql/connection.ts';
import { contactKeys } from '../../../src/store/sql/keys/contact-keys.ts';
import { leadFieldValues, toStoredFields } from '../../../src/store/sql/rows/lead-rows.ts';
import { leadBody } from '../../requests.ts';

/** What a job contains: everything of its event that the handler needs, so that no peer has to read the event first. */
export interface EventJob {
  readonly eventId: number;
  readonly identity: string;
  readonly eventType: string;
  readonly receivedAt: number;
  readonly body: string;
}

/**
 * A lead as lead-intake's own code decides it. What is left to a peer is to store it. For new people, who are all of them in the bench, the
 * rows are the same as lead-intake's. A person seen before only gets the contacts that the lead lacks, and conversions by the sale's own clicks.
 */
export interface LeadToStore {
  readonly eventId: number;
  readonly identity: string;
  readonly clientId: number;
  readonly userId: number | null;
  readonly campaignId: string | null;
  readonly searchClickSeenAt: number | null;
  readonly socialClickSeenAt: number | null;
  /** In the order of `LEAD_FIELD_COLUMNS`. */
  readonly fields: readonly SqlValue[];
  /** The keys of its contacts, as lead-intake stores them. */
  readonly contactKeys: readonly number[];
  /** One for each platform that it is reported to, in the order of `CONVERSION_COLUMNS`. */
  readonly conversions: readonly (readonly SqlValue[])[];
  readonly now: number;
}

/** The columns that need neither the lead's id nor its event's. */
export const CONVERSION_COLUMNS = ['plataforma', 'click_id', 'click_tipo', 'nome', 'chave', 'valor', 'moeda', 'ocorrida_em', 'estado'];

/** An event that is read, but not routed yet. */
export interface ReadEvent {
  readonly campaignId: string;
  /** @param routing of the campaign */
  conclude(routing: Routing): LeadToStore;
}

export const LEAD_ORIGIN = Origin.ownForm;

const RULES = { eventTypes: new Map() };
const ATTRIBUTION = { attribution: 'every', isEnhanced: false } as const;

/** The same event as in lead-intake's queue. */
export function newEventJob(eventId: number): EventJob {
  const identity = randomUUID();
  const receivedAt = Date.now();
  const eventType = 'conversion';
  return { eventId, identity, eventType, receivedAt, body: leadBody(identity, eventType, receivedAt).toString('utf8') };
}

/** Parses the body, and normalizes e-mail and phone. */
export function readEvent({ eventId, body, ...job }: EventJob): ReadEvent {
  const event = { ...job, eventId: String(eventId), origin: LEAD_ORIGIN, body: Buffer.from(body), refusedAt: null, limitedTo: null };
  const prepared = prepareEvent(event, RULES);
  if (prepared.kind !== 'routed' || prepared.routing.campaignId === null) throw new Error(`event ${eventId} names no campaign`);
  return {
    campaignId: prepared.routing.campaignId,
    conclude: (routing) => {
      const outcome = prepared.conclude(routing);
      if (outcome.kind !== 'lead') throw new Error(`event ${eventId} creates no lead`);
      const { identity, userId, campaignId, fields } = outcome.intent;
      const clientId = Number(routing.clientId);
      const now = Date.now();
      const searchClickSeenAt = searchClick(fields) === null ? null : now;
      const socialClickSeenAt = fields.socialClickId === null ? null : now;
      return {
        eventId,
        identity,
        clientId,
        userId: userId === null ? null : Number(userId),
        campaignId,
        searchClickSeenAt,
        socialClickSeenAt,
        fields: leadFieldValues(toStoredFields(fields)),
        contactKeys: contactKeys(clientId, fields),
        conversions: conversionsOf(outcome.intent, { searchClickSeenAt, socialClickSeenAt, createdAt: now }),
        now,
      };
    },
  };
}

function conversionsOf(
  { origin, clientId, fields, conversion }: LeadIntent,
  seen: Pick<AttributedLead, 'searchClickSeenAt' | 'socialClickSeenAt' | 'createdAt'>,
): readonly (readonly SqlValue[])[] {
  if (conversion === null) return [];
  const { name, key, value, currency, happenedAt } = conversion;
  const targets = conversionTargets({ ...fields, ...seen, origin, clientId }, null, ATTRIBUTION);
  return (targets.length === 0 ? [null] : targets).map((target) => {
    const platform = target?.platform ?? null;
    return [platform, target?.clickId ?? null, target?.clickKind ?? null, name, key, value, currency, happenedAt, firstState(platform)];
  });
}

/** What differs between the two databases. */
export interface Dialect {
  /** An id that the database assigns. */
  readonly newId: string;
  /** An id from elsewhere. */
  readonly id: string;
  /** For a table that consists of its key. */
  readonly keyOnly: string;
}

/**
 * lead-intake's tables that a lead is written to, with the same columns, indexes and foreign keys. Only identities differ: a unique index,
 * where lead-intake has a table of hashes.
 */
export function leadTables({ newId, id, keyOnly }: Dialect): string {
  return `
create table clientes (id ${id}, nome text not null);
create table usuarios (id ${id}, cliente_id bigint not null references clientes (id), email text not null);
create table campanhas (
  id text primary key, cliente_id bigint not null references clientes (id), usuario_id bigint references usuarios (id), nome text not null
);
create table eventos (
  id ${id}, origem text not null, event_type text not null, identidade text not null, recebido_em bigint not null, corpo text not null
);
create table evento_fins (
  evento_id ${id}, lead_id bigint, criou smallint not null, processado_em bigint, erro_codigo text, erro_alvo text not null default ''
);
create index evento_fins_juntos on evento_fins (lead_id) where criou = 0 and lead_id is not null;
create index evento_fins_erro on evento_fins (erro_codigo, evento_id) where erro_codigo is not null;
create table lead_linhas (
  id ${newId},
  origem text not null,
  identidade text not null,
  cliente_id bigint not null references clientes (id),
  usuario_id bigint references usuarios (id) on delete set null,
  campanha_id text references campanhas (id),
  evento_id bigint not null,
  email text,
  email_normalizado text,
  telefone text,
  telefone_e164 text,
  telefone_chave text,
  search_click_id text,
  gbraid text,
  wbraid text,
  search_click_id_visto_em bigint,
  social_click_id text,
  social_click_id_visto_em bigint,
  fbc text,
  formulario_id text,
  teste smallint not null,
  enviado_em bigint,
  criado_em bigint not null,
  atualizado_em bigint not null,
  dados text not null
);
create unique index leads_identidade on lead_linhas (origem, identidade);
create index leads_usuario on lead_linhas (usuario_id) where usuario_id is not null;
create index leads_enviado on lead_linhas (enviado_em);
create index leads_cliente on lead_linhas (cliente_id, enviado_em);
create index leads_campanha on lead_linhas (campanha_id, enviado_em) where campanha_id is not null;
create index leads_plataforma on lead_linhas (origem, enviado_em) where origem <> 'formulario_proprio';
create index leads_teste on lead_linhas (enviado_em) where teste = 1;
create index leads_por_formulario on lead_linhas (origem, formulario_id) where formulario_id is not null;
create index leads_sem_contato on lead_linhas (origem, formulario_id) where formulario_id is not null and email is null and telefone is null;
create table lead_contatos (chave bigint not null, lead_id bigint not null, primary key (chave, lead_id)) ${keyOnly};
create table conversoes (
  id ${newId},
  lead_id bigint not null,
  evento_id bigint not null,
  cliente_id bigint not null,
  plataforma text,
  click_id text,
  click_tipo text,
  nome text not null,
  chave text not null,
  valor double precision,
  moeda text,
  ocorrida_em bigint not null,
  estado text not null,
  criado_em bigint not null
);
create unique index conversoes_unica on conversoes (lead_id, coalesce(plataforma, ''), chave);
create index conversoes_estado on conversoes (estado, plataforma, id);
create index conversoes_cliente on conversoes (cliente_id, id);
insert into clientes (id, nome) values (1, 'Agência Um');
insert into usuarios (id, cliente_id, email) values (1, 1, 'ana@example.com');
insert into campanhas (id, cliente_id, usuario_id, nome) values ('42', 1, 1, 'Verão');
`;
}

/** What must be in the tables for each event once all are processed. Each person gave an address, a phone number and a click id. */
const PER_EVENT = {
  leads: ['select count(*) as count from lead_linhas', 1],
  contacts: ['select count(*) as count from lead_contatos', 3],
  conversions: ["select count(*) as count from conversoes where estado = 'pendente'", 1],
  'events processed': [
    'select count(*) as count from eventos e join evento_fins f on f.evento_id = e.id join lead_linhas l on l.id = f.lead_id and l.evento_id = e.id where f.erro_codigo is null',
    1,
  ],
} as const;

/** Throws unless every event has exactly one lead, with its contacts and its conversion. */
export async function checkSameLeads(events: number, count: (sql: string) => Promise<number> | number): Promise<void> {
  for (const [what, [sql, each]] of Object.entries(PER_EVENT)) {
    const found = await count(sql);
    if (found !== events * each) throw new Error(`${found} ${what} of ${events} jobs`);
  }
}
