import { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { JobSelection, QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { appError } from '../../../messages/messages.ts';
import { failedJobPage, failureGroups, jobsChanged, totalRecord } from '../../../presentation/job-record.ts';
import { findFailureGroups } from '../../../queue/failure-groups.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import { filteredList } from '../addresses/filtered-list.ts';
import type { Guard } from '../entrance/guard.ts';
import type { DescribedRoute } from '../requests/operation.ts';
import { flag, jobCursor, jobIds, named, readValues, refuseEmptyFields, refuseUnknownFields, text, word } from '../requests/values.ts';
import { operatorOf } from '../requests/visitor.ts';
import { routesOf } from './routes-of.ts';

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

export interface FailureDeps {
  readonly store: Reports & QueueControl;
  readonly clock: Clock;
}

/** Failed and parked jobs as JSON: by error code and named object, or one by one; retrying and deleting them. */
export function failureRoutes(deps: FailureDeps, guard: Guard): DescribedRoute[] {
  const { change, visit } = routesOf(deps, guard, 'failures');
  const changed = { form: SELECTION, answer: jobsChanged };
  return [
    visit(FAILURES_PATH, 'List failed or parked jobs', { query: failureList.query, answer: failedJobPage }, listJobs),
    visit(`${FAILURES_PATH}/grupos`, 'Count failed and parked jobs by cause', { query: QUEUE_ONLY, answer: failureGroups }, listGroups),
    visit(`${FAILURES_PATH}/total`, 'Count failed or parked jobs', { query: FILTER, answer: totalRecord }, countJobs),
    change(`${FAILURES_PATH}/repetir`, 'Retry failed or parked jobs', changed, (deps, exchange, form) =>
      changeJobs(deps, exchange, form, 'retry'),
    ),
    change(`${FAILURES_PATH}/esquecer`, 'Delete failed or parked jobs', changed, (deps, exchange, form) =>
      changeJobs(deps, exchange, form, 'forget'),
    ),
  ];
}

async function listJobs({ store }: FailureDeps, exchange: Exchange): Promise<void> {
  const { filter, page } = failureList.readPage(exchange.query);
  sendJson(exchange, 200, failedJobPage.write(await store.listFailedJobs({ queue: DEFAULT_QUEUE, ...filter, ...page })));
}

async function listGroups({ store }: FailureDeps, exchange: Exchange): Promise<void> {
  const { fila = DEFAULT_QUEUE } = readValues(QUEUE_ONLY, exchange.query);
  const groups = await findFailureGroups(store, { queue: fila });
  sendJson(exchange, 200, failureGroups.write(groups));
}

async function countJobs({ store }: FailureDeps, exchange: Exchange): Promise<void> {
  refuseUnknownFields(exchange.query, failureList.shape);
  sendJson(exchange, 200, totalRecord.write(await store.countSelected({ queue: DEFAULT_QUEUE, ...failureList.read(exchange.query) })));
}

async function changeJobs(deps: FailureDeps, exchange: Exchange, form: URLSearchParams, verb: 'retry' | 'forget'): Promise<void> {
  const { store, clock } = deps;
  const selection = readSelection(form);
  const operator = operatorOf(exchange, clock);
  const jobs = await (verb === 'retry' ? store.retry(selection, operator) : store.forget(selection, operator));
  sendJson(exchange, 200, jobsChanged.write(jobs));
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
