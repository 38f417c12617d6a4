import type { ConsentRecord } from '../../../domain/consent.ts';
import type { Connection } from '../connection.ts';
import { toConsentRecord } from '../rows/consent-rows.ts';
import { allOfThem, rowId } from '../rows/fields.ts';

const OF_LEAD = `
select c.*, e.recebido_em, e.credencial, e.segredo from consentimentos c left join eventos e on e.id = c.evento_id
where c.lead_id = ? order by c.vale_desde, c.id`;

const recordsOfLead = allOfThem(OF_LEAD, toConsentRecord);

/** `Consents.consentsOfLead` */
export async function consentsOfLead(connection: Connection, leadId: string): Promise<readonly ConsentRecord[]> {
  return await recordsOfLead(connection, rowId(leadId));
}
