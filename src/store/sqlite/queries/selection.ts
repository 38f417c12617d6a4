import { sql } from 'kysely';
import type { JobSelection } from '../../../domain/ports.ts';
import type { FailedJobQuery } from '../../../domain/report-ports.ts';
import { rowId } from '../rows/row-id.ts';
import { type CompiledList, compiled, lists } from './compiler.ts';

/** Failed (or parked) jobs that fit a filter. Failures that a newer job superseded are history. */
function jobsOf(filter: Omit<JobSelection, 'ids'>) {
  let query = lists.selectFrom('fila_jobs');
  // Literals, not parameters: only then does SQLite see that the partial indexes apply.
  query =
    filter.parked === true
      ? query.where(sql<boolean>`fila_jobs.estado = 'pendente' and fila_jobs.disponivel_em is null`)
      : query.where(sql<boolean>`fila_jobs.estado = 'falhou' and fila_jobs.substituido = 0`);
  if (filter.queue !== undefined) query = query.where('fila_jobs.fila', '=', filter.queue);
  // The events are looked at only for their origin: joined always, counting a million jobs would read a million events too.
  const { origin } = filter;
  if (origin !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_eventos')
          .select('webhook_eventos.id')
          .whereRef('webhook_eventos.id', '=', 'fila_jobs.evento_id')
          .where('webhook_eventos.origem', '=', origin),
      ),
    );
  }
  if (filter.errorCode !== undefined) query = query.where('fila_jobs.erro_codigo', '=', filter.errorCode);
  if (filter.named !== undefined) query = query.where('fila_jobs.erro_alvo', '=', filter.named);
  if (filter.since !== undefined)
    query = query.where(filter.parked ? 'fila_jobs.criado_em' : 'fila_jobs.finalizado_em', '>=', filter.since);
  return query;
}

/** Ids above `after` and up to `until`. */
export interface IdSpan {
  readonly after: number;
  readonly until: number;
}

/** Jobs of a filter within a span of ids: however many fit, or are looked at in vain, no statement takes long. */
function jobsWithin(selection: JobSelection, { after, until }: IdSpan) {
  return jobsOf(selection).where('fila_jobs.id', '>', after).where('fila_jobs.id', '<=', until);
}

/** Ids of the jobs an operator's filter names, oldest first. */
export function compileSelection(selection: JobSelection, span: IdSpan): CompiledList {
  return compiled(jobsWithin(selection, span).select('fila_jobs.id').orderBy('fila_jobs.id'));
}

/** How many these are. */
export function compileSelectionCount(selection: JobSelection, span: IdSpan): CompiledList {
  return compiled(jobsWithin(selection, span).select(({ fn }) => fn.countAll().as('total')));
}

/** One page of failed or parked jobs, newest first; one row more than asked tells whether there is another page. */
export function compileFailedJobs(page: FailedJobQuery): CompiledList {
  let query = jobsOf(page)
    .innerJoin('webhook_eventos', 'webhook_eventos.id', 'fila_jobs.evento_id')
    .selectAll('fila_jobs')
    .select(['webhook_eventos.origem', 'webhook_eventos.event_type'])
    .orderBy('fila_jobs.id', 'desc')
    .limit(page.limit + 1);
  if (page.before !== undefined) query = query.where('fila_jobs.id', '<', rowId(page.before));
  return compiled(query);
}
