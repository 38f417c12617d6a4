/** Jobs of an operator's filter, part by part: no look takes long, however many are meant or looked at in vain. */
import type { JobSelection } from '../../../domain/ports.ts';
import type { IdSpan } from '../queries/selection.ts';
import type { SqliteCore } from './core.ts';

/** Ids looked at in one read: some 10 ms where all of them are failed jobs whose events are looked at too. */
const IDS_PER_READ = 10_000;

/** The ids of all selected jobs, oldest first. */
export async function selectJobs(core: SqliteCore, selection: JobSelection): Promise<readonly string[]> {
  const found: (readonly string[])[] = [];
  for await (const span of spans(core)) found.push(await core.reader.read('lists', 'selectJobs', selection, span));
  return found.flat();
}

/** How many jobs are selected, counted up to `atMost`. */
export async function countJobs(core: SqliteCore, selection: JobSelection, atMost = Number.POSITIVE_INFINITY): Promise<number> {
  if (selection.ids !== undefined) return selection.ids.length;
  let count = 0;
  for await (const span of spans(core)) {
    count += await core.reader.read('lists', 'countJobs', selection, span);
    if (count >= atMost) return atMost;
  }
  return count;
}

async function* spans(core: SqliteCore): AsyncGenerator<IdSpan> {
  const all = await core.reader.read('lists', 'jobIds');
  if (all === undefined) return;
  for (let { after } = all; after < all.until; after += IDS_PER_READ) yield { after, until: Math.min(after + IDS_PER_READ, all.until) };
}
