import { Platform } from '../../../domain/conversion.ts';
import { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { storeError } from '../errors.ts';
import { textId } from '../rows/row-id.ts';

/** Pages that one client has, and that are linked to a campaign of another. */
const FOREIGN_PAGES = `
select v.valor as pagina, v.campanha_id, a.cliente_id, d.nome as dono, o.nome as outro
from campanha_vinculos v
join campanhas c on c.id = v.campanha_id
join contas_cliente a on a.plataforma = '${Platform.socialAds}' and a.tipo = 'page' and a.conta = v.valor
join clientes d on d.id = a.cliente_id
join clientes o on o.id = c.cliente_id
where v.origem = '${Origin.socialAds}' and v.tipo = 'page' and a.cliente_id <> c.cliente_id`;

interface ForeignPageRow {
  readonly pagina: string;
  readonly campanha_id: string;
  readonly cliente_id: number;
  readonly dono: string;
  readonly outro: string;
}

/**
 * Two answers to whose the leads of a page are would be one too many.
 *
 * @throws AppError `conflict` when a page of the campaign, or this page, belongs to one client and is linked to a campaign of another
 */
export function refuseForeignPages(connection: Connection, of: { readonly campaignId: string } | { readonly pageId: string }): void {
  const [column, value] = 'campaignId' in of ? ['v.campanha_id', of.campaignId] : ['v.valor', of.pageId];
  const row = connection.statement(`${FOREIGN_PAGES} and ${column} = ? limit 1`).get(value) as ForeignPageRow | undefined;
  if (row === undefined) return;
  throw storeError('conflict', (m) =>
    m.foreignPage({ page: row.pagina, owner: `${textId(row.cliente_id)} (${row.dono})`, campaign: row.campanha_id, other: row.outro }),
  );
}
