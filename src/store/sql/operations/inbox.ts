import { normalSpelling } from '../../../domain/event-kind.ts';
import { JobState } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import { LIKENESSES, REFUSED_KEPT, type RefusedRate, type RefusedRequest } from '../../../domain/refused-request.ts';
import {
  areOfTwoPeople,
  type Credential,
  type Delivery,
  EventStatus,
  type NewEvent,
  type Receipt,
  sameContent,
} from '../../../domain/webhook-event.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection, Insertion } from '../connection.ts';
import { filterInOrder, mapInOrder } from '../in-order.ts';
import { contactKey } from '../keys/contact-keys.ts';
import { addEventKey, eventsIdentified } from '../keys/event-keys.ts';
import {
  anybodyErased,
  type ErasedIdentifier,
  type ErasedTexts,
  erasedAmong,
  eventText,
  importText,
  isErasedBody,
  rememberErased,
} from '../privacy/erased-people.ts';
import { withoutIdentities } from '../privacy/person-matcher.ts';
import { bodyPlaces, refusedWords } from '../refused-words.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { rowId, textId } from '../rows/fields.ts';
import { eventErased, reopenEvent } from './event-ends.ts';
import { reopenJob } from './jobs.ts';

const EVENTS: Insertion = {
  table: 'eventos',
  columns: [
    ...['id', 'origem', 'event_type', 'identidade', 'especie', 'corpo', 'lote_id', 'cabecalhos', 'ip', 'requisicao_id', 'credencial'],
    ...['segredo', 'recebido_em', 'recusado_em', 'cliente_limite'],
  ],
};

const JOBS: Insertion = {
  table: 'fila_vivos',
  columns: ['id', 'evento_id', 'fila', 'disponivel_em', 'criado_em', 'grupo', 'reserva', 'corpo_bytes'],
};

const EVENT_CONTENT = 'select origem, corpo from eventos where id = ?';

const INSERT_BATCH = 'insert into webhook_lotes (corpo) values (?)';

const DELETE_BATCH = 'delete from webhook_lotes where id = ?';

const KNOWN = `
select e.id, e.event_type, e.status, e.corpo, e.credencial, e.erro_codigo, e.cliente_limite, e.lead_id, l.cliente_id, j.estado as job_estado
from webhook_eventos e
left join leads l on l.id = e.lead_id
left join fila_vivos j on j.id = e.id
where e.id = ?`;

const COUNT_RESEND = `
insert into evento_reenvios (evento_id, reenvios, ultimo_reenvio_em) values (?, 1, ?)
on conflict (evento_id) do update set reenvios = evento_reenvios.reenvios + 1, ultimo_reenvio_em = excluded.ultimo_reenvio_em`;

const COUNT_CONFLICT = 'update evento_reenvios set conflitos = conflitos + 1, corpo_conflito = ? where evento_id = ?';

const NOTE_OTHER_TYPE = 'update evento_reenvios set tipo_conflito = ?, tipo_conflito_em = ? where evento_id = ?';

const NOTE_OTHER_PERSON = 'update evento_reenvios set outra_pessoa_em = ? where evento_id = ?';

/** When the event first arrived, if it was refused then. A refusal after the event was stored does not count. */
const NOTE_REFUSAL = 'update eventos set recusado_em = ? where id = ? and ? < ifnull(recusado_em, recebido_em)';

/** If an event is resent with the right secret, that secret counts. */
const TAKE_SECRET = 'update eventos set credencial = ?, segredo = ?, cliente_limite = ? where id = ?';

/** The error of an event received with the secret of another client than its lead's (`processing/faults.ts`). */
const WRONG_CLIENT = 'wrong_client';

const NOTE_CURRENT = `
insert into segredos_atuais (origem, segredo, desde)
select ?, ?, ? where ? is distinct from (select segredo from segredos_atuais where origem = ? order by id desc limit 1)`;

const INSERT_REFUSED = `
insert into requisicoes_recusadas
  (origem, metodo, caminho, http_status, codigo, parametros, ip, requisicao_id, cabecalhos, corpo, completa, recebida_em, palavras, lugares,
   comprovada, parece_genuino, segredo, cliente_limite)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Verified and unverified senders have separate limits, and among the unverified the least plausible requests are dropped first: a flood of
 * them cannot displace a genuine request. Uses an index alone, because each row has a body of up to 64 KiB.
 */
const DROP_OLD_REFUSED = `
delete from requisicoes_recusadas where id in (
  select id from requisicoes_recusadas indexed by requisicoes_recusadas_lugar where comprovada = ?
  order by parece_genuino desc, id desc limit ${Number.MAX_SAFE_INTEGER} offset ?
)`;

/** When the one before so many others of its kind arrived. */
const RECENT_REFUSED = `
select recebida_em as at from requisicoes_recusadas where id = (
  select id from requisicoes_recusadas indexed by requisicoes_recusadas_lugar where comprovada = ? and parece_genuino = ?
  order by id desc limit 1 offset ?
)`;

/** What replaces the sender's content in a refused request whose body was erased before. */
const OF_NOBODY = { body: Buffer.alloc(0), headers: '[]', remoteAddress: '', params: '[]', complete: false } as const;

const SAME = { conflict: false, typeDiffers: false } as const;

interface KnownRow {
  readonly id: number;
  readonly event_type: string;
  readonly status: EventStatus;
  readonly corpo: Uint8Array;
  readonly credencial: Credential;
  readonly erro_codigo: string | null;
  readonly cliente_limite: number | null;
  readonly lead_id: number | null;
  /** The client of its lead. */
  readonly cliente_id: number | null;
  readonly job_estado: typeof JobState.pending | typeof JobState.running | null;
}

interface NewJob {
  readonly queue: string;
  readonly eventRow: number;
  readonly bytes: number;
  readonly group: number;
  /** The lease before its first one. */
  readonly lease: number;
}

/** Puts an event on a queue that has no job. */
async function enqueue(connection: Connection, { queue, eventRow, bytes, group, lease }: NewJob, now: number): Promise<void> {
  await connection.insertRows(JOBS, [[eventRow, eventRow, queue, now, now, group, lease, bytes]]);
  connection.tally.add(queue, JobState.pending, 1);
}

/**
 * Sets an event that has no live job back to `recebido` and queues it again. A job that was deleted since starts with the time as its
 * lease: above every lease it had, so that a worker that comes back late cannot finish it.
 */
export async function queueEventAgain(connection: Connection, queue: string, eventRow: number, now: number): Promise<void> {
  await reopenEvent(connection, eventRow);
  if (await reopenJob(connection, eventRow, now)) return;
  const { origem, corpo } = (await connection.get(EVENT_CONTENT, eventRow)) as { readonly origem: Origin; readonly corpo: Uint8Array };
  await enqueue(connection, { queue, eventRow, bytes: corpo.byteLength, group: fairGroup(origem, corpo), lease: now }, now);
}

export const accept: PortOperation<'accept'> = async (connection, delivery) => {
  return await acceptDelivery(connection, delivery, await erasedEvents(connection, [delivery]));
};

/** Accepts deliveries one after the other; whether their events are of erased people is looked up for all of them at once. */
export async function acceptTogether(connection: Connection, deliveries: readonly Delivery[]): Promise<readonly (readonly Receipt[])[]> {
  const erased = await erasedEvents(connection, deliveries);
  return await mapInOrder(deliveries, async (delivery) => await acceptDelivery(connection, delivery, erased));
}

/** `undefined` while nobody was erased: to prepare the look-up for each event would cost a tenth of intake's rate on SQLite. */
async function erasedEvents(connection: Connection, deliveries: readonly Delivery[]): Promise<ErasedEvents | undefined> {
  if (!(await anybodyErased(connection))) return undefined;
  const texts = deliveries.flatMap((delivery) => delivery.events.flatMap((event) => textsOf(delivery, event)));
  return new ErasedEvents(await erasedAmong(connection, texts));
}

/** Events of erased people that are sent again. */
class ErasedEvents {
  readonly #known: ErasedTexts;
  /** The rows of those that were stored meanwhile, because a restored backup did not have them. */
  readonly #rows = new Map<string, number>();

  constructor(known: ErasedTexts) {
    this.#known = known;
  }

  find(delivery: Delivery, event: NewEvent): ErasedIdentifier | undefined {
    for (const text of textsOf(delivery, event)) {
      const found = this.#known(text, null);
      if (found !== undefined) return { ...found, event: found.event ?? this.#rows.get(text) ?? null };
    }
    return undefined;
  }

  stored(text: string, row: number): void {
    this.#rows.set(text, row);
  }
}

/** A delivery that is being stored. */
interface Arrival {
  readonly connection: Connection;
  readonly delivery: Delivery;
  readonly batchRow: number | null;
  readonly erased: ErasedEvents | undefined;
}

async function acceptDelivery(connection: Connection, delivery: Delivery, erased: ErasedEvents | undefined): Promise<readonly Receipt[]> {
  const batchRow = delivery.events.some((event) => event.body !== undefined)
    ? await connection.insert(INSERT_BATCH, await batchBody(connection, delivery, erased))
    : null;
  const arrival = { connection, delivery, batchRow, erased };
  const receipts = await mapInOrder(delivery.events, async (event) => await acceptOne(arrival, event));
  // Nothing refers to a batch that contains only resends; keeping it would use disk space for every resend.
  if (batchRow !== null && !receipts.some((receipt) => receipt.isNew)) await connection.run(DELETE_BATCH, batchRow);
  return receipts;
}

/** The body of a batch, without the events of erased people, and without those whose bodies were too old to be kept. */
async function batchBody(connection: Connection, delivery: Delivery, erased: ErasedEvents | undefined): Promise<Uint8Array> {
  const isGone = async (event: NewEvent): Promise<boolean> =>
    erased?.find(delivery, event) !== undefined || isBlank(await findKnown(connection, delivery, event));
  const gone = (await filterInOrder(delivery.events, isGone)).map(({ identity }) => identity);
  return gone.length === 0 ? delivery.body : withoutIdentities(delivery.body, gone);
}

/** A replayed request used its secret when it first arrived. */
function noteDeliverySecret({ tally }: Connection, { origin, secret, senders = [], remoteAddress, receivedAt, refusedAt }: Delivery): void {
  if (secret === undefined) return;
  for (const sender of senders) tally.used({ ...sender, origin, secret, remoteAddress, seenAt: refusedAt ?? receivedAt });
}

/** Stores the current secret of each source if it has changed. */
export const noteCurrentSecrets: PortOperation<'noteCurrentSecrets'> = async (connection, secrets) => {
  for (const { origin, secret, since } of secrets) await connection.run(NOTE_CURRENT, origin, secret, since, secret, origin);
};

async function acceptOne(arrival: Arrival, event: NewEvent): Promise<Receipt> {
  const { connection, delivery, erased } = arrival;
  const known = await findKnown(connection, delivery, event);
  if (known !== undefined) {
    noteDeliverySecret(connection, delivery);
    return await acceptResend(arrival, event, known);
  }
  const identifier = erased?.find(delivery, event);
  if (identifier !== undefined) return await acceptErased(arrival, event, identifier);
  noteDeliverySecret(connection, delivery);
  const row = await insertEvent(arrival, event);
  const body = bodyOf(delivery, event);
  connection.tally.received(delivery.origin, delivery.receivedAt);
  connection.tally.holds(row, ['origem', delivery.origin]);
  connection.tally.holds(row, ['event_type', event.eventType]);
  const group = fairGroup(delivery.origin, body);
  await enqueue(connection, { queue: delivery.queue, eventRow: row, bytes: body.byteLength, group, lease: 0 }, delivery.receivedAt);
  return { eventId: textId(row), status: 'accepted', isNew: true, ...SAME };
}

function bodyOf(delivery: Delivery, event: NewEvent): Uint8Array {
  return event.body ?? delivery.body;
}

function textOf(delivery: Delivery, { identity, kind = 'lead' }: NewEvent): string {
  return eventText({ origin: delivery.origin, kind, identity, limit: limitRow(delivery) });
}

/** By which it may be known as an event of an erased person. An import knows no limits. */
function textsOf(delivery: Delivery, event: NewEvent): readonly string[] {
  const { identity, kind = 'lead' } = event;
  const text = textOf(delivery, event);
  return delivery.onlyNew === true ? [text, importText({ origin: delivery.origin, kind, identity })] : [text];
}

/** Nothing of it is stored. The sender is answered as for every resend. */
async function acceptErased(arrival: Arrival, event: NewEvent, { erasure, event: known }: ErasedIdentifier): Promise<Receipt> {
  const { connection, delivery, erased } = arrival;
  const eventRow = known ?? (await insertErased(arrival, event, erasure));
  erased?.stored(textOf(delivery, event), eventRow);
  if (delivery.onlyNew !== true) await connection.run(COUNT_RESEND, eventRow, delivery.receivedAt);
  return { eventId: textId(eventRow), status: 'already_accepted', isNew: false, ...SAME };
}

const NAME_BY_NUMBER = "update eventos set identidade = 'apagada:' || id where id = ?";

/** A restored backup does not have the event. Only that it came is stored. */
async function insertErased({ connection, delivery }: Arrival, event: NewEvent, erasure: number): Promise<number> {
  const blank = { connection, delivery: { ...delivery, ...OF_NOBODY }, batchRow: null };
  const row = await insertEvent(blank, { ...event, identity: `apagada:${erasure}`, body: OF_NOBODY.body });
  await connection.run(NAME_BY_NUMBER, row);
  await rememberErased(connection, erasure, [textOf(delivery, event)], row);
  await eventErased(connection, row, erasure);
  return row;
}

async function insertEvent({ connection, delivery, batchRow }: Omit<Arrival, 'erased'>, event: NewEvent): Promise<number> {
  const [row] = (await connection.newIds('eventos', 1)) as [number];
  const { origin, headers, remoteAddress, requestId, credential, secret = null, receivedAt, refusedAt = null } = delivery;
  const sent = [
    origin,
    event.eventType,
    event.identity,
    EVENT_KIND_WORDS[event.kind ?? 'lead'],
    bodyOf(delivery, event),
    batchRow,
    headers,
  ];
  const sender = [remoteAddress, requestId, credential, secret, receivedAt, refusedAt, limitRow(delivery)];
  await connection.insertRows(EVENTS, [[row, ...sent, ...sender]]);
  await addEventKey(connection, delivery.origin, event, row);
  return row;
}

/**
 * The event that was sent again; `undefined` if it is new. Clients number their leads independently of each other, so an id is known only
 * under the same limit. The same content under another limit is a resend too: its sender was given another secret. If the body was too old
 * to be kept, nobody knows whether it was the same, and the id may be another sender's.
 */
async function findKnown(connection: Connection, delivery: Delivery, event: NewEvent): Promise<KnownRow | undefined> {
  const body = bodyOf(delivery, event);
  const rows = await mapInOrder(
    await eventsIdentified(connection, delivery.origin, event),
    async (id) => (await connection.get<KnownRow>(KNOWN, id)) as KnownRow,
  );
  const limit = limitRow(delivery);
  const isSame = (row: KnownRow): boolean =>
    delivery.onlyNew === true ||
    (!isOfAnotherClient(row, limit) && (isFetched(row) || !isBlank(row)) && isSameContent(row, delivery, body));
  // Sent without the limit before: its lead is the one that the id names, unless another page of the client counts from 1 too.
  const isOfClient = (row: KnownRow): boolean => limit !== null && row.cliente_id === limit && !areOfTwoPeople(row.corpo, body);
  return rows.find((row) => row.cliente_limite === limit) ?? rows.find(isOfClient) ?? rows.find(isSame);
}

/** If the event was fetched, the platform's own delivery contains only the pointer. */
function isSameContent(known: KnownRow, { origin }: Delivery, body: Uint8Array): boolean {
  return isFetched(known) || isBlank(known) || sameContent(origin, known.corpo, body);
}

/** Whether its body was too old to be kept. The first delivery still wins: nothing of a later one is stored. */
function isBlank(known: Pick<KnownRow, 'corpo'> | undefined): boolean {
  return known?.corpo.byteLength === 0;
}

function isFetched({ credencial }: KnownRow): boolean {
  return credencial === 'backfill';
}

function isOfAnotherClient({ cliente_id: client }: KnownRow, limit: number | null): boolean {
  return limit !== null && client !== null && client !== limit;
}

function limitRow({ limitedTo }: { readonly limitedTo?: string }): number | null {
  return limitedTo === undefined ? null : rowId(limitedTo);
}

async function acceptResend({ connection, delivery }: Arrival, event: NewEvent, known: KnownRow): Promise<Receipt> {
  if (delivery.onlyNew === true) return { eventId: textId(known.id), status: 'already_accepted', isNew: false, ...SAME };
  const body = bodyOf(delivery, event);
  const conflict = !isSameContent(known, delivery, body) && !(await isErasedBody(connection, delivery.origin, body));
  const typeDiffers = !isFetched(known) && normalSpelling(event.eventType) !== normalSpelling(known.event_type);
  await connection.run(COUNT_RESEND, known.id, delivery.receivedAt);
  if (conflict) await connection.run(COUNT_CONFLICT, body, known.id);
  else if (delivery.refusedAt !== undefined) await connection.run(NOTE_REFUSAL, delivery.refusedAt, known.id, delivery.refusedAt);
  if (!conflict && (known.erro_codigo === WRONG_CLIENT || waitsUnderAnotherLimit(known, delivery))) {
    await connection.run(TAKE_SECRET, delivery.credential, delivery.secret ?? null, limitRow(delivery), known.id);
  }
  if (typeDiffers) await connection.run(NOTE_OTHER_TYPE, event.eventType, delivery.receivedAt, known.id);
  else if (conflict && areOfTwoPeople(known.corpo, body)) await connection.run(NOTE_OTHER_PERSON, delivery.receivedAt, known.id);
  const isDone = known.status === EventStatus.processed || known.job_estado === JobState.running || isBlank(known);
  // An event that failed, or whose job an operator removed, is processed again.
  if (!isDone && known.job_estado === null) await queueEventAgain(connection, delivery.queue, known.id, delivery.receivedAt);
  return { eventId: textId(known.id), status: isDone ? 'already_accepted' : 'accepted', isNew: false, conflict, typeDiffers };
}

/**
 * Whether the event's limit may still change: it has no lead and no worker is running it. An event without a limit may become the lead of
 * any client, and stays so.
 */
function waitsUnderAnotherLimit(known: KnownRow, delivery: Delivery): boolean {
  const hasOtherLimit = known.cliente_limite !== null && known.cliente_limite !== limitRow(delivery);
  return hasOtherLimit && known.lead_id === null && known.status !== EventStatus.processed && known.job_estado !== JobState.running;
}

export const recordRefused: PortOperation<'recordRefused'> = async (connection, requests, rate) => {
  let dropped = 0;
  for (const received of requests) {
    if (rate !== undefined && (await isOverRate(connection, received, rate))) {
      dropped += 1;
      continue;
    }
    const [isVerified, likeness] = kindOf(received);
    const request = (await isErasedBody(connection, received.origin, received.body)) ? { ...received, ...OF_NOBODY } : received;
    const { origin, method, path, httpStatus, code, params, remoteAddress, requestId, headers, body, complete, receivedAt } = request;
    const sent = [origin, method, path, httpStatus, code, params, remoteAddress, requestId, headers, body, Number(complete), receivedAt];
    const found = [refusedWords(body, [requestId, remoteAddress]), bodyPlaces(body)];
    await connection.run(INSERT_REFUSED, ...sent, ...found, isVerified, likeness, request.secret ?? null, limitRow(request));
  }
  for (const isVerified of [0, 1]) await connection.run(DROP_OLD_REFUSED, isVerified, REFUSED_KEPT);
  return dropped;
};

/** A clock that was ahead must not keep requests out for longer. */
async function isOverRate(connection: Connection, request: RefusedRequest, { requests, withinMs }: RefusedRate): Promise<boolean> {
  const earlier = await connection.get<{ readonly at: number }>(RECENT_REFUSED, ...kindOf(request), requests - 1);
  return earlier !== undefined && Math.abs(request.receivedAt - earlier.at) < withinMs;
}

function kindOf({ isVerified, likeness = 'none' }: RefusedRequest): readonly [number, number] {
  return [isVerified ? 1 : 0, LIKENESSES.indexOf(likeness)];
}

/** The ids that distinguish clients in the bodies of all sources, as far as a quick scan finds them. */
const MARK = /"(?:campanha_id|cliente_id|campaign_id|form_id|page_id)"\s*:\s*"?([^"\s,}\]]{1,64})/;
/** Small enough for short index entries. Two groups with the same number only wait for each other. */
const GROUPS = 65_536;
/** These ids come early in real bodies; a large body is not searched to its end. */
const LOOKED_AT_BYTES = 8_192;

/**
 * The group of an event: one source, and within it one campaign, form, page or client. Jobs of a group run in order, and groups take turns
 * (`claim-jobs.ts`). The number has no other use, so a misread body only shares the wait of another group.
 */
export function fairGroup(origin: Origin, body: Uint8Array): number {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, LOOKED_AT_BYTES)).toString('latin1');
  return contactKey(0, 0, `${origin} ${MARK.exec(text)?.[1] ?? ''}`) % GROUPS;
}
