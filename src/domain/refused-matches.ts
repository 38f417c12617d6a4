import { MOST_REFUSED } from './refused-request.ts';
import type { Reports } from './report-ports.ts';

/** How many refused requests a search finds that is made in another list: whoever was refused is in none. 0 where nothing is searched for. */
export async function countRefusedMatches(reports: Pick<Reports, 'listRefused'>, text = ''): Promise<number> {
  if (text.trim() === '') return 0;
  return (await reports.listRefused({ text, limit: MOST_REFUSED })).items.length;
}
