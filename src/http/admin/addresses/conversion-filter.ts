import { z } from 'zod';
import { CONVERSION_STATES, PLATFORMS } from '../../../domain/conversion.ts';
import type { ConversionQuery } from '../../../domain/report-ports.ts';
import { isoTime } from '../../../presentation/json.ts';
import { cursor, id, limit, readValues, text, time, word } from '../contract/values.ts';
import { addressOf, withoutUndefined } from './list-address.ts';

export type ConversionFilter = Omit<ConversionQuery, 'before' | 'limit' | 'name'>;

export const conversionListValues = z.object({
  estado: word(CONVERSION_STATES, 'Only in this state.'),
  plataforma: word(PLATFORMS, 'Only those that are reported to this platform.'),
  erro_codigo: text('Only those with this error code: of rejected ones why, of waiting ones why the last try did not succeed.'),
  cliente: id('Only of leads of the client with this id.'),
  lead: id('Only of the lead with this id.'),
  desde: time('Registered at or after.'),
  ate: time('Registered before.'),
  antes: cursor(),
  limite: limit(),
});

/**
 * Reads filter and page of the list of conversions from its address.
 * @throws AppError invalid_input that names each wrong value
 */
export function readConversionList(query: URLSearchParams): { readonly filter: ConversionFilter; readonly query: ConversionQuery } {
  const { estado, plataforma, erro_codigo: errorCode, cliente, lead, desde, ate, antes, limite } = readValues(conversionListValues, query);
  const filter = withoutUndefined({
    state: estado,
    platform: plataforma,
    errorCode,
    clientId: cliente,
    leadId: lead,
    since: desde,
    until: ate,
  });
  return { filter, query: { ...filter, ...withoutUndefined({ before: antes }), limit: limite } };
}

/** The address of the list with this filter, from the start or from a cursor on. */
export function conversionListPath(filter: ConversionFilter, before?: string): string {
  const { state, platform, errorCode, clientId, leadId, since, until } = filter;
  return addressOf('/admin/conversoes', {
    estado: state,
    plataforma: platform,
    erro_codigo: errorCode,
    cliente: clientId,
    lead: leadId,
    desde: since === undefined ? undefined : isoTime(since),
    ate: until === undefined ? undefined : isoTime(until),
    antes: before,
  });
}
