import type { CampaignView, Client } from '../../domain/directory.ts';
import type { Directory } from '../../domain/ports.ts';
import { say } from '../../messages/messages.ts';
import { campaignRecord } from '../../presentation/directory-record.ts';
import { jsonBlock } from '../listing/json-block.ts';
import { requireFound } from '../require-found.ts';
import { linkText } from './directory-flags.ts';

/** @throws AppError `not_found` when there is no such campaign */
export async function requireCampaign(directory: Directory, id: string): Promise<CampaignView> {
  return requireFound(await directory.findCampaign(id), (m) => m.cli.directory.campaign({ id }), 'campaign list');
}

/** A campaign with its links, for a terminal. */
export function campaignText(campaign: CampaignView): string {
  const { vinculos: _links, ...facts } = campaignRecord.write(campaign);
  const links = campaign.links.map((link) => `  ${linkText(link)}`);
  return [jsonBlock(facts), ...(links.length === 0 ? [] : [say((m) => m.cli.directory.linkedTo), ...links])].join('\n');
}

/** @throws AppError `not_found` when there is no such client */
export async function requireClient(directory: Directory, idOrName: string): Promise<Client> {
  return requireFound(await directory.findClient(idOrName), (m) => m.cli.directory.client({ idOrName }), 'client list');
}
