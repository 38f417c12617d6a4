import { z } from 'zod';
import { AppError } from '../../../base/app-error.ts';
import { ORIGINS } from '../../../domain/origin.ts';
import type { KeptRefusedRequest } from '../../../domain/refused-request.ts';
import { pageJson } from '../../../presentation/json.ts';
import { refusedCountJson, refusedDetailJson, refusedJson } from '../../../presentation/refused-json.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { HttpProblem } from '../../problem.ts';
import { REFUSED_PATH, refusedPath } from '../addresses/refused-paths.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { described, type Operation } from '../contract/operation.ts';
import { onForm } from '../contract/posted-form.ts';
import { cursor, isRowId, limit, readValues, text, word } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, operatorOnly } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { isBrowser, wantsJson } from '../negotiation.ts';
import type { Attempt } from '../pages/refused/refused-page.tsx';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';
import { viewRefused } from '../views/refused-view.ts';
import { recordReveal, revealValues } from './reveal.ts';

const ONE = `${REFUSED_PATH}/:id`;

const LIST_QUERY = z.object({
  codigo: text('Cause: `signature_invalid`, `fields_invalid` …'),
  origem: word(ORIGINS, 'Source.'),
  antes: cursor(),
  limite: limit(),
});

const LIST: Operation = {
  method: 'GET',
  path: REFUSED_PATH,
  tag: 'refused',
  summary: 'List refused requests, newest first, and how many there are of each cause',
  query: LIST_QUERY,
  answer: async () => (await import('../../../presentation/schemas/refused-answers.ts')).refusedPageSchema,
  also: ['text/html'],
};
const SHOW: Operation = {
  method: 'GET',
  path: ONE,
  tag: 'refused',
  summary: 'Show a refused request',
  query: revealValues,
  answer: async () => (await import('../../../presentation/schemas/refused-answers.ts')).refusedDetailSchema,
  also: ['text/html'],
};
const PUT_THROUGH: Operation = {
  method: 'POST',
  path: `${ONE}/repetir`,
  tag: 'refused',
  summary: 'Put a refused request through again, after mending',
  description:
    'It is checked with the secrets and settings of now, as of the moment it came. 422 `still_refused`: it would be refused again.',
  answer: async () => (await import('../../../presentation/schemas/refused-answers.ts')).putThroughSchema,
  refusals: [{ status: 422, codes: ['still_refused'] }],
};

/** Refused requests: by cause, one of them, and putting it through again. */
export function refusedRoutes(deps: AdminDeps, guard: Guard): Route[] {
  return [
    described(
      LIST,
      guard.visit((exchange, visitor) => listRefused(deps, exchange, visitor)),
    ),
    described(
      SHOW,
      guard.visit((exchange, visitor) => showRefused(deps, exchange, visitor)),
    ),
    described(
      PUT_THROUGH,
      guard.change(
        onForm(
          (exchange, visitor) => putThrough(deps, exchange, visitor),
          (exchange, visitor, state) => showAttempt(deps, exchange, visitor, { kind: 'error', state }),
        ),
      ),
    ),
  ];
}

async function listRefused(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { antes: before, limite, ...filter } = readValues(LIST_QUERY, exchange.query);
  const { codigo: code, origem: origin } = filter;
  const [page, counts] = await Promise.all([
    deps.reports.listRefused({
      ...(code === undefined ? {} : { code }),
      ...(origin === undefined ? {} : { origin }),
      ...(before === undefined ? {} : { before }),
      limit: limite,
    }),
    deps.reports.refusedCounts(),
  ]);
  if (wantsJson(exchange)) return sendJson(exchange, 200, { ...pageJson(page, refusedJson), causas: counts.map(refusedCountJson) });
  const { refusedListPage } = await loadPages();
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, refusedListPage({ frame, filter, counts, page, isFirst: before === undefined }));
}

async function showRefused(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const reveal = readValues(revealValues, exchange.query).mostrar !== undefined;
  const refused = await findRefused(deps, exchange);
  if (reveal) {
    operatorOnly(visitor);
    await recordReveal(deps, exchange, `recusa:${refused.id}`, 'page');
  }
  if (wantsJson(exchange)) return sendJson(exchange, 200, refusedDetailJson(refused, { reveal }));
  const { refusedPage, refusedNotice } = await loadPages();
  const view = viewRefused(refused, reveal);
  const notice = refusedNotice(exchange.query.get('aviso'));
  sendPage(exchange, 200, refusedPage({ frame: frameOf(deps, exchange, visitor), view, notice, attempt: undefined }));
}

async function putThrough(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { id } = await findRefused(deps, exchange);
  const result = await deps.putThrough(id, operatorOf(exchange, deps.clock));
  if (result.kind === 'refused') {
    if (isBrowser(exchange)) return showAttempt(deps, exchange, visitor, result);
    throw new HttpProblem(422, 'still_refused', `It is refused again: ${result.code}. ${result.detail}`);
  }
  const eventIds = result.kind === 'stored' ? result.eventIds : [];
  if (wantsJson(exchange)) return sendJson(exchange, 200, { recusa_id: id, resultado: result.kind, evento_ids: eventIds });
  const [eventId] = eventIds;
  if (eventId === undefined) redirect(exchange, `${refusedPath(id)}?aviso=sem_lead`);
  else redirect(exchange, eventIds.length === 1 ? `/admin/webhooks/${eventId}` : refusedPath(id));
}

async function showAttempt(deps: AdminDeps, exchange: Exchange, visitor: Visitor, attempt: Attempt): Promise<void> {
  const refused = await findRefused(deps, exchange);
  const { refusedPage } = await loadPages();
  const frame = { ...frameOf(deps, exchange, visitor), here: refusedPath(refused.id) };
  const status = attempt.kind === 'error' ? attempt.state.status : 422;
  sendPage(exchange, status, refusedPage({ frame, view: viewRefused(refused, false), notice: undefined, attempt }));
}

async function findRefused({ reports }: AdminDeps, exchange: Exchange): Promise<KeptRefusedRequest> {
  const id = exchange.params['id'] ?? '';
  const refused = isRowId(id) ? await reports.findRefused(id) : null;
  if (refused !== null) return refused;
  throw new AppError(
    'not_found',
    { en: 'There is no refused request with this id.', pt: 'Não há requisição recusada com este id.' },
    {
      hint: {
        en: `It may have made room for newer ones. The list is at ${REFUSED_PATH}.`,
        pt: `Ela pode ter dado lugar a mais novas. A lista está em ${REFUSED_PATH}.`,
      },
    },
  );
}
