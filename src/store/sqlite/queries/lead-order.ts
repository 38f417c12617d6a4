import type { LeadQuery } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';
import type { Fragment } from './bounded-walk.ts';

/** Lists of leads go by the time of submission, and by id among leads of the same moment. A cursor is the id of the last lead shown. */
const LAST_SHOWN = 'select enviado_em as at, id from leads where id <= ? order by id desc limit 1';

/**
 * What of a list lies between its times and after its cursor, in parts that follow one another along an index that ends with the time of
 * submission: the rest of the moment the cursor is in, and what is older. As one condition, `(enviado_em, id) < (?, ?)`, SQLite reads the
 * moment from its beginning: 460 ms a page where an import gave 400,000 leads the same time.
 */
export function leadSpans(connection: Connection, { since, until, before }: Partial<LeadQuery>): readonly Fragment[] {
  const last =
    before === undefined ? undefined : (connection.statement(LAST_SHOWN).get(rowId(before)) as { at: number; id: number } | undefined);
  if (last === undefined || (until !== undefined && last.at >= until)) return [between(since, until)];
  const older = between(since, last.at);
  if (since !== undefined && last.at < since) return [older];
  return [{ sql: 'leads.enviado_em = ? and leads.id < ?', parameters: [last.at, last.id] }, older];
}

function between(since: number | undefined, until: number | undefined): Fragment {
  const ends = [...(since === undefined ? [] : ['leads.enviado_em >= ?']), ...(until === undefined ? [] : ['leads.enviado_em < ?'])];
  return { sql: ends.join(' and ') || 'true', parameters: [since, until].filter((time) => time !== undefined) };
}
