import type { LeadDetail } from '../../../domain/report-ports.ts';
import { appError } from '../../../messages/messages.ts';
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
  throw appError('not_found', (m) => m.errors.admin.noLead, { hint: (m) => m.errors.admin.theListIsAt({ path: '/admin/leads' }) });
}
