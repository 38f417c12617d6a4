import { z } from 'zod';
import { appError } from '../../../messages/messages.ts';
import { conversionPage, conversionsRetried } from '../../../presentation/conversion-record.ts';
import { maskReasons } from '../../../presentation/masking.ts';
import type { Route } from '../../exchange.ts';
import { conversionList } from '../addresses/lists.ts';
import { leadsById } from '../read/leads-by-id.ts';
import { readListLook } from '../read/list-look.ts';
import { PAGE } from '../requests/operation.ts';
import { ids, readValues } from '../requests/values.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const SELECTION = z.object({
  conversao: ids('Conversion ID; repeat for several conversions.'),
  voltar: z.string().describe('The list or lead that the browser returns to.').optional(),
});

/** The offline conversions, most recently registered first, and sending some of them again. */
export function conversionRoutes(admin: Admin): Route[] {
  const { change, visit } = routesOf(admin, 'conversions');
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
        form: SELECTION,
        answer: conversionsRetried,
      },
      retryConversions,
    ),
  ];
}

async function listConversions(context: Context): Promise<void> {
  const { store } = context;
  const { filter, page: asked } = conversionList.readPage(context.exchange.query);
  const found = await store.listConversions({ ...filter, ...asked });
  const page = context.isReader ? { ...found, items: found.items.map(maskReasons) } : found;
  if (context.wantsJson) return context.json(conversionPage.write(page));
  await context.page('ConversionsPage', {
    filter,
    page,
    leads: await leadsById(store, new Set(page.items.map(({ leadId }) => leadId))),
    clients: await store.listClients(),
    isFirst: asked.before === undefined,
    before: asked.before,
    look: await readListLook(context, 'conversoes'),
  });
}

/** @throws AppError invalid_input if none is named */
async function retryConversions(context: Context, form: URLSearchParams): Promise<void> {
  const { conversao, voltar } = readValues(SELECTION, form);
  if (conversao.length === 0)
    throw appError('invalid_input', (m) => m.errors.admin.noConversionNamed, { hint: (m) => m.errors.admin.noConversionNamedHint });
  const touched = await context.store.retryConversions([...new Set(conversao)], context.operator);
  if (!context.isBrowser) return context.json(conversionsRetried.write(touched));
  const back = backPath(voltar);
  context.redirect(`${back}${back.includes('?') ? '&' : '?'}aviso=reenviadas&numero=${touched.length}`);
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
