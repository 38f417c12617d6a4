import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { EventCount } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import { bulkTotal } from '../../../presentation/event-record.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import {
  bulkPath,
  EVENT_CHANGE,
  EVENT_SELECTION,
  type NamedEvents,
  readCountedEvents,
  readNamedEvents,
  toSelection,
} from '../addresses/event-selection.ts';
import { refuseSearchOfReader } from '../entrance/guard.ts';
import { type BulkVerb, countKinds } from '../read/bulk-question.ts';
import { countUnsearched } from '../read/event-list.ts';
import { type DescribedRoute, PAGE } from '../requests/operation.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const LIST_PATH = '/admin/webhooks';

const SUMMARIES: Readonly<Record<BulkVerb, string>> = {
  repetir: 'Retry failed, parked and delayed events',
  esquecer: 'Delete failed and parked jobs of events',
};

/** Retrying and deleting many events: first the count, then the change, with the same fields. */
export function eventBulkRoutes(admin: Admin): DescribedRoute[] {
  const { visit } = routesOf(admin, 'events');
  const total = visit(
    `${LIST_PATH}/total`,
    'Count the events of a bulk action',
    { query: EVENT_SELECTION, answer: bulkTotal },
    async (context) => {
      const events = readCountedEvents(context.exchange.query);
      refuseSearchOfReader(context.visitor, events.filter ?? {});
      context.json(await totalJson(context, events));
    },
  );
  return [total, ...bulkVerb(admin, 'repetir'), ...bulkVerb(admin, 'esquecer')];
}

function bulkVerb(admin: Admin, verb: BulkVerb): DescribedRoute[] {
  const { change, reveal } = routesOf(admin, 'events');
  const path = `${LIST_PATH}/${verb}`;
  const question = `Preview: ${SUMMARIES[verb].toLowerCase()}`;
  return [
    reveal(path, question, { query: EVENT_CHANGE, answer: bulkTotal, also: PAGE }, (context) => ask(context, verb)),
    change(path, SUMMARIES[verb], { form: EVENT_CHANGE, answer: totalRecord }, (context, form) => act(context, form, verb)),
  ];
}

async function ask(context: Context, verb: BulkVerb): Promise<void> {
  const { store, deps, exchange } = context;
  const events = readNamedEvents(exchange.query);
  if (!context.isBrowser) return context.json(await totalJson(context, events));
  const [counted, kinds] = [await count(context, events), await countKinds(deps, events)];
  const question = { verb, events, count: counted, kinds, unsearched: await countUnsearched(store, events.filter) };
  await context.page('BulkPage', { question });
}

async function act(context: Context, form: URLSearchParams, verb: BulkVerb): Promise<void> {
  const { store, operator } = context;
  const events = readNamedEvents(form);
  const { expected } = events;
  if (verb === 'esquecer' && expected !== undefined && (await hasGrown(context, events, expected)))
    return confirmAgain(context, events, expected);
  const selection = toSelection(events, operator.now);
  const total = await (verb === 'repetir'
    ? store.retryEvents(selection, DEFAULT_QUEUE, operator)
    : store.forgetEvents(selection, operator));
  if (!context.isBrowser) return context.json(totalRecord.write(total));
  context.redirect(withNotice(events.listPath, verb, total, expected));
}

/** Whether a filter now matches more events than the user confirmed. Deleting is final, so it must then be confirmed again. */
async function hasGrown(context: Context, events: NamedEvents, told: number): Promise<boolean> {
  return events.filter !== undefined && (await count(context, events)).forgettable > told;
}

function confirmAgain(context: Context, { filter = {}, listPath }: NamedEvents, told: number): void {
  if (!context.isBrowser) {
    throw appError('conflict', (m) => m.errors.admin.moreThanForeseen, { hint: (m) => m.errors.admin.countAgain });
  }
  context.redirect(`${bulkPath('esquecer', filter, listPath)}&previsto=${told}`);
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

type CountedEvents = Pick<NamedEvents, 'ids' | 'filter'>;

function count({ store, deps }: Context, events: CountedEvents): Promise<EventCount> {
  const now = deps.clock();
  return store.countEvents(toSelection(events, now), now);
}

async function totalJson(context: Context, events: CountedEvents) {
  return bulkTotal.write({ ...(await count(context, events)), unsearched: await countUnsearched(context.store, events.filter) });
}
