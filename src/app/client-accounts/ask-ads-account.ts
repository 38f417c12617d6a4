import type { DeliveryConfig } from '../../config/config.ts';
import { Outgoing } from '../../delivery/outgoing.ts';
import type { CredentialsPlace } from '../../delivery/search-ads/credentials-file.ts';
import { DataManagerSender } from '../../delivery/search-ads/data-manager-sender.ts';
import { ConversionState, type ConversionToSend, Platform } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import { type Finding, ok, problem } from '../../domain/finding.ts';
import { EMPTY_LEAD_FIELDS, type Lead } from '../../domain/lead.ts';
import { Origin } from '../../domain/origin.ts';
import type { DestinationAccount } from '../platforms/destinations.ts';
import { type Asking, troubleFinding } from './ask-platforms.ts';

/** A Google Ads account and its credentials. */
export interface AskedAdsAccount extends Pick<DestinationAccount, 'account' | 'loginAccountId' | 'conversionActions'> {
  readonly credential: CredentialsPlace;
}

/** Sends a made-up conversion without a real person's data for each conversion action of the account; Google Ads only validates it. */
export async function askAdsAccount(
  delivery: DeliveryConfig,
  { account, credential, loginAccountId, conversionActions }: AskedAdsAccount,
  { asking, now }: { readonly asking: Asking; readonly now: number },
): Promise<readonly Finding[]> {
  const searchAds = { ...delivery.searchAds, loginAccountId, conversionActions };
  await using outgoing = new Outgoing({ origins: [new URL(searchAds.apiUrl).origin, new URL(searchAds.tokenUrl).origin] });
  const { id: accountId } = account;
  const sender = new DataManagerSender({
    outgoing,
    delivery: { ...delivery, searchAds },
    accountId,
    credentials: credential,
    clock: () => now,
  });
  const taken: string[] = [];
  const troubles: Finding[] = [];
  for (const [name, action] of conversionActions) {
    const result = await sender.validate([sampleConversion(name === '*' ? 'sale' : name, now)], asking.signal());
    if (result.kind === 'valid') {
      taken.push(action);
      continue;
    }
    const refused = (fault: Fault): Finding => problem('platforms.search_refused', { id: accountId, action, fault });
    troubles.push(troubleFinding(result.trouble, { about: 'action', account, action }, refused));
    // Without access the next action fails the same way.
    if (!OF_ACTION.has(result.trouble.kind)) break;
  }
  const actions = [...new Set(taken)].join(', ');
  return [...(taken.length === 0 ? [] : [ok('platforms.search_validated', { id: accountId, actions })]), ...troubles];
}

/** Errors that may not affect other actions. */
const OF_ACTION: ReadonlySet<string> = new Set(['refused', 'held', 'later']);

/** As in the platform's own test button: belongs to no person. */
const SAMPLE_CLICK_ID = 'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIiJjKkLl';
/** On a reserved domain. */
const SAMPLE_EMAIL = 'doctor@example.com';
const NOBODY = '0';

/** A made-up conversion with this name, for no person. */
function sampleConversion(name: string, now: number): ConversionToSend {
  return {
    id: NOBODY,
    leadId: NOBODY,
    eventId: NOBODY,
    platform: Platform.searchAds,
    clickId: SAMPLE_CLICK_ID,
    clickKind: 'gclid',
    consents: [],
    name,
    key: 'doctor',
    value: null,
    currency: null,
    happenedAt: now,
    state: ConversionState.pending,
    createdAt: now,
    sentAt: null,
    fault: null,
    requestId: null,
    registeredBy: null,
    corrections: [],
    alone: true,
    requestSize: null,
    requestedAt: null,
    uncertainSince: null,
    deferral: null,
    account: null,
    lead: sampleLead(now),
  };
}

function sampleLead(now: number): Lead {
  return {
    ...EMPTY_LEAD_FIELDS,
    id: NOBODY,
    origin: Origin.searchAds,
    identity: 'doctor',
    limitedTo: null,
    clientId: NOBODY,
    userId: null,
    campaignId: null,
    eventId: NOBODY,
    searchClickSeenAt: null,
    socialClickSeenAt: null,
    createdAt: now,
    updatedAt: now,
    erasedAt: null,
    searchClickId: SAMPLE_CLICK_ID,
    // Accounts may accept clicks and reject contact data: only a request with contact data shows this.
    emailNormalized: SAMPLE_EMAIL,
    submittedAt: now,
  };
}
