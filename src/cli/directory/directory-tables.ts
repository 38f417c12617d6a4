import type { CampaignView, User } from '../../domain/directory.ts';
import type { Column } from '../table.ts';

export const USER_COLUMNS: readonly Column<User & { readonly clientName: string }>[] = [
  { header: 'USER', cell: (user) => user.id, whole: true },
  { header: 'E-MAIL', cell: (user) => user.email },
  { header: 'NAME', cell: (user) => user.name, priority: 1 },
  { header: 'CLIENT', cell: (user) => user.clientName, priority: 2 },
];

export const CAMPAIGN_COLUMNS: readonly Column<CampaignView>[] = [
  { header: 'CAMPAIGN', cell: (campaign) => campaign.id, whole: true },
  { header: 'NAME', cell: (campaign) => campaign.name },
  { header: 'CLIENT', cell: (campaign) => campaign.clientName, priority: 3 },
  { header: 'USER', cell: (campaign) => campaign.userEmail, priority: 2 },
  { header: 'LINKS', cell: (campaign) => campaign.links.length, align: 'right', priority: 1 },
];
