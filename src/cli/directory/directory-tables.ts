import type { CampaignView, User } from '../../domain/directory.ts';
import type { Column } from '../table.ts';

export const USER_COLUMNS: readonly Column<User & { readonly clientName: string }>[] = [
  { header: { en: 'USER', pt: 'USUÁRIO' }, cell: (user) => user.id, whole: true },
  { header: 'E-MAIL', cell: (user) => user.email },
  { header: { en: 'NAME', pt: 'NOME' }, cell: (user) => user.name, priority: 1 },
  { header: { en: 'CLIENT', pt: 'CLIENTE' }, cell: (user) => user.clientName, priority: 2 },
];

export const CAMPAIGN_COLUMNS: readonly Column<CampaignView>[] = [
  { header: { en: 'CAMPAIGN', pt: 'CAMPANHA' }, cell: (campaign) => campaign.id, whole: true },
  { header: { en: 'NAME', pt: 'NOME' }, cell: (campaign) => campaign.name },
  { header: { en: 'CLIENT', pt: 'CLIENTE' }, cell: (campaign) => campaign.clientName, priority: 3 },
  { header: { en: 'USER', pt: 'USUÁRIO' }, cell: (campaign) => campaign.userEmail, priority: 2 },
  { header: { en: 'LINKS', pt: 'VÍNCULOS' }, cell: (campaign) => campaign.links.length, align: 'right', priority: 1 },
];
