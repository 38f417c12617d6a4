import { appError } from '../../../messages/messages.ts';
import { activityPage as activityRecords } from '../../../presentation/activity-record.ts';
import { jobPlace } from '../../../presentation/job-record.ts';
import { maskActivity } from '../../../presentation/masking.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { activityList } from '../addresses/lists.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { Operation } from '../contract/operation.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { answerChange, sendPage } from '../respond.ts';
import { routesOf } from './routes-of.ts';

const LIST: Operation = {
  method: 'GET',
  path: activityList.path,
  tag: 'activity',
  summary: 'List what operators did, newest first',
  query: activityList.query,
  answer: activityRecords,
  also: ['text/html'],
};

const JOB: Operation = {
  method: 'GET',
  path: '/admin/jobs/:id',
  tag: 'activity',
  summary: 'Find the event of a job',
  description: 'Browsers are led to the page of the event.',
  answer: jobPlace,
};

/** What operators did, and the way from a job that it names to its event. */
export function activityRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { visit } = routesOf(deps, guard);
  return [visit(LIST, listActivity), visit(JOB, findJob)];
}

async function listActivity(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { filter, page: asked } = activityList.readPage(exchange.query);
  const found = await deps.reports.listActivity({ ...filter, ...asked });
  const page = visitor.role === 'reader' ? { ...found, items: found.items.map(maskActivity) } : found;
  if (wantsJson(exchange)) return sendJson(exchange, 200, activityRecords.write(page));
  const { activityPage } = await loadPages();
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, activityPage({ frame, filter, page, isFirst: asked.before === undefined }));
}

async function findJob({ reports }: AdminDeps, exchange: Exchange): Promise<void> {
  const id = exchange.params['id'] ?? '';
  const eventId = await reports.eventOfJob(id);
  if (eventId === null) {
    throw appError('not_found', (m) => m.errors.admin.noJob, { hint: (m) => m.errors.admin.mayBeForgotten });
  }
  answerChange(exchange, { job_id: id, evento_id: eventId }, `/admin/webhooks/${eventId}`);
}
