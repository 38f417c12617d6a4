import type { CampaignView, User } from '../../domain/directory.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { Column } from '../table.ts';

export const USER_COLUMNS: readonly Column<User & { readonly clientName: string }>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.user), cell: (user) => user.id, whole: true },
  { header: 'E-MAIL', cell: (user) => user.email },
  { header: inEveryLanguage((m) => m.cli.columns.name), cell: (user) => user.name, priority: 1 },
  { header: inEveryLanguage((m) => m.cli.columns.client), cell: (user) => user.clientName, priority: 2 },
];

export const CAMPAIGN_COLUMNS: readonly Column<CampaignView>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.campaign), cell: (campaign) => campaign.id, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.name), cell: (campaign) => campaign.name },
  { header: inEveryLanguage((m) => m.cli.columns.client), cell: (campaign) => campaign.clientName, priority: 3 },
  { header: inEveryLanguage((m) => m.cli.columns.user), cell: (campaign) => campaign.userEmail, priority: 2 },
  { header: inEveryLanguage((m) => m.cli.columns.links), cell: (campaign) => campaign.links.length, align: 'right', priority: 1 },
];
