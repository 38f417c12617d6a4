import { Platform } from '../domain/conversion.ts';
import { type Fault, sentencesOf, told } from '../domain/fault.ts';
import { accountTarget } from '../domain/platform-account.ts';
import type { PlatformTrouble } from '../domain/platform-trouble.ts';

function ofPage(pageId: string): string {
  return accountTarget({ platform: Platform.socialAds, kind: 'page', id: pageId });
}

/** The answers of a social-ads lead are at the platform, and there is no token to fetch them with. `pageId` null: the event does not name its page. */
export function platformNotConnected(pageId: string | null): Fault {
  const named = pageId === null ? {} : { named: ofPage(pageId) };
  return { code: 'platform_not_connected', ...named, message: told(['pageNotConnected', pageId === null ? {} : { page: pageId }]) };
}

/** Code of a page of which nothing is listed, though its leads may well be fetched one by one. */
const PAGE_LIST_REFUSED = 'page_list_refused';

/** The fault of a comparison: what a refused list means for it. */
export function comparisonFault(fault: Fault): Fault {
  return fault.code === PAGE_LIST_REFUSED ? { ...fault, message: told(...sentencesOf(fault.message), ['comparedAgain']) } : fault;
}

/** Meta does not list what hangs on the page, with the page's own token either. The token that is kept may still fetch leads. */
export function pageListRefused(page: string, said: string): Fault {
  const message = told(['pageNotListed', { page }], ...sentencesOf(said), ['checkPageAccess']);
  return { code: PAGE_LIST_REFUSED, named: ofPage(page), message };
}

/** Many leads of the page are asked for; this one was not, and nothing is wrong. */
export function platformBusy(page: string): Fault {
  return { code: 'platform_busy', named: ofPage(page), message: told(['pageBusy', { page }]) };
}

/** The platform is away, slow or out of order. */
export function platformUnavailable(said: string): Fault {
  return { code: 'platform_unavailable', message: said };
}

/** What keeps a page from being asked, in our words around the platform's: it is away, throttles, refuses the token or blocks the account. */
export function faultOfPage(trouble: PageTrouble, page: string): Fault {
  const said = sentencesOf(trouble.fault.message);
  const named = ofPage(page);
  switch (trouble.kind) {
    case 'passing':
      return { ...platformUnavailable(trouble.fault.message), named };
    case 'throttled':
      return { code: 'platform_throttled', named, message: told(['pageThrottled', { page }], ...said) };
    case 'credential':
      return { code: 'credential_refused', named, message: told(['pageTokenRefused', { page }], ...said, ['replacePageToken', { page }]) };
    case 'blocked':
      return { code: 'account_blocked', named, message: told(['pageBlocked', { page }], ...said, ['liftPageBlock', { page }]) };
  }
}

type PageTrouble = Extract<PlatformTrouble, { kind: 'passing' | 'throttled' | 'credential' | 'blocked' }>;

/** The platform has no such lead, or does not show it. `tries`: how often it was asked for in vain; null: it is asked again by itself. */
export function leadNotAvailable(said: string, tries: number | null): Fault {
  const next = tries === null ? (['leadAskedAgain'] as const) : (['leadAskedInVain', { tries }] as const);
  return { code: 'lead_not_available', message: told(['leadNotAvailable'], ...sentencesOf(said), next) };
}

/** The notification lacks what the platform could be asked by. */
export function leadNotNamed(): Fault {
  return { code: 'lead_not_available', message: told(['leadNotNamed']) };
}

/** The test button of the platform's dashboard: an event with ids behind which there is nothing. */
export function testButtonPressed(): Fault {
  return { code: 'test_lead', message: told(['testButtonPressed']) };
}
