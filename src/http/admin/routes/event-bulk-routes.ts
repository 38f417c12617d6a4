import type { EventCount } from '../../../domain/ports.ts';
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
import type { AdminDeps } from '../admin-deps.ts';
import type { DescribedRoute } from '../contract/operation.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, refuseSearchOfReader } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { isBrowser } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';
import { type BulkKind, countKinds } from '../views/event-kinds.ts';
import { countUnsearched } from '../views/event-list-view.ts';
import { routesOf } from './routes-of.ts';

const LIST_PATH = '/admin/webhooks';

/** What is done to many events at once. */
type BulkVerb = 'repetir' | 'esquecer';

/** What the page asks before it happens. */
export interface BulkQuestion {
  readonly verb: BulkVerb;
  readonly events: NamedEvents;
  readonly count: EventCount;
  readonly kinds: readonly BulkKind[];
  /** How many there were when the question was first asked, where more have come since. */
  readonly before: number | undefined;
  /** Events that the search of the filter does not find yet. */
  readonly unsearched: number;
}

const SUMMARIES: Readonly<Record<BulkVerb, string>> = {
  repetir: 'Run failed, parked and delayed events again',
  esquecer: 'Delete the failed and parked jobs of events for good',
};

/** Retrying and forgetting many events: the number first, then the change, with the same fields. */
export function eventBulkRoutes(deps: AdminDeps, guard: Guard): DescribedRoute[] {
  const { visit } = routesOf(deps, guard);
  const total = visit(
    {
      method: 'GET',
      path: `${LIST_PATH}/total`,
      tag: 'events',
      summary: 'How many events a bulk change would touch',
      query: EVENT_SELECTION,
      answer: bulkTotal,
    },
    async (deps, exchange, visitor) => {
      const events = readCountedEvents(exchange.query);
      refuseSearchOfReader(visitor, events.filter ?? {});
      sendJson(exchange, 200, await totalJson(deps, events));
    },
  );
  return [total, ...bulkVerb(deps, guard, 'repetir'), ...bulkVerb(deps, guard, 'esquecer')];
}

function bulkVerb(deps: AdminDeps, guard: Guard, verb: BulkVerb): DescribedRoute[] {
  const { change, reveal } = routesOf(deps, guard);
  const common = { path: `${LIST_PATH}/${verb}`, tag: 'events' } as const;
  const question = {
    ...common,
    method: 'GET',
    query: EVENT_CHANGE,
    answer: bulkTotal,
    also: ['text/html'],
  } as const;
  const done = {
    ...common,
    method: 'POST',
    form: EVENT_CHANGE,
    answer: totalRecord,
  } as const;
  return [
    reveal({ ...question, summary: `The question before: ${SUMMARIES[verb].toLowerCase()}` }, (deps, exchange, visitor) =>
      ask(deps, exchange, visitor, verb),
    ),
    change({ ...done, summary: SUMMARIES[verb] }, (deps, exchange, form) => act(deps, exchange, form, verb)),
  ];
}

async function ask(deps: AdminDeps, exchange: Exchange, visitor: Visitor, verb: BulkVerb): Promise<void> {
  const events = readNamedEvents(exchange.query);
  const before = readExpected(exchange.query);
  if (!isBrowser(exchange)) return sendJson(exchange, 200, await totalJson(deps, events));
  const { bulkPage } = await loadPages();
  const [counted, kinds] = [await count(deps, events), await countKinds(deps, events)];
  const question: BulkQuestion = { verb, events, count: counted, kinds, before, unsearched: await countUnsearched(deps, events.filter) };
  sendPage(exchange, 200, bulkPage(frameOf(deps, exchange, visitor), question));
}

async function act(deps: AdminDeps, exchange: Exchange, form: URLSearchParams, verb: BulkVerb): Promise<void> {
  const { control, queue, clock } = deps;
  const events = readNamedEvents(form);
  const expected = readExpected(form);
  if (verb === 'esquecer' && expected !== undefined && (await hasGrown(deps, events, expected)))
    return askAgain(exchange, events, expected);
  const selection = toSelection(events, clock());
  const operator = operatorOf(exchange, clock);
  const total = await (verb === 'repetir' ? control.retryEvents(selection, queue, operator) : control.forgetEvents(selection, operator));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, totalRecord.write(total));
  redirect(exchange, withNotice(events.listPath, verb, total, expected));
}

/** Whether a filter now means more events than the person who confirms was told. What is forgotten is gone, so then they are asked again. */
async function hasGrown(deps: AdminDeps, events: NamedEvents, told: number): Promise<boolean> {
  return events.filter !== undefined && (await count(deps, events)).forgettable > told;
}

function askAgain(exchange: Exchange, { filter = {}, listPath }: NamedEvents, told: number): void {
  if (!isBrowser(exchange)) {
    throw appError('conflict', (m) => m.errors.admin.moreThanForeseen, { hint: (m) => m.errors.admin.countAgain });
  }
  redirect(exchange, `${bulkPath('esquecer', filter, listPath)}&previsto=${told}`);
}

/** The list as it was, and what was done. */
function withNotice(listPath: string, verb: BulkVerb, total: number, expected: number | undefined): string {
  const [path = LIST_PATH, query] = listPath.split('?');
  const fields = new URLSearchParams(query);
  fields.set('aviso', verb);
  fields.set('numero', String(total));
  if (expected !== undefined && expected !== total) fields.set('previsto', String(expected));
  return `${path}?${fields}`;
}

function count({ control, clock }: AdminDeps, events: NamedEvents): Promise<EventCount> {
  return control.countEvents(toSelection(events, clock()), clock());
}

async function totalJson(deps: AdminDeps, events: NamedEvents) {
  return bulkTotal.write({ ...(await count(deps, events)), unsearched: await countUnsearched(deps, events.filter) });
}
