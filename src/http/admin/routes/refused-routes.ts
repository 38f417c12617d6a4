import { z } from 'zod';
import { faultParams, sentencesOf } from '../../../domain/fault.ts';
import { type ReplayedRequest, type ReplayOptions, summarizeReplay } from '../../../domain/refused-replay.ts';
import { type KeptRefusedRequest, MOST_REFUSED } from '../../../domain/refused-request.ts';
import type { RefusedFilter } from '../../../domain/report-ports.ts';
import { appError } from '../../../messages/messages.ts';
import {
  forgottenRecord,
  refusedDetailRecord,
  refusedPageWithCauses,
  replayedRecord,
  replayPreviewRecord,
  singleReplayRecord,
} from '../../../presentation/refused-record.ts';
import type { Route } from '../../exchange.ts';
import { FaultProblem } from '../../problem.ts';
import { refusedList } from '../addresses/lists.ts';
import { REFUSED_PATH, type RefusedVerb, refusedForgottenPath, refusedPath } from '../addresses/refused-paths.ts';
import { refuseSearchOfReader } from '../entrance/guard.ts';
import type { Attempt } from '../pages/refused/refused-page.tsx';
import { viewRefused } from '../read/event-view.ts';
import { readListLook } from '../read/list-look.ts';
import { PAGE } from '../requests/operation.ts';
import { flag, ids, readValues, refuseEmptyFields, refuseUnknownFields, id as rowIdValue } from '../requests/values.ts';
import { type Context, revealValues } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

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

/** Refused requests: by cause, or one by one; replaying and deleting them. */
export function refusedRoutes(admin: Admin): Route[] {
  const { change, reveal, visit } = routesOf(admin, 'refused');
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
      replayOne,
      (context, state) => showAttempt(context, { kind: 'error', state }),
    ),
    change(`${ONE}/esquecer`, 'Delete a refused request', { answer: forgottenRecord }, forgetOne),
  ];
}

async function listRefused(context: Context): Promise<void> {
  const { store, exchange, visitor } = context;
  const { filter, page: asked } = refusedList.readPage(exchange.query);
  refuseSearchOfReader(visitor, filter);
  const [page, counts] = await Promise.all([store.listRefused({ ...filter, ...asked }), store.refusedCounts()]);
  if (context.wantsJson) return context.json(refusedPageWithCauses.write({ ...page, counts }));
  const look = await readListLook(context, 'recusadas');
  await context.page('RefusedListPage', { filter, counts, page, isFirst: asked.before === undefined, look });
}

/** The selected requests, oldest first, and the fields that select them again. */
interface Selected {
  readonly ids: readonly string[];
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly filter: RefusedFilter;
}

async function select({ store }: Context, values: URLSearchParams, verb: RefusedVerb): Promise<Selected> {
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

async function askReplay(context: Context): Promise<void> {
  const { deps, exchange } = context;
  const { ids: named, fields, filter } = await select(context, exchange.query, 'repetir');
  const preview = await deps.previewReplay(named, replayOptions(exchange.query));
  if (!context.isBrowser) return context.json(replayPreviewRecord.write(preview));
  await context.page('RefusedReplayPage', { preview, fields, filter, isDone: false });
}

async function replayMany(context: Context, form: URLSearchParams): Promise<void> {
  const { ids: named, filter } = await select(context, form, 'repetir');
  const items = await Array.fromAsync(context.deps.replayRefused(named, context.operator, replayOptions(form)));
  if (!context.isBrowser) return context.json(replayedRecord.write(items));
  const shown = { preview: summarizeReplay(items), fields: [], filter, isDone: true };
  await context.page('RefusedReplayPage', shown, { here: REFUSED_PATH });
}

async function askForget(context: Context): Promise<void> {
  const { ids: named, fields, filter } = await select(context, context.exchange.query, 'esquecer');
  const preview = await context.deps.previewReplay(named, { withoutCredential: false });
  if (!context.isBrowser) return context.json(replayPreviewRecord.write(preview));
  await context.page('RefusedForgetPage', { preview, fields, filter });
}

async function forgetMany(context: Context, form: URLSearchParams): Promise<void> {
  const { ids: named, filter } = await select(context, form, 'esquecer');
  await forget(context, named, filter);
}

async function forgetOne(context: Context): Promise<void> {
  const { id } = await findRefused(context);
  await forget(context, [id], {});
}

async function forget(context: Context, named: readonly string[], filter: RefusedFilter): Promise<void> {
  const forgotten = await context.store.forgetRefused(named, context.operator);
  if (!context.isBrowser) return context.json(forgottenRecord.write(forgotten));
  context.redirect(refusedForgottenPath(filter, forgotten.length));
}

async function showRefused(context: Context): Promise<void> {
  const reveal = context.reveals;
  const refused = await findRefused(context);
  if (reveal) await context.recordReveal(`recusa:${refused.id}`, 'page');
  if (context.wantsJson) return context.json(refusedDetailRecord.write(refused, { reveal }));
  await context.page('RefusedPage', { view: viewRefused(refused, reveal), attempt: undefined });
}

async function replayOne(context: Context): Promise<void> {
  const { id } = await findRefused(context);
  const replayed = await Array.fromAsync(context.deps.replayRefused([id], context.operator, { withoutCredential: false }));
  const { result } = replayed[0] as ReplayedRequest;
  if (result.kind === 'impossible') throw result.error;
  if (result.kind === 'refused') {
    if (context.isBrowser) return showAttempt(context, result);
    const params = faultParams(['refusedAgain', { code: result.code }], ...sentencesOf(result.params));
    throw new FaultProblem(422, { code: 'still_refused', params });
  }
  const eventIds = result.kind === 'stored' ? result.eventIds : [];
  const [eventId] = eventIds;
  const ofOneEvent = eventIds.length === 1 ? `/admin/webhooks/${eventId}` : refusedPath(id);
  const location = eventId === undefined ? `${refusedPath(id)}?aviso=sem_lead` : ofOneEvent;
  context.changed(singleReplayRecord.write({ id, kind: result.kind, eventIds }), location);
}

async function showAttempt(context: Context, attempt: Attempt): Promise<void> {
  const refused = await findRefused(context);
  const at = { status: attempt.kind === 'error' ? attempt.state.status : 422, here: refusedPath(refused.id) };
  await context.page('RefusedPage', { view: viewRefused(refused, false), attempt }, at);
}

function findRefused(context: Context): Promise<KeptRefusedRequest> {
  return context.row(
    (id) => context.store.findRefused(id),
    'refused',
    (m) => m.errors.admin.noRefusedRequestHint({ refusedPath: REFUSED_PATH }),
  );
}
