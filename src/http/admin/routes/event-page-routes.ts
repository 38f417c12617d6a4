import { z } from 'zod';
import type { JsonObject } from '../../../base/exact-json.ts';
import type { EventTrail } from '../../../domain/report-ports.ts';
import type { WebhookEvent } from '../../../domain/webhook-event.ts';
import { appError } from '../../../messages/messages.ts';
import { eventForgotten, eventRunAgain } from '../../../presentation/event-record.ts';
import { maskReasons } from '../../../presentation/masking.ts';
import { eventTrailRecord } from '../../../presentation/trail-record.ts';
import { runEventAgain } from '../../../queue/run-again.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { BODY_LAYOUTS } from '../body/body-part.ts';
import { isRowId, readValues, text, wholeNumber, word } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, operatorOnly } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { languageOfRequest } from '../language.ts';
import { liveReader } from '../live/live-reader.ts';
import type { LiveMessage, LiveView, LiveViews } from '../live/live-views.ts';
import { namedFormat, wantsLiveHtml } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { answerChange, sendPage } from '../respond.ts';
import { verifyingSecret, viewEvent } from '../views/event-view.ts';
import { findAddedSince } from '../views/mending.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf } from './routes-of.ts';

const PATH = '/admin/webhooks/:id';

const lookValues = revealValues.extend({
  corpo: word(BODY_LAYOUTS, 'How the page lays the body out: one line for each value, or with the blanks that came.'),
  inicio: wholeNumber('Where the part of the body begins that the page shows, in characters.'),
  aviso: text('What the page says was done.'),
});

const bytesValues = z.object({
  de: word(
    ['evento', 'reenvio', 'lote', 'busca'],
    'Of the event, of its newest resend that differs, of the whole request it came in, or of what was fetched from the platform for it.',
  ),
});

/** One received event: its way, its bytes, putting it through again and forgetting it. */
export function eventPageRoutes(deps: AdminDeps, guard: Guard, live: LiveViews): Route[] {
  const { change, reveal, visit } = routesOf(deps, guard);
  return [
    visit(
      {
        method: 'GET',
        path: PATH,
        tag: 'events',
        summary: 'One event: its jobs, their attempts, the lead and what it changed',
        description: 'As a stream: an event `evento` with the same document, masked, after each change.',
        query: lookValues,
        answer: eventTrailRecord,
        also: ['text/html', 'text/event-stream'],
      },
      (deps, exchange, visitor) => showEvent(deps, live, exchange, visitor),
    ),
    reveal(
      {
        method: 'GET',
        path: `${PATH}/corpo`,
        tag: 'events',
        summary: 'The bytes of the body as they were received',
        description: 'For operators only, and written into the log of activity.',
        query: bytesValues,
        also: ['application/octet-stream'],
      },
      downloadBody,
    ),
    change(
      {
        method: 'POST',
        path: `${PATH}/repetir`,
        tag: 'events',
        summary: 'Runs the event again',
        answer: eventRunAgain,
      },
      runAgain,
    ),
    change(
      {
        method: 'POST',
        path: `${PATH}/esquecer`,
        tag: 'events',
        summary: 'Removes the failed or parked job of the event; the event stays',
        answer: eventForgotten,
      },
      forget,
    ),
  ];
}

async function showEvent(deps: AdminDeps, live: LiveViews, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { mostrar, corpo, inicio } = readValues(lookValues, exchange.query);
  const format = namedFormat(exchange);
  const reveal = mostrar === true && format !== 'stream';
  if (reveal) operatorOnly(visitor);
  const trail = seenBy(visitor, await findTrail(deps, exchange));
  if (format === 'stream') return live.open(exchange, liveEvent(deps, exchange, visitor, trail.event.id), liveReader(deps.access, visitor));
  if (reveal) await recordReveal(deps, exchange, `evento:${trail.event.id}`, 'page');
  if (format === 'json') return sendJson(exchange, 200, trailJson(trail, visitor, reveal));
  const { eventPage } = await loadPages();
  const view = viewEvent(
    trail,
    await fetchedFor(deps, trail.event),
    { revealed: reveal, layout: corpo ?? 'formatado', from: inicio ?? 0 },
    deps.sources,
    await findAddedSince(deps.directory, trail),
  );
  sendPage(exchange, 200, eventPage({ frame: frameOf(deps, exchange, visitor), view }));
}

/** The way without what operators wrote about a change, for readers. */
function seenBy({ role }: Visitor, trail: EventTrail): EventTrail {
  return role === 'reader' ? { ...trail, conversions: trail.conversions.map(maskReasons) } : trail;
}

/** A reader gets no fingerprint of the secret: one that a person chose could be guessed by it. */
function trailJson(trail: EventTrail, { role }: Visitor, reveal: boolean): JsonObject {
  const shown = role === 'reader' ? { ...trail, event: { ...trail.event, secret: null } } : trail;
  return eventTrailRecord.write(shown, { reveal });
}

/** What was fetched from the platform for the event; undefined: nothing was. */
async function fetchedFor({ fetched }: AdminDeps, { id }: Pick<WebhookEvent, 'id'>): Promise<Uint8Array | undefined> {
  return (await fetched.fetchedLeads([id])).get(id);
}

/** The way as it goes on, masked for everybody: HTML for a page, JSON (`evento`) for a program. */
function liveEvent({ reports, sources, directory }: AdminDeps, exchange: Exchange, visitor: Visitor, id: string): LiveView {
  const look = async (): Promise<EventTrail> => seenBy(visitor, existing(await reports.eventTrail(id)));
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
    const found = await findAddedSince(directory, trail);
    return { data: (await loadPages()).eventProgress(language, { trail, found, secret: verifyingSecret(trail.event, sources) }) };
  };
  return { key: `evento ${id} ${language} ${visitor.role}`, look: message };
}

async function downloadBody(deps: AdminDeps, exchange: Exchange): Promise<void> {
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

async function runAgain(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { control, queue, clock } = deps;
  const { id } = (await findTrail(deps, exchange)).event;
  const done = await runEventAgain(control, id, queue, operatorOf(exchange, clock));
  answerChange(exchange, eventRunAgain.write({ id, isDone: done }), `/admin/webhooks/${id}?aviso=${done ? 'repetido' : 'nada_a_repetir'}`);
}

async function forget(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { control, clock } = deps;
  const { id } = (await findTrail(deps, exchange)).event;
  const done = (await control.forgetEvents({ ids: [id] }, operatorOf(exchange, clock))) > 0;
  answerChange(
    exchange,
    eventForgotten.write({ id, isDone: done }),
    `/admin/webhooks/${id}?aviso=${done ? 'esquecido' : 'nada_a_esquecer'}`,
  );
}

async function findTrail({ reports }: AdminDeps, exchange: Exchange): Promise<EventTrail> {
  const id = exchange.params['id'] ?? '';
  return existing(isRowId(id) ? await reports.eventTrail(id) : null);
}

/** @throws AppError not_found */
function existing(trail: EventTrail | null): EventTrail {
  if (trail !== null) return trail;
  throw appError('not_found', (m) => m.errors.admin.noEvent, { hint: (m) => m.errors.admin.theListIsAt({ path: '/admin/webhooks' }) });
}
