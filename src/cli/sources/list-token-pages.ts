import type { PageInspector } from '../../app/platforms/page-inspector.ts';
import type { NamedObject } from '../../delivery/social-ads/graph-client.ts';
import { appError } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';
import type { Column } from '../table.ts';

/** How long to wait for the whole list, in ms. */
const TIMEOUT_MS = 60_000;

export const PAGE_COLUMNS: readonly Column<NamedObject>[] = [
  { header: 'page', cell: ({ id }) => id, look: 'word' },
  { header: 'name', cell: ({ name }) => name },
];

/**
 * The pages that a token opens, to choose from.
 *
 * @throws AppError `invalid_input` if it opens none or is the token of one page; `conflict` if Meta cannot be asked
 */
export async function listTokenPages(inspector: PageInspector, token: string): Promise<readonly NamedObject[]> {
  const answer = await inspector.listPages(token, AbortSignal.timeout(TIMEOUT_MS));
  if (answer.kind === 'pages' && answer.pages.length > 0) return answer.pages;
  if (answer.kind === 'pages') throw appError('invalid_input', (m) => m.cli.sources.noPage);
  const { kind, fault } = answer.trouble;
  if (kind === 'missing') throw appError('invalid_input', (m) => m.cli.sources.noPagesListed, { hint: (m) => m.cli.sources.nameIt });
  throw appError(
    kind === 'credential' ? 'invalid_input' : 'conflict',
    (m) => m.cli.sources.pagesNotListed({ said: faultTexts(fault.params) }),
    { hint: (m) => m.cli.sources.nameIt },
  );
}
