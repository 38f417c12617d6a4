import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { EventCount, QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { appError } from '../../../messages/messages.ts';
import { bulkTotal } from '../../../presentation/event-record.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import {
  bulkPath,
  EVENT_CHANGE,
  EVENT_SELECTION,
  type NamedEvents,
  readCountedEvents,
  readExpected,
  readNamedEvents,
  toSelection,
} from '../addresses/event-selection.ts';
import { type Guard, refuseSearchOfReader } from '../entrance/guard.ts';
import { type BulkQuestion, type BulkVerb, countKinds } from '../read/bulk-question.ts';
import { countUnsearched } from '../read/event-list.ts';
import { isBrowser } from '../requests/negotiation.ts';
import { type DescribedRoute, PAGE } from '../requests/operation.ts';
import { redirect } from '../requests/respond.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

const LIST_PATH = '/admin/webhooks';

const SUMMARIES: Readonly<Record<BulkVerb, string>> = {
  repetir: 'Retry failed, parked and delayed events',
  esquecer: 'Delete failed and parked jobs of events',
};

export interface EventBulkDeps extends Program {
  readonly store: Reports & QueueControl;
}

/** Retrying and deleting many events: first the count, then the change, with the same fields. */
export function eventBulkRoutes(deps: EventBulkDeps, guard: Guard): DescribedRoute[] {
  const { visit } = routesOf(deps, guard, 'events');
  const total = visit(
    `${LIST_PATH}/total`,
    'Count the events of a bulk action',
    { query: EVENT_SELECTION, answer: bulkTotal },
    async (deps, exchange, visitor) => {
      const events = readCountedEvents(exchange.query);
      refuseSearchOfReader(visitor, events.filter ?? {});
      sendJson(exchange, 200, await totalJson(deps, events));
    },
  );
  return [total, ...bulkVerb(deps, guard, 'repetir'), ...bulkVerb(deps, guard, 'esquecer')];
}

function bulkVerb(deps: EventBulkDeps, guard: Guard, verb: BulkVerb): DescribedRoute[] {
  const { change, reveal } = routesOf(deps, guard, 'events');
  const path = `${LIST_PATH}/${verb}`;
  const question = `Preview: ${SUMMARIES[verb].toLowerCase()}`;
  return [
    reveal(path, question, { query: EVENT_CHANGE, answer: bulkTotal, also: PAGE }, (deps, exchange, visitor) =>
      ask(deps, exchange, visitor, verb),
    ),
    change(path, SUMMARIES[verb], { form: EVENT_CHANGE, answer: totalRecord }, (deps, exchange, form) => act(deps, exchange, form, verb)),
  ];
}

async function ask(deps: EventBulkDeps, exchange: Exchange, visitor: Visitor, verb: BulkVerb): Promise<void> {
  const events = readNamedEvents(exchange.query);
  const before = readExpected(exchange.query);
  if (!isBrowser(exchange)) return sendJson(exchange, 200, await totalJson(deps, events));
  const [counted, kinds] = [await count(deps, events), await countKinds(deps, events)];
  const question: BulkQuestion = { verb, events, count: counted, kinds, before, unsearched: await countUnsearched(deps, events.filter) };
  await showPage(deps, exchange, visitor, 'BulkPage', { question });
}

async function act(deps: EventBulkDeps, exchange: Exchange, form: URLSearchParams, verb: BulkVerb): Promise<void> {
  const { store, clock } = deps;
  const events = readNamedEvents(form);
  const expected = readExpected(form);
  if (verb === 'esquecer' && expected !== undefined && (await hasGrown(deps, events, expected)))
    return confirmAgain(exchange, events, expected);
  const selection = toSelection(events, clock());
  const operator = operatorOf(exchange, clock);
  const total = await (verb === 'repetir'
    ? store.retryEvents(selection, DEFAULT_QUEUE, operator)
    : store.forgetEvents(selection, operator));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, totalRecord.write(total));
  redirect(exchange, withNotice(events.listPath, verb, total, expected));
}

/** Whether a filter now matches more events than the user confirmed. Deleting is final, so it must then be confirmed again. */
async function hasGrown(deps: EventBulkDeps, events: NamedEvents, told: number): Promise<boolean> {
  return events.filter !== undefined && (await count(deps, events)).forgettable > told;
}

function confirmAgain(exchange: Exchange, { filter = {}, listPath }: NamedEvents, told: number): void {
  if (!isBrowser(exchange)) {
    throw appError('conflict', (m) => m.errors.admin.moreThanForeseen, { hint: (m) => m.errors.admin.countAgain });
  }
  redirect(exchange, `${bulkPath('esquecer', filter, listPath)}&previsto=${told}`);
}

/** The list as it was, with a message about the change. */
function withNotice(listPath: string, verb: BulkVerb, total: number, expected: number | undefined): string {
  const [path = LIST_PATH, query] = listPath.split('?');
  const fields = new URLSearchParams(query);
  fields.set('aviso', verb);
  fields.set('numero', String(total));
  if (expected !== undefined && expected !== total) fields.set('previsto', String(expected));
  return `${path}?${fields}`;
}

function count({ store, clock }: EventBulkDeps, events: NamedEvents): Promise<EventCount> {
  return store.countEvents(toSelection(events, clock()), clock());
}

async function totalJson(deps: EventBulkDeps, events: NamedEvents) {
  return bulkTotal.write({ ...(await count(deps, events)), unsearched: await countUnsearched(deps, events.filter) });
}
