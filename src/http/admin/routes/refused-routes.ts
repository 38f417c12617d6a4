import { z } from 'zod';
import { faultParams, sentencesOf } from '../../../domain/fault.ts';
import type { Operator, QueueControl } from '../../../domain/ports.ts';
import { type ReplayedRequest, type ReplayOptions, type ReplaySummary, summarizeReplay } from '../../../domain/refused-replay.ts';
import { type KeptRefusedRequest, MOST_REFUSED } from '../../../domain/refused-request.ts';
import type { RefusedFilter, Reports } from '../../../domain/report-ports.ts';
import type { SavedViews } from '../../../domain/saved-view.ts';
import { appError } from '../../../messages/messages.ts';
import {
  forgottenRecord,
  refusedDetailRecord,
  refusedPageWithCauses,
  replayedRecord,
  replayPreviewRecord,
  singleReplayRecord,
} from '../../../presentation/refused-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { FaultProblem } from '../../problem.ts';
import { refusedList } from '../addresses/lists.ts';
import { REFUSED_PATH, type RefusedVerb, refusedForgottenPath, refusedPath } from '../addresses/refused-paths.ts';
import { type Guard, operatorOnly, refuseSearchOfReader } from '../entrance/guard.ts';
import type { Attempt } from '../pages/refused/refused-page.tsx';
import { viewRefused } from '../read/event-view.ts';
import { readListLook } from '../read/list-look.ts';
import { isBrowser, wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { redirect } from '../requests/respond.ts';
import { flag, ids, isRowId, readValues, refuseEmptyFields, refuseUnknownFields, id as rowIdValue } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf, showPage } from './routes-of.ts';

const ONE = `${REFUSED_PATH}/:id`;

const SELECTION = z.object({
  recusa: ids('ID of a refused request; repeat for several.'),
  todos: flag('1: all requests that match the filter and that can be replayed or, for a deletion, were not replayed.'),
  ate_recusa: rowIdValue('With `todos`: the newest ID to include, so that requests received after the preview stay unchanged.'),
  ...refusedList.shape,
});

const REPLAY_SELECTION = SELECTION.extend({
  sem_credencial: flag(
    '1: include requests without a valid credential. The operator vouches for the senders; recorded in the activity log.',
  ),
});

export interface RefusedDeps extends Program {
  readonly store: Reports & QueueControl & SavedViews;
  /** The results that replaying refused requests would have, without replaying. */
  readonly previewReplay: (refusedIds: readonly string[], options: ReplayOptions) => Promise<ReplaySummary>;
  /** Replays them through intake with the current secrets and settings. */
  readonly replayRefused: (refusedIds: readonly string[], operator: Operator, options: ReplayOptions) => AsyncIterable<ReplayedRequest>;
}

/** Refused requests: by cause, or one by one; replaying and deleting them. */
export function refusedRoutes(deps: RefusedDeps, guard: Guard): Route[] {
  const { change, reveal, visit } = routesOf(deps, guard, 'refused');
  return [
    visit(REFUSED_PATH, 'List refused requests', { query: refusedList.query, answer: refusedPageWithCauses, also: PAGE }, listRefused),
    reveal(
      `${REFUSED_PATH}/repetir`,
      'Preview a bulk replay of refused requests',
      { query: REPLAY_SELECTION, answer: replayPreviewRecord, also: PAGE },
      askReplay,
    ),
    change(
      `${REFUSED_PATH}/repetir`,
      'Replay refused requests',
      { form: REPLAY_SELECTION, answer: replayedRecord, also: PAGE },
      replayMany,
    ),
    reveal(
      `${REFUSED_PATH}/esquecer`,
      'Preview a bulk deletion of refused requests',
      { query: SELECTION, answer: replayPreviewRecord, also: PAGE },
      askForget,
    ),
    change(
      `${REFUSED_PATH}/esquecer`,
      'Delete refused requests',
      {
        description: 'Deletes their bodies as well; this cannot be undone. Events of replayed requests stay.',
        form: SELECTION,
        answer: forgottenRecord,
      },
      forgetMany,
    ),
    visit(ONE, 'Get a refused request', { query: revealValues, answer: refusedDetailRecord, also: PAGE }, showRefused),
    change(
      `${ONE}/repetir`,
      'Replay a refused request',
      {
        description:
          'Checks the request again with the current secrets and settings, as of the time it arrived. If it fails again, the status is 422 with the code `still_refused`.',
        answer: singleReplayRecord,
        refusals: [{ status: 422, codes: ['still_refused'] }],
      },
      (deps, exchange, _form, visitor) => replayOne(deps, exchange, visitor),
      (deps, exchange, visitor, state) => showAttempt(deps, exchange, visitor, { kind: 'error', state }),
    ),
    change(`${ONE}/esquecer`, 'Delete a refused request', { answer: forgottenRecord }, forgetOne),
  ];
}

async function listRefused(deps: RefusedDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { filter, page: asked } = refusedList.readPage(exchange.query);
  refuseSearchOfReader(visitor, filter);
  const [page, counts] = await Promise.all([deps.store.listRefused({ ...filter, ...asked }), deps.store.refusedCounts()]);
  if (wantsJson(exchange)) return sendJson(exchange, 200, refusedPageWithCauses.write({ ...page, counts }));
  const look = await readListLook(deps, exchange, visitor, 'recusadas');
  await showPage(deps, exchange, visitor, 'RefusedListPage', { filter, counts, page, isFirst: asked.before === undefined, look });
}

/** The selected requests, oldest first, and the fields that select them again. */
interface Selected {
  readonly ids: readonly string[];
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
}

async function select({ store }: RefusedDeps, values: URLSearchParams, verb: RefusedVerb): Promise<Selected> {
  refuseUnknownFields(values, (verb === 'repetir' ? REPLAY_SELECTION : SELECTION).shape);
  const { recusa, todos, ate_recusa: upTo } = readValues(SELECTION, values);
  const filter = refusedList.read(values);
  if (todos === undefined) {
    if (recusa.length === 0)
      throw appError('invalid_input', (m) => m.errors.admin.noRefusedRequestNamed, {
        hint: (m) => m.errors.admin.noRefusedRequestNamedHint,
      });
    return { ids: recusa, fields: recusa.map((id) => ['recusa', id] as const), filter };
  }
  refuseEmptyFields(values, ['ate_recusa', ...Object.keys(refusedList.shape)]);
  const bound = upTo === undefined ? {} : { upTo };
  const which = verb === 'repetir' ? { replayable: true } : { unreplayed: true };
  const { items } = await store.listRefused({ ...filter, ...bound, ...which, limit: MOST_REFUSED });
  const newest = items[0]?.id ?? '1';
  const fields = [['todos', '1'] as const, ['ate_recusa', newest] as const, ...refusedList.fields(filter)];
  return { ids: items.map(({ id }) => id).toReversed(), fields, filter };
}

function replayOptions(values: URLSearchParams): ReplayOptions {
  return { withoutCredential: readValues(REPLAY_SELECTION, values).sem_credencial !== undefined };
}

async function askReplay(deps: RefusedDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { ids: named, fields, filter } = await select(deps, exchange.query, 'repetir');
  const preview = await deps.previewReplay(named, replayOptions(exchange.query));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, replayPreviewRecord.write(preview));
  await showPage(deps, exchange, visitor, 'RefusedReplayPage', { preview, fields, filter, isDone: false });
}

async function replayMany(deps: RefusedDeps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  const { ids: named, filter } = await select(deps, form, 'repetir');
  const items = await Array.fromAsync(deps.replayRefused(named, operatorOf(exchange, deps.clock), replayOptions(form)));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, replayedRecord.write(items));
  const shown = { preview: summarizeReplay(items), fields: [], filter, isDone: true };
  await showPage(deps, exchange, visitor, 'RefusedReplayPage', shown, { here: REFUSED_PATH });
}

async function askForget(deps: RefusedDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { ids: named, fields, filter } = await select(deps, exchange.query, 'esquecer');
  const preview = await deps.previewReplay(named, { withoutCredential: false });
  if (!isBrowser(exchange)) return sendJson(exchange, 200, replayPreviewRecord.write(preview));
  await showPage(deps, exchange, visitor, 'RefusedForgetPage', { preview, fields, filter });
}

async function forgetMany(deps: RefusedDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { ids: named, filter } = await select(deps, form, 'esquecer');
  await forget(deps, exchange, named, filter);
}

async function forgetOne(deps: RefusedDeps, exchange: Exchange): Promise<void> {
  const { id } = await findRefused(deps, exchange);
  await forget(deps, exchange, [id], {});
}

async function forget({ store, clock }: RefusedDeps, exchange: Exchange, named: readonly string[], filter: RefusedFilter): Promise<void> {
  const forgotten = await store.forgetRefused(named, operatorOf(exchange, clock));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, forgottenRecord.write(forgotten));
  redirect(exchange, refusedForgottenPath(filter, forgotten.length));
}

async function showRefused(deps: RefusedDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const reveal = readValues(revealValues, exchange.query).mostrar !== undefined;
  const refused = await findRefused(deps, exchange);
  if (reveal) {
    operatorOnly(visitor);
    await recordReveal(deps, exchange, `recusa:${refused.id}`, 'page');
  }
  if (wantsJson(exchange)) return sendJson(exchange, 200, refusedDetailRecord.write(refused, { reveal }));
  await showPage(deps, exchange, visitor, 'RefusedPage', { view: viewRefused(refused, reveal), attempt: undefined });
}

async function replayOne(deps: RefusedDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { id } = await findRefused(deps, exchange);
  const replayed = await Array.fromAsync(deps.replayRefused([id], operatorOf(exchange, deps.clock), { withoutCredential: false }));
  const { result } = replayed[0] as ReplayedRequest;
  if (result.kind === 'impossible') throw result.error;
  if (result.kind === 'refused') {
    if (isBrowser(exchange)) return showAttempt(deps, exchange, visitor, result);
    const params = faultParams(['refusedAgain', { code: result.code }], ...sentencesOf(result.params));
    throw new FaultProblem(422, { code: 'still_refused', params });
  }
  const eventIds = result.kind === 'stored' ? result.eventIds : [];
  if (wantsJson(exchange)) return sendJson(exchange, 200, singleReplayRecord.write({ id, kind: result.kind, eventIds }));
  const [eventId] = eventIds;
  if (eventId === undefined) redirect(exchange, `${refusedPath(id)}?aviso=sem_lead`);
  else redirect(exchange, eventIds.length === 1 ? `/admin/webhooks/${eventId}` : refusedPath(id));
}

async function showAttempt(deps: RefusedDeps, exchange: Exchange, visitor: Visitor, attempt: Attempt): Promise<void> {
  const refused = await findRefused(deps, exchange);
  const at = { status: attempt.kind === 'error' ? attempt.state.status : 422, here: refusedPath(refused.id) };
  await showPage(deps, exchange, visitor, 'RefusedPage', { view: viewRefused(refused, false), attempt }, at);
}

async function findRefused({ store }: RefusedDeps, exchange: Exchange): Promise<KeptRefusedRequest> {
  const id = exchange.params['id'] ?? '';
  const refused = isRowId(id) ? await store.findRefused(id) : null;
  if (refused !== null) return refused;
  throw appError('not_found', (m) => m.errors.admin.noRefusedRequest, {
    hint: (m) => m.errors.admin.noRefusedRequestHint({ refusedPath: REFUSED_PATH }),
  });
}
