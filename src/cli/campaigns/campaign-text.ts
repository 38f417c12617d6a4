import type { CampaignView } from '../../domain/directory.ts';
import { say } from '../../messages/messages.ts';
import { campaignRecord, userRecord } from '../../presentation/directory-record.ts';
import { targetLabel } from '../../presentation/labels.ts';
import { recordBlock } from '../record-block.ts';
import { recordColumns } from '../table.ts';
import { linkKey } from './links.ts';

export const USER_COLUMNS = recordColumns(userRecord, [
  ['usuario_id', 'user'],
  ['email', 'email'],
  ['nome', 'name', 1],
  ['cliente', 'client', 2],
]);

export const CAMPAIGN_COLUMNS = recordColumns(campaignRecord, [
  ['campanha_id', 'campaign'],
  ['nome', 'name'],
  ['cliente', 'client', 3],
  ['usuario', 'user', 2],
  ['vinculos', 'links', 1],
]);

/** A campaign with its links, for a terminal. */
export function campaignText(campaign: CampaignView): string {
  const { vinculos: _links, ...facts } = campaignRecord.write(campaign);
  const links = campaign.links.map((link) => `  ${say((m) => targetLabel(m, linkKey(link)))}`);
  return [recordBlock(facts), ...(links.length === 0 ? [] : [say((m) => m.cli.directory.linkedTo), ...links])].join('\n');
}
