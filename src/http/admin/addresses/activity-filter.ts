import { z } from 'zod';
import type { ActivityQuery } from '../../../domain/report-ports.ts';
import { isoTime } from '../../../presentation/json.ts';
import { cursor, limit, readValues, text, time } from '../contract/values.ts';
import { addressOf, withoutUndefined } from './list-address.ts';

export const ACTIVITY_PATH = '/admin/atividade';

export type ActivityFilter = Omit<ActivityQuery, 'before' | 'limit'>;

export const activityListValues = z.object({
  quem: text('Who: `cli:user`, `admin@address` …, exactly.'),
  acao: text('What: `retry`, `campaign add` …, exactly.'),
  desde: time('At or after.'),
  ate: time('Before.'),
  antes: cursor(),
  limite: limit(),
});

/**
 * Reads filter and page of the log from its address.
 * @throws AppError invalid_input that names each wrong value
 */
export function readActivityList(query: URLSearchParams): { readonly filter: ActivityFilter; readonly query: ActivityQuery } {
  const { quem, acao, desde, ate, antes, limite } = readValues(activityListValues, query);
  const filter = withoutUndefined({ operator: quem, action: acao, since: desde, until: ate });
  return { filter, query: { ...filter, ...withoutUndefined({ before: antes }), limit: limite } };
}

/** The address of the log with this filter, from the start or from a cursor on. */
export function activityListPath({ operator, action, since, until }: ActivityFilter, before?: string): string {
  return addressOf(ACTIVITY_PATH, {
    quem: operator,
    acao: action,
    desde: since === undefined ? undefined : isoTime(since),
    ate: until === undefined ? undefined : isoTime(until),
    antes: before,
  });
}
