import { AppError } from '../../../base/app-error.ts';
import type { LeadDetail } from '../../../domain/report-ports.ts';
import type { Exchange } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { isRowId } from '../contract/values.ts';

/**
 * The lead that the address names.
 * @throws AppError not_found
 */
export async function findLead(deps: AdminDeps, exchange: Exchange): Promise<LeadDetail> {
  return await findLeadById(deps, exchange.params['id'] ?? '');
}

/** @throws AppError not_found */
export async function findLeadById({ reports }: AdminDeps, id: string): Promise<LeadDetail> {
  const detail = isRowId(id) ? await reports.findLead(id) : null;
  if (detail !== null) return detail;
  const message = { en: 'There is no lead with this id.', pt: 'Não existe lead com este id.' };
  const hint = { en: 'The list is at /admin/leads.', pt: 'A lista está em /admin/leads.' };
  throw new AppError('not_found', message, { hint });
}
