import { z } from 'zod';
import type { AppError } from '../../../base/app-error.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { JobSelection } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import { failedJobPage, failureGroups, jobsChanged, totalRecord } from '../../../presentation/job-record.ts';
import { findFailureGroups } from '../../../queue/failure-groups.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import { filteredList } from '../addresses/filtered-list.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { refuseEmptyFields, refuseUnknownFields } from '../contract/form-fields.ts';
import type { DescribedRoute, Operation } from '../contract/operation.ts';
import { flag, ids, named, readValues, text, word } from '../contract/values.ts';
import type { Guard } from '../entrance/guard.ts';
import { operatorOf } from '../entrance/visitor.ts';
import { routesOf } from './routes-of.ts';

const FAILURES_PATH = '/admin/falhas';

const failureList = filteredList<Pick<JobSelection, 'queue' | 'parked' | 'errorCode' | 'named'>>()(FAILURES_PATH, {
  fila: ['queue', word([DEFAULT_QUEUE, CONVERSION_QUEUE], 'The queue: of events (when left out), or of conversions to be sent.')],
  estacionado: ['parked', flag('1: parked jobs instead of failed ones.')],
  erro_codigo: ['errorCode', text('The error code; of parked jobs what they wait for.')],
  erro_alvo: ['named', named('What the error names, exactly; `-`: nothing.')],
});
const FILTER = z.object(failureList.shape);
const QUEUE_ONLY = FILTER.pick({ fila: true });
const SELECTION = z.object({
  job: ids('A job by its id; once for each.'),
  todos: flag('1: every job that the filter leaves.'),
  ...failureList.shape,
});

/** Failed and parked jobs as JSON: by error code and what it names, one by one, and running them again or deleting them. */
export function failureRoutes(deps: AdminDeps, guard: Guard): DescribedRoute[] {
  const { change, visit } = routesOf(deps, guard);
  return [
    visit(
      looking('', {
        summary: 'Failed or parked jobs, newest first',
        query: failureList.query,
        answer: failedJobPage,
      }),
      listJobs,
    ),
    visit(
      looking('/grupos', {
        summary: 'Failed and parked jobs by error code and what it names',
        query: QUEUE_ONLY,
        answer: failureGroups,
      }),
      listGroups,
    ),
    visit(
      looking('/total', {
        summary: 'How many failed or parked jobs there are',
        query: FILTER,
        answer: totalRecord,
      }),
      countJobs,
    ),
    change(changing('/repetir', 'Run failed or parked jobs again'), (deps, exchange, form) => changeJobs(deps, exchange, form, 'retry')),
    change(changing('/esquecer', 'Delete failed or parked jobs for good'), (deps, exchange, form) =>
      changeJobs(deps, exchange, form, 'forget'),
    ),
  ];
}

function looking(path: string, rest: Pick<Operation, 'summary' | 'query' | 'answer'>): Operation {
  return { method: 'GET', path: FAILURES_PATH + path, tag: 'failures', ...rest };
}

function changing(path: string, summary: string): Operation {
  return {
    method: 'POST',
    path: FAILURES_PATH + path,
    tag: 'failures',
    summary,
    form: SELECTION,
    answer: jobsChanged,
  };
}

async function listJobs({ reports, queue }: AdminDeps, exchange: Exchange): Promise<void> {
  const { filter, page } = failureList.readPage(exchange.query);
  sendJson(exchange, 200, failedJobPage.write(await reports.listFailedJobs({ queue, ...filter, ...page })));
}

async function listGroups({ reports, control, queue }: AdminDeps, exchange: Exchange): Promise<void> {
  const { fila = queue } = readValues(QUEUE_ONLY, exchange.query);
  const ports = {
    listFailedJobs: reports.listFailedJobs.bind(reports),
    countSelected: control.countSelected.bind(control),
  };
  const groups = await findFailureGroups(ports, { queue: fila });
  sendJson(exchange, 200, failureGroups.write(groups));
}

async function countJobs({ control, queue }: AdminDeps, exchange: Exchange): Promise<void> {
  refuseUnknownFields(exchange.query, failureList.shape);
  sendJson(exchange, 200, totalRecord.write(await control.countSelected({ queue, ...failureList.read(exchange.query) })));
}

async function changeJobs(deps: AdminDeps, exchange: Exchange, form: URLSearchParams, verb: 'retry' | 'forget'): Promise<void> {
  const { control, queue, clock } = deps;
  const selection = readSelection(form, queue);
  const operator = operatorOf(exchange, clock);
  const jobs = await (verb === 'retry' ? control.retry(selection, operator) : control.forget(selection, operator));
  sendJson(exchange, 200, jobsChanged.write(jobs));
}

/** Named jobs, or those a filter selects; never all of them because a field was forgotten. */
function readSelection(form: URLSearchParams, queue: string): JobSelection {
  refuseUnknownFields(form, SELECTION.shape);
  const { job, todos } = readValues(SELECTION, form);
  if (job.length > 0) return { ids: job };
  if (todos === undefined) throw noJobNamed();
  refuseEmptyFields(form, ['erro_codigo', 'erro_alvo']);
  return { queue, ...failureList.read(form) };
}

function noJobNamed(): AppError {
  return appError('invalid_input', (m) => m.errors.admin.noJobWasNamed, { hint: (m) => m.errors.admin.sendJobIdOnce });
}
