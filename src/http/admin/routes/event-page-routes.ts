import { z } from 'zod';
import type { JsonObject } from '../../../base/exact-json.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { EventTrail } from '../../../domain/report-ports.ts';
import type { WebhookEvent } from '../../../domain/webhook-event.ts';
import { appError } from '../../../messages/messages.ts';
import { eventForgotten, eventRetried } from '../../../presentation/event-record.ts';
import { maskReasons } from '../../../presentation/masking.ts';
import { eventTrailRecord } from '../../../presentation/trail-record.ts';
import { retryOrReplayEvent } from '../../../queue/attempt-outcome.ts';
import { type Route, send } from '../../exchange.ts';
import { operatorOnly } from '../entrance/guard.ts';
import { BODY_LAYOUTS } from '../read/body/body-part.ts';
import { findAddedSince } from '../read/event-advice.ts';
import { viewEvent } from '../read/event-view.ts';
import { LIVE_PAGE } from '../requests/operation.ts';
import { wholeNumber, word } from '../requests/values.ts';
import { type Context, found, revealValues } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const LIST_PATH = '/admin/webhooks';
const PATH = `${LIST_PATH}/:id`;

const lookValues = revealValues.extend({
  corpo: word(BODY_LAYOUTS, 'How the page formats the body: one line per value, or as received.'),
  inicio: wholeNumber('Position in the body where the page starts, in characters.'),
});

const bytesValues = z.object({
  de: word(
    ['evento', 'reenvio', 'lote', 'busca'],
    'Which body: of the event, of the newest resend that differs, of the whole request, or of the data fetched from the platform.',
  ),
});

/** One received event: its trail, its bytes, retrying and deleting it. */
export function eventPageRoutes(admin: Admin): Route[] {
  const { change, reveal, visit } = routesOf(admin, 'events');
  return [
    visit(
      PATH,
      'Get an event',
      {
        description:
          'Includes its jobs, attempts, lead and changes. As a stream, sends an `evento` event with the same masked document after each change.',
        query: lookValues,
        answer: eventTrailRecord,
        also: LIVE_PAGE,
      },
      showEvent,
    ),
    reveal(
      `${PATH}/corpo`,
      'Download the body of an event',
      { description: 'Returns the exact bytes received.', query: bytesValues, also: ['application/octet-stream'] },
      downloadBody,
    ),
    change(`${PATH}/repetir`, 'Retry or replay an event', { answer: eventRetried }, retryOrReplay),
    change(`${PATH}/esquecer`, 'Delete the failed or parked job of an event', { answer: eventForgotten }, forget),
  ];
}

async function showEvent(context: Context): Promise<void> {
  const { store, format, visitor } = context;
  const { mostrar, corpo, inicio } = context.query(lookValues);
  const reveal = mostrar === true && format !== 'stream';
  if (reveal) operatorOnly(visitor);
  const trail = seenBy(context, await findTrail(context));
  if (format === 'stream') return streamEvent(context, trail.event.id);
  if (reveal) await context.recordReveal(`evento:${trail.event.id}`, 'page');
  if (format === 'json') return context.json(trailJson(context, trail, reveal));
  const view = await viewEvent(
    trail,
    await fetchedFor(context, trail.event),
    { revealed: reveal, layout: corpo ?? 'formatado', from: inicio ?? 0 },
    context.deps.sources,
    await findAddedSince(store, trail),
  );
  await context.page('EventPage', { view });
}

/** The trail for a reader lacks the operators' notes about changes. */
function seenBy({ isReader }: Context, trail: EventTrail): EventTrail {
  return isReader ? { ...trail, conversions: trail.conversions.map(maskReasons) } : trail;
}

/** Readers get no fingerprint of the secret: it would help to guess a secret that a person chose. */
function trailJson({ isReader }: Context, trail: EventTrail, reveal: boolean): JsonObject {
  const shown = isReader ? { ...trail, event: { ...trail.event, secret: null } } : trail;
  return eventTrailRecord.write(shown, { reveal });
}

/** What was fetched from the platform for the event; `undefined` if nothing was fetched. */
async function fetchedFor({ store }: Context, { id }: Pick<WebhookEvent, 'id'>): Promise<Uint8Array | undefined> {
  return (await store.fetchedLeads([id])).get(id);
}

/** The trail, live and masked for everybody. */
function streamEvent(context: Context, id: string): void {
  const { store, visitor } = context;
  const look = async (): Promise<EventTrail> => seenBy(context, found(await store.eventTrail(id), 'event', id, LIST_PATH));
  context.streamPart({
    key: `evento ${id} ${visitor.role}`,
    event: 'evento',
    json: async () => trailJson(context, await look(), false),
    part: 'EventProgress',
    props: async () => {
      const trail = await look();
      return { trail, found: await findAddedSince(store, trail) };
    },
  });
}

async function downloadBody(context: Context): Promise<void> {
  const { event } = await findTrail(context);
  const { de = 'evento' } = context.query(bytesValues);
  const bytes = de === 'busca' ? await fetchedFor(context, event) : bytesOf(event, de);
  if (bytes === null || bytes === undefined) throw appError('not_found', (m) => m.errors.admin.noSuchBody);
  await context.recordReveal(`evento:${event.id}`, 'download');
  send(context.exchange, 200, 'application/octet-stream', Buffer.from(bytes), {
    'Content-Disposition': `attachment; filename="${de}-${event.id}.bin"`,
  });
}

function bytesOf({ body, conflictBody, batchBody }: WebhookEvent, which: 'evento' | 'reenvio' | 'lote'): Uint8Array | null {
  return { evento: body, reenvio: conflictBody, lote: batchBody }[which];
}

async function retryOrReplay(context: Context): Promise<void> {
  const { id } = (await findTrail(context)).event;
  const done = await retryOrReplayEvent(context.store, id, DEFAULT_QUEUE, context.operator);
  context.changed(eventRetried.write({ id, isDone: done }), `${LIST_PATH}/${id}?aviso=${done ? 'repetido' : 'nada_a_repetir'}`);
}

async function forget(context: Context): Promise<void> {
  const { id } = (await findTrail(context)).event;
  const done = (await context.store.forgetEvents({ ids: [id] }, context.operator)) > 0;
  context.changed(eventForgotten.write({ id, isDone: done }), `${LIST_PATH}/${id}?aviso=${done ? 'esquecido' : 'nada_a_esquecer'}`);
}

function findTrail(context: Context): Promise<EventTrail> {
  return context.row((id) => context.store.eventTrail(id), 'event', LIST_PATH);
}
