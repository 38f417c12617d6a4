import { AppError } from '../../../base/app-error.ts';
import type { JobSelection } from '../../../domain/ports.ts';
import { failedJobJson, failureGroupJson, pageJson } from '../../../presentation/json.ts';
import { findFailureGroups } from '../../../queue/failure-groups.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { given, readLimit } from '../contract/query-values.ts';
import type { Guard } from '../entrance/guard.ts';
import { operatorOf } from '../entrance/visitor.ts';

const FAILURES_PATH = '/admin/falhas';
const JOBS_PER_PAGE = 50;

/** Failed and parked jobs as JSON: by error code, one by one, and running them again or deleting them. */
export function failureRoutes(deps: AdminDeps, guard: Guard): Route[] {
  return [
    { method: 'GET', path: FAILURES_PATH, handler: guard.visit((exchange) => listJobs(deps, exchange)) },
    { method: 'GET', path: `${FAILURES_PATH}/grupos`, handler: guard.visit((exchange) => listGroups(deps, exchange)) },
    { method: 'GET', path: `${FAILURES_PATH}/total`, handler: guard.visit((exchange) => countJobs(deps, exchange)) },
    {
      method: 'POST',
      path: `${FAILURES_PATH}/repetir`,
      handler: guard.change((exchange, _visitor, form) => changeJobs(deps, exchange, form, 'retry')),
    },
    {
      method: 'POST',
      path: `${FAILURES_PATH}/esquecer`,
      handler: guard.change((exchange, _visitor, form) => changeJobs(deps, exchange, form, 'forget')),
    },
  ];
}

async function listJobs({ reports, queue }: AdminDeps, exchange: Exchange): Promise<void> {
  const before = given(exchange.query, 'antes');
  const query = { ...readFilter(exchange.query, queue), ...(before === undefined ? {} : { before }) };
  const page = await reports.listFailedJobs({ ...query, limit: readLimit(exchange.query, JOBS_PER_PAGE) });
  sendJson(exchange, 200, pageJson(page, failedJobJson));
}

async function listGroups({ reports, control, queue }: AdminDeps, exchange: Exchange): Promise<void> {
  const ports = {
    listFailedJobs: reports.listFailedJobs.bind(reports),
    countSelected: control.countSelected.bind(control),
  };
  const groups = await findFailureGroups(ports, queue);
  sendJson(exchange, 200, { grupos: groups.map(failureGroupJson) });
}

async function countJobs({ control, queue }: AdminDeps, exchange: Exchange): Promise<void> {
  sendJson(exchange, 200, { total: await control.countSelected(readFilter(exchange.query, queue)) });
}

async function changeJobs(deps: AdminDeps, exchange: Exchange, form: URLSearchParams, verb: 'retry' | 'forget'): Promise<void> {
  const { control, queue, clock } = deps;
  const selection = readSelection(form, queue);
  const operator = operatorOf(exchange, clock);
  const jobs = await (verb === 'retry' ? control.retry(selection, operator) : control.forget(selection, operator));
  sendJson(exchange, 200, { jobs, total: jobs.length });
}

/** Named jobs, or those a filter selects; never all of them because a field was forgotten. */
function readSelection(form: URLSearchParams, queue: string): JobSelection {
  const ids = form.getAll('job');
  if (ids.some((id) => !/^[1-9]\d{0,17}$/.test(id))) throw new AppError('invalid_input', 'A job id is a number.');
  if (ids.length > 0) return { ids };
  if (form.get('todos') === '1') return readFilter(checkedFilter(form), queue);
  throw new AppError('invalid_input', 'No job was named.', {
    hint: 'Send job=ID, once for each job, or todos=1 for all that the filter leaves.',
  });
}

/** An empty code is a field that was not filled in: taken for no filter, it would change every failed job. */
function checkedFilter(form: URLSearchParams): URLSearchParams {
  if (form.has('erro_codigo') && given(form, 'erro_codigo') === undefined) {
    throw new AppError('invalid_input', 'The field erro_codigo is empty.', {
      hint: 'Name an error code, or leave the field out to choose every failed job.',
    });
  }
  return form;
}

function readFilter(values: URLSearchParams, queue: string): Omit<JobSelection, 'ids'> {
  const errorCode = given(values, 'erro_codigo');
  return { queue, parked: values.get('estacionado') === '1', ...(errorCode === undefined ? {} : { errorCode }) };
}
