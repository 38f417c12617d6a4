import { z } from 'zod';
import { refuseSearchOfReader } from '../entrance/guard.ts';
import { loadPages } from '../pages/load-pages.ts';
import { findAnything, foundRecord } from '../read/find-anything.ts';
import { type DescribedRoute, PAGE } from '../requests/operation.ts';
import { sendPage } from '../requests/respond.ts';
import { text } from '../requests/values.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const PALETTE_QUERY = z.object({ busca: text('What is looked for, as in the lists; at least two characters.') });

/** The results of the palette while typing. */
export function paletteRoutes(admin: Admin): DescribedRoute[] {
  const { visit } = routesOf(admin, 'leads');
  const details = {
    description: 'For operators. As HTML: the options of the palette.',
    query: PALETTE_QUERY,
    answer: foundRecord,
    also: PAGE,
  };
  return [visit('/admin/paleta', 'The newest leads and events that a text finds, personal data masked', details, find)];
}

async function find(context: Context): Promise<void> {
  const { busca } = context.query(PALETTE_QUERY);
  refuseSearchOfReader(context.visitor, busca === undefined ? {} : { text: busca });
  const found = await findAnything(context.store, busca ?? '');
  if (context.wantsJson) return context.json(foundRecord.write(found));
  sendPage(context.exchange, 200, (await loadPages()).renderPart(context.language, 'PaletteFound', { found }));
}
