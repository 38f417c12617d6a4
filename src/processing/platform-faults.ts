import type { PlatformTrouble } from '../domain/connectors.ts';
import { Platform } from '../domain/conversion.ts';
import { type Fault, type FaultParams, faultParams, newFault, sentencesOf } from '../domain/fault.ts';
import { accountTarget } from '../domain/platform-account.ts';

function ofPage(pageId: string): string {
  return accountTarget({ platform: Platform.socialAds, kind: 'page', id: pageId });
}

/** A Meta lead's answers are at the platform, and there is no token to fetch them with. `pageId` is `null` if the event does not contain its page. */
export function platformNotConnected(pageId: string | null): Fault {
  const named = pageId === null ? {} : { named: ofPage(pageId) };
  return { code: 'platform_not_connected', ...named, params: faultParams(['pageNotConnected', pageId === null ? {} : { page: pageId }]) };
}

/** Fault code of a page whose lists are refused, although its leads can perhaps be fetched one by one. */
const PAGE_LIST_REFUSED = 'page_list_refused';

/** The fault of a comparison: adds what a refused list means for it. */
export function comparisonFault(fault: Fault): Fault {
  return fault.code === PAGE_LIST_REFUSED ? { ...fault, params: faultParams(...sentencesOf(fault.params), ['comparedAgain']) } : fault;
}

/** Meta does not list the page's forms, even with the page's own token. The stored token may still fetch leads. */
export function pageListRefused(page: string, said: FaultParams): Fault {
  const params = faultParams(['pageNotListed', { page }], ...sentencesOf(said), ['checkPageAccess']);
  return { code: PAGE_LIST_REFUSED, named: ofPage(page), params };
}

/** Many leads of the page are being fetched, so this one has to wait; nothing is wrong. */
export function platformBusy(page: string): Fault {
  return { code: 'platform_busy', named: ofPage(page), params: faultParams(['pageBusy', { page }]) };
}

/** The platform is unreachable, slow or out of order. */
export function platformUnavailable(said: FaultParams): Fault {
  return { code: 'platform_unavailable', params: said };
}

/** Why a page cannot be asked, in our words around the platform's: it is unreachable, throttles, refuses the token or blocks the account. */
export function faultOfPage(trouble: PageTrouble, page: string): Fault {
  const said = sentencesOf(trouble.fault.params);
  const named = ofPage(page);
  switch (trouble.kind) {
    case 'passing':
      return { ...platformUnavailable(trouble.fault.params), named };
    case 'throttled':
      return { code: 'platform_throttled', named, params: faultParams(['pageThrottled', { page }], ...said) };
    case 'credential':
      return {
        code: 'credential_refused',
        named,
        params: faultParams(['pageTokenRefused', { page }], ...said, ['replacePageToken', { page }]),
      };
    case 'blocked':
      return { code: 'account_blocked', named, params: faultParams(['pageBlocked', { page }], ...said, ['liftPageBlock', { page }]) };
  }
}

type PageTrouble = Extract<PlatformTrouble, { kind: 'passing' | 'throttled' | 'credential' | 'blocked' }>;

/** The lead does not exist at the platform, or is not visible. `tries`: how often it was requested; `null` if it is requested again automatically. */
export function leadNotAvailable(said: FaultParams, tries: number | null): Fault {
  const next = tries === null ? (['leadAskedAgain'] as const) : (['leadAskedInVain', { tries }] as const);
  return newFault('lead_not_available', ['leadNotAvailable'], ...sentencesOf(said), next);
}

/** The notification does not contain an id to fetch the lead by. */
export const LEAD_NOT_NAMED: Fault = newFault('lead_not_available', ['leadNotNamed']);

/** The dashboard's test button: an event whose ids do not exist. */
export const TEST_BUTTON_PRESSED: Fault = newFault('test_lead', ['testButtonPressed']);
