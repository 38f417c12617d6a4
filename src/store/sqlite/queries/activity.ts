import { sql } from 'kysely';
import type { ActivityQuery } from '../../../domain/report-ports.ts';
import { type CompiledList, compiled, lists } from './compiler.ts';
import { type IdWindow, insideWindow } from './id-window.ts';

/** One page of the operators' log, newest first, by the index of the operator or of the action. */
export function compileActivity(page: ActivityQuery, window: IdWindow): CompiledList {
  const action = sql<string>`${sql.raw(page.operator === undefined ? '' : '+')}acao`;
  let query = lists.selectFrom('registro_operadores').selectAll();
  if (page.operator !== undefined) query = query.where('quem', '=', page.operator);
  if (page.action !== undefined) query = query.where(action, '=', page.action);
  if (page.since !== undefined) query = query.where('em', '>=', page.since);
  if (page.until !== undefined) query = query.where('em', '<', page.until);
  for (const condition of insideWindow('id', window)) query = query.where(condition);
  return compiled(query.orderBy('id', 'desc').limit(page.limit + 1));
}
