import { z } from 'zod';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { JobSelection } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import { failedJobPage, failureGroups, jobsChanged, totalRecord } from '../../../presentation/job-record.ts';
import { findFailureGroups } from '../../../queue/failure-groups.ts';
import { filteredList } from '../addresses/filtered-list.ts';
import type { DescribedRoute } from '../requests/operation.ts';
import { flag, jobCursor, jobIds, named, readValues, refuseEmptyFields, refuseUnknownFields, text, word } from '../requests/values.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const FAILURES_PATH = '/admin/falhas';

const failureList = filteredList<Pick<JobSelection, 'queue' | 'parked' | 'errorCode' | 'named'>>()(
  FAILURES_PATH,
  {
    fila: ['queue', word([DEFAULT_QUEUE, CONVERSION_QUEUE], 'The queue: events (default) or conversions.')],
    estacionado: ['parked', flag('1: parked jobs instead of failed ones.')],
    erro_codigo: ['errorCode', text('The error code; for parked jobs, what they wait for.')],
    erro_alvo: ['named', named('What the error names, exactly; `-` for nothing.')],
  },
  jobCursor(),
);
const FILTER = z.object(failureList.shape);
const QUEUE_ONLY = FILTER.pick({ fila: true });
const SELECTION = z.object({
  job: jobIds('Job ID; repeat for several jobs.'),
  todos: flag('1: all jobs that match the filter.'),
  ...failureList.shape,
});

/** Failed and parked jobs as JSON: by error code and named object, or one by one; retrying and deleting them. */
export function failureRoutes(admin: Admin): DescribedRoute[] {
  const { change, visit } = routesOf(admin, 'failures');
  const changed = { form: SELECTION, answer: jobsChanged };
  return [
    visit(FAILURES_PATH, 'List failed or parked jobs', { query: failureList.query, answer: failedJobPage }, listJobs),
    visit(`${FAILURES_PATH}/grupos`, 'Count failed and parked jobs by cause', { query: QUEUE_ONLY, answer: failureGroups }, listGroups),
    visit(`${FAILURES_PATH}/total`, 'Count failed or parked jobs', { query: FILTER, answer: totalRecord }, countJobs),
    change(`${FAILURES_PATH}/repetir`, 'Retry failed or parked jobs', changed, async (context, form) => {
      context.json(jobsChanged.write(await context.store.retry(readSelection(form), context.operator)));
    }),
    change(`${FAILURES_PATH}/esquecer`, 'Delete failed or parked jobs', changed, async (context, form) => {
      context.json(jobsChanged.write(await context.store.forget(readSelection(form), context.operator)));
    }),
  ];
}

async function listJobs(context: Context): Promise<void> {
  const { filter, page } = failureList.readPage(context.exchange.query);
  context.json(failedJobPage.write(await context.store.listFailedJobs({ queue: DEFAULT_QUEUE, ...filter, ...page })));
}

async function listGroups(context: Context): Promise<void> {
  const { fila: queue = DEFAULT_QUEUE } = context.query(QUEUE_ONLY);
  context.json(failureGroups.write(await findFailureGroups(context.store, { queue })));
}

async function countJobs(context: Context): Promise<void> {
  const { query } = context.exchange;
  refuseUnknownFields(query, failureList.shape);
  context.json(totalRecord.write(await context.store.countSelected({ queue: DEFAULT_QUEUE, ...failureList.read(query) })));
}

/** Named jobs, or those of a filter; never all of them because of a forgotten field. */
function readSelection(form: URLSearchParams): JobSelection {
  const { job, todos } = readValues(SELECTION, form);
  if (job.length > 0) return { ids: job };
  if (todos === undefined)
    throw appError('invalid_input', (m) => m.errors.admin.noJobNamed, { hint: (m) => m.errors.admin.noJobNamedHint });
  refuseEmptyFields(form, Object.keys(failureList.shape));
  return { queue: DEFAULT_QUEUE, ...failureList.read(form) };
}
