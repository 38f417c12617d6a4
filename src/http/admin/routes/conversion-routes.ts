import { z } from 'zod';
import type { ConversionOutbox } from '../../../domain/delivery-ports.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import type { SavedViews } from '../../../domain/saved-view.ts';
import { appError } from '../../../messages/messages.ts';
import { conversionPage, conversionsRetried } from '../../../presentation/conversion-record.ts';
import { maskReasons } from '../../../presentation/masking.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { conversionList } from '../addresses/lists.ts';
import type { Guard } from '../entrance/guard.ts';
import { leadsById } from '../read/leads-by-id.ts';
import { readListLook } from '../read/list-look.ts';
import { isBrowser, wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { redirect } from '../requests/respond.ts';
import { ids, readValues } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

export interface ConversionDeps extends Program {
  readonly store: Reports & Directory & ConversionOutbox & SavedViews;
}

/** The offline conversions, most recently registered first, and sending some of them again. */
export function conversionRoutes(deps: ConversionDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard, 'conversions');
  return [
    visit(
      conversionList.path,
      'List conversions',
      {
        description:
          'Newest first. `pendente`: waiting to be sent; with an error code, a try failed and the next one follows. `enviada`: the platform has it; with an error code, a correction did not reach it. `rejeitada`: rejected by the platform, or not allowed to be sent; the code gives the reason.',
        query: conversionList.query,
        answer: conversionPage,
        also: PAGE,
      },
      listConversions,
    ),
    change(
      `${conversionList.path}/repetir`,
      'Retry rejected and waiting conversions',
      {
        description: 'Sends them now. Conversions that are already sent or due stay unchanged.',
        form: CONVERSION_SELECTION,
        answer: conversionsRetried,
      },
      retryConversions,
    ),
  ];
}

async function listConversions(deps: ConversionDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { filter, page: asked } = conversionList.readPage(exchange.query);
  const found = await deps.store.listConversions({ ...filter, ...asked });
  const page = visitor.role === 'reader' ? { ...found, items: found.items.map(maskReasons) } : found;
  if (wantsJson(exchange)) return sendJson(exchange, 200, conversionPage.write(page));
  const clients = await deps.store.listClients();
  await showPage(deps, exchange, visitor, 'ConversionsPage', {
    filter,
    page,
    leads: await leadsById(deps, new Set(page.items.map(({ leadId }) => leadId))),
    clients,
    isFirst: asked.before === undefined,
    before: asked.before,
    look: await readListLook(deps, exchange, visitor, 'conversoes'),
  });
}

async function retryConversions({ store, clock }: ConversionDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { ids, back } = readNamedConversions(form);
  const touched = await store.retryConversions(ids, operatorOf(exchange, clock));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, conversionsRetried.write(touched));
  redirect(exchange, `${back}${back.includes('?') ? '&' : '?'}aviso=reenviadas&numero=${touched.length}`);
}

const CONVERSION_SELECTION = z.object({
  conversao: ids('Conversion ID; repeat for several conversions.'),
  voltar: z.string().describe('The list or lead that the browser returns to.').optional(),
});

/** The selected conversions, and where they were selected. */
interface NamedConversions {
  readonly ids: readonly string[];
  readonly back: string;
}

/**
 * Reads the selected conversions.
 * @throws AppError invalid_input if none is named
 */
function readNamedConversions(form: URLSearchParams): NamedConversions {
  const { conversao, voltar } = readValues(CONVERSION_SELECTION, form);
  if (conversao.length > 0) return { ids: [...new Set(conversao)], back: backPath(voltar) };
  throw appError('invalid_input', (m) => m.errors.admin.noConversionNamed, { hint: (m) => m.errors.admin.noConversionNamedHint });
}

/** Only a lead, or the list with its filter and page. */
function backPath(address: string | undefined): string {
  if (address !== undefined && /^\/admin\/leads\/[1-9]\d{0,17}$/.test(address)) return address;
  try {
    const { filter, page } = conversionList.readPage(new URLSearchParams(address?.split('?')[1]));
    return conversionList.address(filter, page.before);
  } catch {
    return conversionList.address({});
  }
}
