import { z } from 'zod';
import type { Reports } from '../../../domain/report-ports.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import { type Guard, refuseSearchOfReader } from '../entrance/guard.ts';
import { loadPages } from '../pages/load-pages.ts';
import { findAnything, foundRecord } from '../read/find-anything.ts';
import { languageOfRequest, wantsJson } from '../requests/negotiation.ts';
import { type DescribedRoute, PAGE } from '../requests/operation.ts';
import { sendPage } from '../requests/respond.ts';
import { readValues, text } from '../requests/values.ts';
import type { Visitor } from '../requests/visitor.ts';
import { routesOf } from './routes-of.ts';

const PALETTE_QUERY = z.object({ busca: text('What is looked for, as in the lists; at least two characters.') });

export interface PaletteDeps {
  readonly store: Reports;
}

/** The results of the palette while typing. */
export function paletteRoutes(deps: PaletteDeps, guard: Guard): DescribedRoute[] {
  const { visit } = routesOf(deps, guard, 'leads');
  const details = {
    description: 'For operators. As HTML: the options of the palette.',
    query: PALETTE_QUERY,
    answer: foundRecord,
    also: PAGE,
  };
  return [visit('/admin/paleta', 'The newest leads and events that a text finds, personal data masked', details, find)];
}

async function find(deps: PaletteDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { busca } = readValues(PALETTE_QUERY, exchange.query);
  refuseSearchOfReader(visitor, busca === undefined ? {} : { text: busca });
  const found = await findAnything(deps, busca ?? '');
  if (wantsJson(exchange)) return sendJson(exchange, 200, foundRecord.write(found));
  sendPage(exchange, 200, (await loadPages()).renderPart(languageOfRequest(exchange), 'PaletteFound', { found }));
}
