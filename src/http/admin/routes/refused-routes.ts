import { z } from 'zod';
import type { AppError } from '../../../base/app-error.ts';
import { countReplayed, type ReplayedRefusal, type ReplayOptions } from '../../../domain/put-through.ts';
import { type KeptRefusedRequest, MOST_REFUSED } from '../../../domain/refused-request.ts';
import type { RefusedFilter } from '../../../domain/report-ports.ts';
import { appError } from '../../../messages/messages.ts';
import {
  forgottenRecord,
  putThroughRecord,
  refusedDetailRecord,
  refusedPageWithCauses,
  replayedRecord,
  replayPreviewRecord,
} from '../../../presentation/refused-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { HttpProblem } from '../../problem.ts';
import { refusedList } from '../addresses/lists.ts';
import { REFUSED_PATH, type RefusedVerb, refusedForgottenPath, refusedPath } from '../addresses/refused-paths.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { refuseUnknownFields } from '../contract/form-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { flag, ids, isRowId, readValues, id as rowIdValue, text, wholeNumber } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, operatorOnly, refuseSearchOfReader } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { isBrowser, wantsJson } from '../negotiation.ts';
import type { Attempt } from '../pages/refused/refused-page.tsx';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';
import { viewRefused } from '../views/refused-view.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf } from './routes-of.ts';

const ONE = `${REFUSED_PATH}/:id`;

const LIST_QUERY = refusedList.query.extend({
  aviso: text('What the page says was done.'),
  numero: wholeNumber('To how many.'),
});

const LIST: Operation = {
  method: 'GET',
  path: REFUSED_PATH,
  tag: 'refused',
  summary: 'List refused requests, newest first, and how many there are of each cause',
  query: LIST_QUERY,
  answer: refusedPageWithCauses,
  also: ['text/html'],
};
const SHOW: Operation = {
  method: 'GET',
  path: ONE,
  tag: 'refused',
  summary: 'Show a refused request',
  query: revealValues,
  answer: refusedDetailRecord,
  also: ['text/html'],
};
const PUT_THROUGH: Operation = {
  method: 'POST',
  path: `${ONE}/repetir`,
  tag: 'refused',
  summary: 'Put a refused request through again, after mending',
  description:
    'It is checked with the secrets and settings of now, as of the moment it came. 422 `still_refused`: it would be refused again.',
  answer: putThroughRecord,
  refusals: [{ status: 422, codes: ['still_refused'] }],
};

const SELECTION = z.object({
  recusa: ids('A refused request by its id; once for each.'),
  todos: flag('1: all that the filter leaves and that can be replayed; to forget: that were not replayed.'),
  ate_recusa: rowIdValue('With `todos`: only this one and those before it, so that what came after the question is left alone.'),
  ...refusedList.shape,
});

const REPLAY_SELECTION = SELECTION.extend({
  sem_credencial: flag('1: also what has no valid credential; the operator vouches for the senders, and the log records it.'),
});

const ASK_REPLAY: Operation = {
  method: 'GET',
  path: `${REFUSED_PATH}/repetir`,
  tag: 'refused',
  summary: 'The question before: replay refused requests, and what it would do now',
  query: REPLAY_SELECTION,
  answer: replayPreviewRecord,
  also: ['text/html'],
};
const REPLAY: Operation = {
  method: 'POST',
  path: `${REFUSED_PATH}/repetir`,
  tag: 'refused',
  summary: 'Replay refused requests, after a secret or a form was fixed',
  form: REPLAY_SELECTION,
  answer: replayedRecord,
  also: ['text/html'],
};

const ASK_FORGET: Operation = {
  method: 'GET',
  path: `${REFUSED_PATH}/esquecer`,
  tag: 'refused',
  summary: 'The question before: delete refused requests for good, and what replaying them would do now',
  query: SELECTION,
  answer: replayPreviewRecord,
  also: ['text/html'],
};
const FORGET: Operation = {
  method: 'POST',
  path: `${REFUSED_PATH}/esquecer`,
  tag: 'refused',
  summary: 'Delete refused requests for good',
  description: 'Their bodies are deleted, and they can no longer be replayed. Events of requests that were replayed stay.',
  form: SELECTION,
  answer: forgottenRecord,
};
const FORGET_ONE: Operation = {
  method: 'POST',
  path: `${ONE}/esquecer`,
  tag: 'refused',
  summary: 'Delete a refused request for good',
  answer: forgottenRecord,
};

/** Refused requests: by cause, one of them, replaying and forgetting them. */
export function refusedRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { change, reveal, visit } = routesOf(deps, guard);
  return [
    visit(LIST, listRefused),
    reveal(ASK_REPLAY, askReplay),
    change(REPLAY, replayMany),
    reveal(ASK_FORGET, askForget),
    change(FORGET, forgetMany),
    visit(SHOW, showRefused),
    change(
      PUT_THROUGH,
      (deps, exchange, _form, visitor) => putThrough(deps, exchange, visitor),
      (deps, exchange, visitor, state) => showAttempt(deps, exchange, visitor, { kind: 'error', state }),
    ),
    change(FORGET_ONE, forgetOne),
  ];
}

async function listRefused(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { filter, page: asked } = refusedList.readPage(exchange.query);
  refuseSearchOfReader(visitor, filter);
  const [page, counts] = await Promise.all([deps.reports.listRefused({ ...filter, ...asked }), deps.reports.refusedCounts()]);
  if (wantsJson(exchange)) return sendJson(exchange, 200, refusedPageWithCauses.write({ ...page, counts }));
  const { refusedListPage } = await loadPages();
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, refusedListPage({ frame, filter, counts, page, isFirst: asked.before === undefined }));
}

/** Which requests are meant, the oldest first, and the fields that name them again. */
interface Selected {
  readonly ids: readonly string[];
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
}

async function select({ reports }: AdminDeps, values: URLSearchParams, verb: RefusedVerb): Promise<Selected> {
  refuseUnknownFields(values, (verb === 'repetir' ? REPLAY_SELECTION : SELECTION).shape);
  const { recusa, todos, ate_recusa: upTo } = readValues(SELECTION, values);
  const filter = refusedList.read(values);
  if (todos === undefined) {
    if (recusa.length === 0) throw nothingNamed();
    return { ids: recusa, fields: recusa.map((id) => ['recusa', id] as const), filter };
  }
  const bound = upTo === undefined ? {} : { upTo };
  const which = verb === 'repetir' ? { replayable: true } : { unreplayed: true };
  const { items } = await reports.listRefused({ ...filter, ...bound, ...which, limit: MOST_REFUSED });
  const newest = items[0]?.id ?? '1';
  const fields = [['todos', '1'] as const, ['ate_recusa', newest] as const, ...refusedList.fields(filter)];
  return { ids: items.map(({ id }) => id).toReversed(), fields, filter };
}

function replayOptions(values: URLSearchParams): ReplayOptions {
  return { withoutCredential: readValues(REPLAY_SELECTION, values).sem_credencial !== undefined };
}

async function askReplay(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { ids: named, fields, filter } = await select(deps, exchange.query, 'repetir');
  const preview = await deps.previewReplay(named, replayOptions(exchange.query));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, replayPreviewRecord.write(preview));
  const { refusedReplayPage } = await loadPages();
  sendPage(exchange, 200, refusedReplayPage({ frame: frameOf(deps, exchange, visitor), preview, fields, filter, isDone: false }));
}

async function replayMany(deps: AdminDeps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  const { ids: named, filter } = await select(deps, form, 'repetir');
  const items: ReplayedRefusal[] = [];
  for await (const replayed of deps.putThroughMany(named, operatorOf(exchange, deps.clock), replayOptions(form))) items.push(replayed);
  if (!isBrowser(exchange)) return sendJson(exchange, 200, replayedRecord.write(items));
  const { refusedReplayPage } = await loadPages();
  const frame = { ...frameOf(deps, exchange, visitor), here: REFUSED_PATH };
  sendPage(exchange, 200, refusedReplayPage({ frame, preview: countReplayed(items), fields: [], filter, isDone: true }));
}

async function askForget(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { ids: named, fields, filter } = await select(deps, exchange.query, 'esquecer');
  const preview = await deps.previewReplay(named, { withoutCredential: false });
  if (!isBrowser(exchange)) return sendJson(exchange, 200, replayPreviewRecord.write(preview));
  const { refusedForgetPage } = await loadPages();
  sendPage(exchange, 200, refusedForgetPage({ frame: frameOf(deps, exchange, visitor), preview, fields, filter }));
}

async function forgetMany(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { ids: named, filter } = await select(deps, form, 'esquecer');
  await forget(deps, exchange, named, filter);
}

async function forgetOne(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { id } = await findRefused(deps, exchange);
  await forget(deps, exchange, [id], {});
}

async function forget({ control, clock }: AdminDeps, exchange: Exchange, named: readonly string[], filter: RefusedFilter): Promise<void> {
  const forgotten = await control.forgetRefused(named, operatorOf(exchange, clock));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, forgottenRecord.write(forgotten));
  redirect(exchange, refusedForgottenPath(filter, forgotten.length));
}

function nothingNamed(): AppError {
  return appError('invalid_input', (m) => m.errors.admin.noRefusedRequestNamed, { hint: (m) => m.errors.admin.selectRequestsListSend });
}

async function showRefused(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const reveal = readValues(revealValues, exchange.query).mostrar !== undefined;
  const refused = await findRefused(deps, exchange);
  if (reveal) {
    operatorOnly(visitor);
    await recordReveal(deps, exchange, `recusa:${refused.id}`, 'page');
  }
  if (wantsJson(exchange)) return sendJson(exchange, 200, refusedDetailRecord.write(refused, { reveal }));
  const { refusedPage } = await loadPages();
  const view = viewRefused(refused, reveal);
  sendPage(exchange, 200, refusedPage({ frame: frameOf(deps, exchange, visitor), view, attempt: undefined }));
}

async function putThrough(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { id } = await findRefused(deps, exchange);
  const result = await deps.putThrough(id, operatorOf(exchange, deps.clock));
  if (result.kind === 'refused') {
    if (isBrowser(exchange)) return showAttempt(deps, exchange, visitor, result);
    throw new HttpProblem(422, 'still_refused', `It is refused again: ${result.code}. ${result.detail}`);
  }
  const eventIds = result.kind === 'stored' ? result.eventIds : [];
  if (wantsJson(exchange)) return sendJson(exchange, 200, putThroughRecord.write({ id, kind: result.kind, eventIds }));
  const [eventId] = eventIds;
  if (eventId === undefined) redirect(exchange, `${refusedPath(id)}?aviso=sem_lead`);
  else redirect(exchange, eventIds.length === 1 ? `/admin/webhooks/${eventId}` : refusedPath(id));
}

async function showAttempt(deps: AdminDeps, exchange: Exchange, visitor: Visitor, attempt: Attempt): Promise<void> {
  const refused = await findRefused(deps, exchange);
  const { refusedPage } = await loadPages();
  const frame = { ...frameOf(deps, exchange, visitor), here: refusedPath(refused.id) };
  const status = attempt.kind === 'error' ? attempt.state.status : 422;
  sendPage(exchange, status, refusedPage({ frame, view: viewRefused(refused, false), attempt }));
}

async function findRefused({ reports }: AdminDeps, exchange: Exchange): Promise<KeptRefusedRequest> {
  const id = exchange.params['id'] ?? '';
  const refused = isRowId(id) ? await reports.findRefused(id) : null;
  if (refused !== null) return refused;
  throw appError('not_found', (m) => m.errors.admin.noRefusedRequest, {
    hint: (m) => m.errors.admin.mayHaveMadeRoom({ refusedPath: REFUSED_PATH }),
  });
}
