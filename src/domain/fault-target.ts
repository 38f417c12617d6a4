import { fingerprint } from '../base/fingerprint.ts';
import type { CampaignLink } from './directory.ts';

/** What an id may look like to be repeated: senders mix up fields, and an e-mail address must not get into lists and logs. */
const PLAIN_ID = /^[\p{L}\d._:/-]{1,80}$/u;

/** Whether text of a sender can be repeated as an id, because it is nothing personal by its shape. */
export function isPlainId(text: string): boolean {
  return PLAIN_ID.test(text);
}

/**
 * What may be personal is named by so many digits of its fingerprint: 65,536 names tell the values of one error apart, and each fits millions of
 * addresses and phone numbers, so trying them all finds nobody.
 */
const NAMELESS_DIGITS = 4;

/**
 * One thing that an error names: `campanha_id:42`, `social_ads:form:9`. What may be personal stands as the beginning of a fingerprint. It holds no
 * blank: several things are joined by one.
 */
export function faultTarget(kind: string, value: string): string {
  return `${kind}:${isPlainId(value) ? value : `#${fingerprint(value).slice(0, NAMELESS_DIGITS)}`}`;
}

/** The id of a platform as errors name it. */
export function linkTarget({ origin, kind, value }: Omit<CampaignLink, 'campaignId'>): string {
  return faultTarget(`${origin}:${kind}`, value);
}

/** Whether what an error names holds one of these things. */
export function namesOneOf(named: string, targets: ReadonlySet<string>): boolean {
  return named.split(' ').some((target) => targets.has(target));
}

/** What stands in an address or a flag for errors that name nothing. */
const NOTHING_WORD = '-';

/** What errors name as a value of an address, a flag or an answer. */
export function namedWord(named: string): string {
  return named === '' ? NOTHING_WORD : named;
}

/** The same read. */
export function readNamedWord(word: string): string {
  return word === NOTHING_WORD ? '' : word;
}
