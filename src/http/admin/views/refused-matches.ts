import { MOST_REFUSED } from '../../../domain/refused-request.ts';
import type { AdminDeps } from '../admin-deps.ts';

/** How many refused requests a search finds that is made in another list; 0 where nothing is searched for. */
export async function countRefusedMatches({ reports }: Pick<AdminDeps, 'reports'>, text = ''): Promise<number> {
  if (text.trim() === '') return 0;
  return (await reports.listRefused({ text, limit: MOST_REFUSED })).items.length;
}
