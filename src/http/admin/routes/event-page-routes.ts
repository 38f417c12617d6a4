import { z } from 'zod';
import type { JsonObject } from '../../../base/exact-json.ts';
import type { FetchedLeads } from '../../../domain/delivery-ports.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { Directory, QueueControl } from '../../../domain/ports.ts';
import type { EventTrail, Reports } from '../../../domain/report-ports.ts';
import type { WebhookEvent } from '../../../domain/webhook-event.ts';
import { appError } from '../../../messages/messages.ts';
import { eventForgotten, eventRetried } from '../../../presentation/event-record.ts';
import { maskReasons } from '../../../presentation/masking.ts';
import type { SourceSettings } from '../../../presentation/source-record.ts';
import { eventTrailRecord } from '../../../presentation/trail-record.ts';
import { retryOrReplayEvent } from '../../../queue/attempt-outcome.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { type Guard, operatorOnly } from '../entrance/guard.ts';
import type { LiveMessage, LiveView } from '../live/live-views.ts';
import type { OpenLive } from '../live/open-live.ts';
import { loadPages } from '../pages/load-pages.ts';
import { BODY_LAYOUTS } from '../read/body/body-part.ts';
import { findAddedSince } from '../read/event-advice.ts';
import { viewEvent } from '../read/event-view.ts';
import { languageOfRequest, namedFormat, wantsLiveHtml } from '../requests/negotiation.ts';
import { LIVE_PAGE } from '../requests/operation.ts';
import { answerChange } from '../requests/respond.ts';
import { isRowId, readValues, wholeNumber, word } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf, showPage } from './routes-of.ts';

const PATH = '/admin/webhooks/:id';

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

export interface EventPageDeps extends Program {
  readonly store: Reports & Directory & QueueControl & FetchedLeads;
  readonly sources: readonly SourceSettings[];
}

/** One received event: its trail, its bytes, retrying and deleting it. */
export function eventPageRoutes(deps: EventPageDeps, guard: Guard, live: OpenLive): Route[] {
  const { change, reveal, visit } = routesOf(deps, guard, 'events');
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
      (deps, exchange, visitor) => showEvent(deps, live, exchange, visitor),
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

async function showEvent(deps: EventPageDeps, live: OpenLive, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { mostrar, corpo, inicio } = readValues(lookValues, exchange.query);
  const format = namedFormat(exchange);
  const reveal = mostrar === true && format !== 'stream';
  if (reveal) operatorOnly(visitor);
  const trail = seenBy(visitor, await findTrail(deps, exchange));
  if (format === 'stream') return live(exchange, visitor, liveEvent(deps, exchange, visitor, trail.event.id));
  if (reveal) await recordReveal(deps, exchange, `evento:${trail.event.id}`, 'page');
  if (format === 'json') return sendJson(exchange, 200, trailJson(trail, visitor, reveal));
  const view = await viewEvent(
    trail,
    await fetchedFor(deps, trail.event),
    { revealed: reveal, layout: corpo ?? 'formatado', from: inicio ?? 0 },
    deps.sources,
    await findAddedSince(deps.store, trail),
  );
  await showPage(deps, exchange, visitor, 'EventPage', { view });
}

/** The trail for a reader lacks the operators' notes about changes. */
function seenBy({ role }: Visitor, trail: EventTrail): EventTrail {
  return role === 'reader' ? { ...trail, conversions: trail.conversions.map(maskReasons) } : trail;
}

/** Readers get no fingerprint of the secret: it would help to guess a secret that a person chose. */
function trailJson(trail: EventTrail, { role }: Visitor, reveal: boolean): JsonObject {
  const shown = role === 'reader' ? { ...trail, event: { ...trail.event, secret: null } } : trail;
  return eventTrailRecord.write(shown, { reveal });
}

/** What was fetched from the platform for the event; `undefined` if nothing was fetched. */
async function fetchedFor({ store }: EventPageDeps, { id }: Pick<WebhookEvent, 'id'>): Promise<Uint8Array | undefined> {
  return (await store.fetchedLeads([id])).get(id);
}

/** The trail, live and masked for everybody: HTML for a page, JSON (`evento`) for an API client. */
function liveEvent({ store }: EventPageDeps, exchange: Exchange, visitor: Visitor, id: string): LiveView {
  const look = async (): Promise<EventTrail> => seenBy(visitor, existing(await store.eventTrail(id)));
  if (!wantsLiveHtml(exchange)) {
    const message = async (): Promise<LiveMessage> => ({
      event: 'evento',
      data: JSON.stringify(trailJson(await look(), visitor, false)),
    });
    return { key: `evento ${id} json ${visitor.role}`, look: message };
  }
  const language = languageOfRequest(exchange);
  const message = async (): Promise<LiveMessage> => {
    const trail = await look();
    const view = { trail, found: await findAddedSince(store, trail) };
    return { data: (await loadPages()).renderPart(language, 'EventProgress', view) };
  };
  return { key: `evento ${id} ${language} ${visitor.role}`, look: message };
}

async function downloadBody(deps: EventPageDeps, exchange: Exchange): Promise<void> {
  const { event } = await findTrail(deps, exchange);
  const { de = 'evento' } = readValues(bytesValues, exchange.query);
  const bytes = de === 'busca' ? await fetchedFor(deps, event) : bytesOf(event, de);
  if (bytes === null || bytes === undefined) throw appError('not_found', (m) => m.errors.admin.noSuchBody);
  await recordReveal(deps, exchange, `evento:${event.id}`, 'download');
  const { req, res } = exchange;
  exchange.begin(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${de}-${event.id}.bin"`,
    'Content-Length': bytes.byteLength,
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

function bytesOf({ body, conflictBody, batchBody }: WebhookEvent, which: 'evento' | 'reenvio' | 'lote'): Uint8Array | null {
  if (which === 'reenvio') return conflictBody;
  return which === 'lote' ? batchBody : body;
}

async function retryOrReplay(deps: EventPageDeps, exchange: Exchange): Promise<void> {
  const { store, clock } = deps;
  const { id } = (await findTrail(deps, exchange)).event;
  const done = await retryOrReplayEvent(store, id, DEFAULT_QUEUE, operatorOf(exchange, clock));
  answerChange(exchange, eventRetried.write({ id, isDone: done }), `/admin/webhooks/${id}?aviso=${done ? 'repetido' : 'nada_a_repetir'}`);
}

async function forget(deps: EventPageDeps, exchange: Exchange): Promise<void> {
  const { store, clock } = deps;
  const { id } = (await findTrail(deps, exchange)).event;
  const done = (await store.forgetEvents({ ids: [id] }, operatorOf(exchange, clock))) > 0;
  answerChange(
    exchange,
    eventForgotten.write({ id, isDone: done }),
    `/admin/webhooks/${id}?aviso=${done ? 'esquecido' : 'nada_a_esquecer'}`,
  );
}

async function findTrail({ store }: EventPageDeps, exchange: Exchange): Promise<EventTrail> {
  const id = exchange.params['id'] ?? '';
  return existing(isRowId(id) ? await store.eventTrail(id) : null);
}

/** @throws AppError not_found */
function existing(trail: EventTrail | null): EventTrail {
  if (trail !== null) return trail;
  throw appError('not_found', (m) => m.errors.admin.noEvent, { hint: (m) => m.errors.admin.listAddress({ path: '/admin/webhooks' }) });
}
