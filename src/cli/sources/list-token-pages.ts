import type { PageInspector } from '../../app/platforms/page-inspector.ts';
import type { NamedPage } from '../../delivery/social-ads/graph-client.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';
import type { Column } from '../table.ts';

/** How long the whole list is waited for, in ms. */
const PATIENCE_MS = 60_000;

export const PAGE_COLUMNS: readonly Column<NamedPage>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.page), cell: ({ id }) => id, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.name), cell: ({ name }) => name },
];

/**
 * The pages that a token opens, to choose from.
 *
 * @throws AppError `invalid_input` when it opens none, or is the token of one page; `conflict` when Meta cannot be asked
 */
export async function listTokenPages(inspector: PageInspector, token: string): Promise<readonly NamedPage[]> {
  const answer = await inspector.listPages(token, AbortSignal.timeout(PATIENCE_MS));
  if (answer.kind === 'pages' && answer.pages.length > 0) return answer.pages;
  if (answer.kind === 'pages') throw appError('invalid_input', (m) => m.cli.sources.noPage);
  const { kind, fault } = answer.trouble;
  if (kind === 'missing') throw appError('invalid_input', (m) => m.cli.sources.ofAPage, { hint: (m) => m.cli.sources.nameIt });
  throw appError(
    kind === 'credential' ? 'invalid_input' : 'conflict',
    (m) => m.cli.sources.metaDoesNotList({ said: faultTexts(fault.message) }),
    { hint: (m) => m.cli.sources.nameIt },
  );
}
