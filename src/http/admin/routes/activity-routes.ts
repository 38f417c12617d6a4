import { notFound } from '../../../messages/messages.ts';
import { activityPage } from '../../../presentation/activity-record.ts';
import { jobPlace } from '../../../presentation/job-record.ts';
import { maskActivity } from '../../../presentation/masking.ts';
import type { Route } from '../../exchange.ts';
import { activityList } from '../addresses/lists.ts';
import { readListLook } from '../read/list-look.ts';
import { PAGE } from '../requests/operation.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

/** The operators' actions, and the way from a job in them to its event. */
export function activityRoutes(admin: Admin): Route[] {
  const { visit } = routesOf(admin, 'activity');
  return [
    visit(activityList.path, 'List operator activity', { query: activityList.query, answer: activityPage, also: PAGE }, listActivity),
    visit(
      '/admin/jobs/:id',
      'Get the event of a job',
      { description: 'Browsers are redirected to the page of the event.', answer: jobPlace },
      findJob,
    ),
  ];
}

async function listActivity(context: Context): Promise<void> {
  const { filter, page: asked } = activityList.readPage(context.exchange.query);
  const found = await context.store.listActivity({ ...filter, ...asked });
  const page = context.isReader ? { ...found, items: found.items.map(maskActivity) } : found;
  if (context.wantsJson) return context.json(activityPage.write(page));
  const look = await readListLook(context, 'atividade');
  await context.page('ActivityPage', { filter, page, isFirst: asked.before === undefined, look });
}

async function findJob(context: Context): Promise<void> {
  const eventId = await context.store.eventOfJob(context.id);
  if (eventId === null) throw notFound('job', context.id, (m) => m.errors.admin.mayBeForgotten);
  context.changed({ job_id: context.id, evento_id: eventId }, `/admin/webhooks/${eventId}`);
}
