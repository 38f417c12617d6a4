import type { Reports } from '../../../domain/report-ports.ts';
import type { SavedViews } from '../../../domain/saved-view.ts';
import { appError } from '../../../messages/messages.ts';
import { activityPage as activityRecords } from '../../../presentation/activity-record.ts';
import { jobPlace } from '../../../presentation/job-record.ts';
import { maskActivity } from '../../../presentation/masking.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { activityList } from '../addresses/lists.ts';
import type { Guard } from '../entrance/guard.ts';
import { readListLook } from '../read/list-look.ts';
import { wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { answerChange } from '../requests/respond.ts';
import type { Program, Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

export interface ActivityDeps extends Program {
  readonly store: Reports & SavedViews;
}

/** The operators' actions, and the way from a job in them to its event. */
export function activityRoutes(deps: ActivityDeps, guard: Guard): Route[] {
  const { visit } = routesOf(deps, guard, 'activity');
  return [
    visit(activityList.path, 'List operator activity', { query: activityList.query, answer: activityRecords, also: PAGE }, listActivity),
    visit(
      '/admin/jobs/:id',
      'Get the event of a job',
      { description: 'Browsers are redirected to the page of the event.', answer: jobPlace },
      findJob,
    ),
  ];
}

async function listActivity(deps: ActivityDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { filter, page: asked } = activityList.readPage(exchange.query);
  const found = await deps.store.listActivity({ ...filter, ...asked });
  const page = visitor.role === 'reader' ? { ...found, items: found.items.map(maskActivity) } : found;
  if (wantsJson(exchange)) return sendJson(exchange, 200, activityRecords.write(page));
  const look = await readListLook(deps, exchange, visitor, 'atividade');
  await showPage(deps, exchange, visitor, 'ActivityPage', { filter, page, isFirst: asked.before === undefined, look });
}

async function findJob({ store }: ActivityDeps, exchange: Exchange): Promise<void> {
  const id = exchange.params['id'] ?? '';
  const eventId = await store.eventOfJob(id);
  if (eventId === null) {
    throw appError('not_found', (m) => m.errors.admin.noJob, { hint: (m) => m.errors.admin.mayBeForgotten });
  }
  answerChange(exchange, { job_id: id, evento_id: eventId }, `/admin/webhooks/${eventId}`);
}
