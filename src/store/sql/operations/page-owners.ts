import { Platform } from '../../../domain/conversion.ts';
import { Origin } from '../../../domain/origin.ts';
import { appError } from '../../../messages/messages.ts';
import type { Connection } from '../connection.ts';
import { textId } from '../rows/fields.ts';

/** Pages that belong to one client and are linked to a campaign of another. */
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
 * A page must not assign its leads to two clients.
 *
 * @throws AppError `conflict` if a page of the campaign, or this page, belongs to one client and is linked to a campaign of another
 */
export async function refuseForeignPages(
  connection: Connection,
  of: { readonly campaignId: string } | { readonly pageId: string },
): Promise<void> {
  const [column, value] = 'campaignId' in of ? ['v.campanha_id', of.campaignId] : ['v.valor', of.pageId];
  const row = await connection.get<ForeignPageRow>(`${FOREIGN_PAGES} and ${column} = ? limit 1`, value);
  if (row === undefined) return;
  throw appError('conflict', (m) =>
    m.errors.store.foreignPage({
      page: row.pagina,
      owner: `${textId(row.cliente_id)} (${row.dono})`,
      campaign: row.campanha_id,
      other: row.outro,
    }),
  );
}
