import type { CampaignView, User } from '../../domain/directory.ts';
import type { Column } from '../render.ts';

export const USER_COLUMNS: readonly Column<User & { readonly clientName: string }>[] = [
  { header: 'USER', cell: (user) => user.id, whole: true },
  { header: 'E-MAIL', cell: (user) => user.email },
  { header: 'NAME', cell: (user) => user.name },
  { header: 'CLIENT', cell: (user) => user.clientName },
];

export const CAMPAIGN_COLUMNS: readonly Column<CampaignView>[] = [
  { header: 'CAMPAIGN', cell: (campaign) => campaign.id, whole: true },
  { header: 'NAME', cell: (campaign) => campaign.name },
  { header: 'CLIENT', cell: (campaign) => campaign.clientName },
  { header: 'USER', cell: (campaign) => campaign.userEmail },
  { header: 'LINKS', cell: (campaign) => campaign.links.length, align: 'right' },
];
