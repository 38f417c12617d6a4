import { z } from 'zod';
import { appError } from '../../../messages/messages.ts';
import { ids, readValues } from '../contract/values.ts';
import { conversionList } from './lists.ts';

export const CONVERSION_SELECTION = z.object({
  conversao: ids('A conversion by its id; once for each.'),
  voltar: z.string().describe('The address of the list or lead that a browser goes back to.').optional(),
});

/** The conversions a person means, and where they were chosen. */
export interface NamedConversions {
  readonly ids: readonly string[];
  readonly back: string;
}

/**
 * Reads which conversions are meant.
 * @throws AppError invalid_input when none is named
 */
export function readNamedConversions(form: URLSearchParams): NamedConversions {
  const { conversao, voltar } = readValues(CONVERSION_SELECTION, form);
  if (conversao.length > 0) return { ids: [...new Set(conversao)], back: backPath(voltar) };
  throw appError('invalid_input', (m) => m.errors.admin.noConversionWasNamed, { hint: (m) => m.errors.admin.selectConversionsListSend });
}

/** A lead, or the list with its filter and page; nowhere else. */
function backPath(address: string | undefined): string {
  if (address !== undefined && /^\/admin\/leads\/[1-9]\d{0,17}$/.test(address)) return address;
  try {
    const { filter, page } = conversionList.readPage(new URLSearchParams(address?.split('?')[1]));
    return conversionList.address(filter, page.before);
  } catch {
    return conversionList.address({});
  }
}
