import type { PageInspector } from '../../app/platforms/page-inspector.ts';
import { AppError } from '../../base/app-error.ts';
import type { NamedPage } from '../../delivery/social-ads/graph-client.ts';
import { faultText } from '../../presentation/fault-text.ts';
import type { Column } from '../table.ts';

/** How long the whole list is waited for, in ms. */
const PATIENCE_MS = 60_000;

export const PAGE_COLUMNS: readonly Column<NamedPage>[] = [
  { header: { en: 'PAGE', pt: 'PÁGINA' }, cell: ({ id }) => id, whole: true },
  { header: { en: 'NAME', pt: 'NOME' }, cell: ({ name }) => name },
];

/**
 * The pages that a token opens, to choose from.
 *
 * @throws AppError `invalid_input` when it opens none, or is the token of one page; `conflict` when Meta cannot be asked
 */
export async function listTokenPages(inspector: PageInspector, token: string): Promise<readonly NamedPage[]> {
  const answer = await inspector.listPages(token, AbortSignal.timeout(PATIENCE_MS));
  if (answer.kind === 'pages' && answer.pages.length > 0) return answer.pages;
  if (answer.kind === 'pages') throw new AppError('invalid_input', NO_PAGE, { hint: GIVE_PAGES });
  const { kind, fault } = answer.trouble;
  if (kind === 'missing') throw new AppError('invalid_input', OF_A_PAGE, { hint: NAME_IT });
  const message = {
    en: `Meta does not list the pages of this token. ${fault.message}`,
    pt: `A Meta não lista as páginas deste token. ${faultText(fault.message, 'pt')}`,
  };
  throw new AppError(kind === 'credential' ? 'invalid_input' : 'conflict', message, { hint: NAME_IT });
}

const NO_PAGE = { en: 'This token opens no page.', pt: 'Este token não abre nenhuma página.' };

const GIVE_PAGES = {
  en: 'In the business settings of Meta, give the system user its pages with full control, and the token the permission pages_show_list.',
  pt: 'Nas configurações da empresa na Meta, dê as páginas ao usuário do sistema com controle total, e ao token a permissão pages_show_list.',
};

const OF_A_PAGE = {
  en: 'This token lists no pages: it seems to be the token of one page.',
  pt: 'Este token não lista páginas: ele parece ser o token de uma só página.',
};

const NAME_IT = { en: 'Name the page with --page ID.', pt: 'Informe a página com --page ID.' };
