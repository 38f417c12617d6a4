/**
 * The consequence of each reason that Data Manager gives, both for a refused request (`ErrorReason`) and for events of an accepted request
 * (`ProcessingErrorReason`). Names and meanings: error.proto and processing_errors.proto of google.ads.datamanager.v1 in
 * @google-ads/datamanager 0.3.0, and ErrorCount of the API's discovery document of 2026-10, which has the newer processing reasons.
 * `docs/google-ads-reasons.md` is generated from these tables.
 */
import { HOUR_MS } from '../../base/time-units.ts';
import type { PlainSentence } from '../../domain/fault.ts';
import type { GoogleMeaning } from '../../messages/fault-parts.ts';

/** Sent again every `waitMs`, for `longestMs` in total; a conversion not accepted by then waits for a person (`held`) or is rejected. */
export interface Later {
  readonly follows: 'later';
  readonly waitMs: number;
  readonly longestMs: number;
  readonly atLast: 'held' | 'refused';
  readonly means?: GoogleMeaning;
  readonly todo?: PlainSentence;
  /** The platform has searched for the person, so the account accepts contact data. */
  readonly isPersonSearched?: true;
  /** Says nothing about the conversion: an earlier request may have been accepted. */
  readonly isInconclusive?: true;
}

interface OtherRule {
  readonly follows: /** Google Ads has the conversion. */
    | 'taken'
    /** Google Ads is unreachable: tried again, with growing pauses. */
    | 'outage'
    /** Too many requests: the account pauses as long as Google asks. */
    | 'pause'
    /** The job waits for another credential, or for a permission. */
    | 'credential'
    /** All conversions of the account wait for a person, with one alarm. */
    | 'account'
    /** All conversions of the account with an e-mail address or a phone number wait for a person, with one alarm. */
    | 'contact_data'
    /** The conversions of the conversion action wait for a person. */
    | 'action'
    /** The conversion waits for a person. */
    | 'person'
    /** The conversion is rejected. */
    | 'rejected';
  /** The meaning of the reason. */
  readonly means?: GoogleMeaning;
  /** What a person can do about it. */
  readonly todo?: PlainSentence;
}

export type ReasonRule = Later | OtherRule;

/** For a reason in no table: its meaning is unknown, and it may be temporary. */
export const UNKNOWN_REASON: Later = later(6, 72, { isInconclusive: true });

/** The conversion waits for a person. */
function person(means?: GoogleMeaning, todo?: PlainSentence): OtherRule {
  return { follows: 'person', ...(means === undefined ? {} : { means }), ...(todo === undefined ? {} : { todo }) };
}

function rejected(means: GoogleMeaning): OtherRule {
  return { follows: 'rejected', means };
}

function blocked(todo: PlainSentence, follows: 'account' | 'contact_data' = 'account'): OtherRule {
  return { follows, todo };
}

function later(everyHours: number, longestHours: number, more: Partial<Later> = {}): Later {
  return { follows: 'later', waitMs: everyHours * HOUR_MS, longestMs: longestHours * HOUR_MS, atLast: 'held', ...more };
}

function each(reasons: readonly string[], rule: ReasonRule): readonly (readonly [reason: string, rule: ReasonRule])[] {
  return reasons.map((reason) => [reason, rule]);
}

const FOREIGN = person('somethingElse', 'googleCheckAction');
const TERMS = blocked('googleTurnOnContactData', 'contact_data');

/** Only occur for conversions with custom variables, store sales or encrypted data. */
const FOREIGN_RESULTS = [
  ...['INVALID_CUSTOM_VARIABLE', 'CUSTOM_VARIABLE_NOT_ENABLED', 'INVALID_MERCHANT_ID', 'INSUFFICIENT_MATCHED_TRANSACTIONS'],
  ...['INSUFFICIENT_TRANSACTIONS', 'DECRYPTION_ERROR', 'DEK_DECRYPTION_ERROR', 'INVALID_WIP', 'INVALID_KEK', 'WIP_AUTH_FAILED'],
  ...['KEK_PERMISSION_DENIED', 'AWS_AUTH_FAILED', 'USER_IDENTIFIER_DECRYPTION_ERROR', 'MATCH_ID_NOT_FOUND', 'USER_ID_NOT_FOUND'],
  ...['USER_ID_NOT_FOUND_FOR_MATCH_ID', 'USER_ID_NOT_FOUND_FOR_GCLID', 'USER_ID_NOT_FOUND_FOR_DCLID'],
  ...['USER_ID_NOT_FOUND_FOR_IMPRESSION_ID', 'INVALID_MOBILE_ID_FORMAT', 'EVENT_ID_DECODE_ERROR'],
];

/** Keyed by the name without `PROCESSING_ERROR_REASON_` or `PROCESSING_ERROR_`. */
export const PROCESSING_REASONS: ReadonlyMap<string, ReasonRule> = new Map<string, ReasonRule>([
  ['UNSPECIFIED', UNKNOWN_REASON],
  // Google knows a click only hours after it: 6 in the older API (TOO_RECENT_EVENT), a day in operators' experience.
  ['TOO_RECENT_CLICK', later(6, 48, { means: 'clickTooRecent' })],
  ['INTERNAL_ERROR', later(1, 72, { means: 'failed', isInconclusive: true })],
  ['ORIGINAL_CONVERSIONS_NOT_FOUND', later(6, 72, { means: 'originalNotThere', todo: 'googleLookForConversion' })],
  // Normal with enhanced conversions for leads: most people did not come through an ad.
  ['CLICK_NOT_FOUND', later(12, 24, { atLast: 'refused', isPersonSearched: true, means: 'personWithoutClick' })],
  ['DUPLICATE_TRANSACTION_ID', { follows: 'taken', means: 'alreadyThere' }],
  ['DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED', TERMS],
  ['EVENT_TOO_OLD', rejected('clickTooOld')],
  ['DENIED_CONSENT', rejected('consentRefused')],
  ['DUPLICATE_GCLID', rejected('sameClickAndTime')],
  ...each(['INVALID_GCLID', 'INVALID_GBRAID', 'INVALID_WBRAID', 'INVALID_AD_IDENTIFIERS'], rejected('clickIdUnknown')),
  ['INVALID_CLICK', rejected('clickNotOnAd')],
  ['NO_CONSENT', person('accountWithoutConsent', 'googleSetConsent')],
  ['UNKNOWN_CONSENT', person('consentUnknown', 'googleSetConsent')],
  ...each(
    ['OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER', 'INVALID_OPERATING_ACCOUNT_FOR_CLICK'],
    person('otherAccount', 'googleSetOwnAccount'),
  ),
  ['CONVERSION_PRECEDES_CLICK', person('beforeClick', 'googleCorrectTime')],
  ['ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID', person('onePerClick', 'googleCountEvery')],
  ['EXTERNAL_ATTRIBUTION_DATA_MISSING', person('externalAttribution', 'googleChangeAttribution')],
  ['INVALID_EVENT', person('eventInvalid')],
  ['INVALID_FORMAT', person('formatInvalid')],
  ...each(FOREIGN_RESULTS, FOREIGN),
]);

/** Errors in the request itself. */
const WRONG_REQUESTS = [
  ...['INVALID_ARGUMENT', 'REQUIRED_FIELD_MISSING', 'INVALID_FORMAT', 'INVALID_HEX_ENCODING', 'INVALID_BASE64_ENCODING'],
  ...['INVALID_SHA256_FORMAT', 'INVALID_POSTAL_CODE', 'INVALID_COUNTRY_CODE', 'INVALID_REGION_CODE', 'INVALID_ENUM_VALUE'],
  ...['INVALID_NUMBER_FORMAT', 'INVALID_EVENT', 'NO_IDENTIFIERS_PROVIDED', 'EVENT_TIME_INVALID', 'FIELD_VALUE_TOO_LONG'],
  ...['TOO_MANY_ELEMENTS', 'TOO_MANY_EVENTS', 'TOO_MANY_DESTINATIONS', 'TOO_MANY_USER_IDENTIFIERS', 'DUPLICATE_DESTINATION_REFERENCE'],
];

/** For audiences, licences of user lists, data partners, Analytics, Floodlight and store sales. */
const FOREIGN_REQUESTS = [
  ...['INVALID_USER_LIST_TYPE', 'INVALID_AUDIENCE_MEMBER', 'TOO_MANY_AUDIENCE_MEMBERS', 'DATA_PARTNER_USER_LIST_MUTATE_NOT_ALLOWED'],
  ...['INVALID_MOBILE_ID_FORMAT', 'INVALID_USER_LIST_ID', 'MULTIPLE_DATA_TYPES_NOT_ALLOWED'],
  ...['DIFFERENT_LOGIN_ACCOUNTS_NOT_ALLOWED_FOR_DATA_PARTNER', 'UNSUPPORTED_OPERATING_ACCOUNT_FOR_DATA_PARTNER'],
  ...['UNSUPPORTED_LINKED_ACCOUNT_FOR_DATA_PARTNER', 'INVALID_PROPERTY_TYPE', 'INVALID_STREAM_TYPE'],
  ...['LINKED_ACCOUNT_ONLY_ALLOWED_WITH_DATA_PARTNER_LOGIN_ACCOUNT', 'RESERVED_NAME_USED', 'INVALID_EVENT_NAME'],
  ...['MULTIPLE_DESTINATIONS_FOR_GOOGLE_ANALYTICS_EVENT', 'ALREADY_EXISTS', 'IMMUTABLE_FIELD_FOR_UPDATE', 'INVALID_RESOURCE_NAME'],
  ...['INVALID_FILTER', 'INVALID_UPDATE_MASK', 'INVALID_PAGE_TOKEN', 'CANNOT_UPDATE_DISABLED_LICENSE'],
  ...['CANNOT_CREATE_LICENSE_FOR_SENSITIVE_USERLIST', 'INSUFFICIENT_COST', 'CANNOT_DISABLE_LICENSE', 'INVALID_CLIENT_ACCOUNT_ID'],
  ...['PRICING_ONLY_ZERO_COST_ALLOWED', 'PRICE_TOO_HIGH', 'CUSTOMER_NOT_ALLOWED_TO_CREATE_LICENSE', 'INVALID_PRICING_END_DATE'],
  ...['CANNOT_LICENSE_LOGICAL_LIST_WITH_LICENSED_OR_SHARED_SEGMENT', 'MEDIA_SHARE_COST_NOT_ALLOWED_FOR_LICENSE_TYPE'],
  ...['MEDIA_SHARE_COST_NOT_ALLOWED_FOR_CLIENT_CUSTOMER', 'INVALID_MEDIA_SHARE_COST', 'INVALID_COST_TYPE'],
  ...['MEDIA_SHARE_COST_NOT_ALLOWED_FOR_NON_COMMERCE_USER_LIST', 'MAX_COST_NOT_ALLOWED'],
  ...['COMMERCE_AUDIENCE_CAN_ONLY_BE_DIRECTLY_LICENSED', 'INVALID_DESCRIPTION', 'INVALID_DISPLAY_NAME', 'DISPLAY_NAME_ALREADY_USED'],
  ...['OWNERSHIP_REQUIRED_FOR_UPDATE', 'USER_LIST_MUTATION_NOT_SUPPORTED', 'SENSITIVE_USER_LIST_IMMUTABLE'],
  ...['BILLABLE_RECORD_COUNT_IMMUTABLE', 'USER_LIST_NAME_RESERVED', 'ADVERTISER_NOT_ALLOWLISTED_FOR_UPLOADED_DATA'],
  ...['UNSUPPORTED_PARTNER_AUDIENCE_SOURCE', 'COMMERCE_PARTNER_NOT_ALLOWED', 'UNSUPPORTED_PARTNER_AUDIENCE_INFO'],
  ...['PARTNER_MATCH_FOR_MANAGER_ACCOUNT_DISALLOWED', 'DATA_PARTNER_NOT_ALLOWLISTED_FOR_THIRD_PARTY_PARTNER_DATA'],
  ...['ADVERTISER_TOS_NOT_ACCEPTED', 'ADVERTISER_NOT_ALLOWLISTED_FOR_THIRD_PARTY_PARTNER_DATA'],
  ...['USER_LIST_TYPE_NOT_SUPPORTED_FOR_ACCOUNT', 'INVALID_COMMERCE_PARTNER', 'CUSTOMER_NOT_ALLOWLISTED_FOR_COMMERCE_AUDIENCE'],
  ...['UNSUPPORTED_USER_LIST_UPLOAD_KEY_TYPES', 'UNSUPPORTED_INGESTED_USER_LIST_INFO_CONFIG'],
  ...['UNSUPPORTED_ACCOUNT_TYPES_FOR_USER_LIST_TYPE', 'UNSUPPORTED_ACCOUNT_TYPE_FOR_PARTNER_LINK', 'MEMBERSHIP_DURATION_TOO_LONG'],
  ...['INVALID_MERCHANT_ID', 'ACCOUNT_INELIGIBLE_FOR_STORE_SALES', 'INVALID_MERCHANT_FEED_LANGUAGE_CODE', 'INVALID_SUBDIVISION_CODE'],
  ...['INVALID_SUBCONTINENT_CODE', 'INVALID_CONTINENT_CODE', 'INVALID_DEVICE_CATEGORY', 'BOTH_CLIENT_ID_AND_APP_INSTANCE_ID_NOT_ALLOWED'],
  ...['GOOGLE_ANALYTICS_SUBPROPERTY_OR_ROLLUP_PROPERTY_NOT_ALLOWED', 'THIRD_PARTY_USER_DATA_NOT_ALLOWED', 'INVALID_COUPON_CODE'],
  ...['CUSTOM_VARIABLE_VALUE_CONTAINS_PII', 'CUSTOM_VARIABLE_NOT_ENABLED', 'INVALID_CUSTOM_VARIABLE_VALUE', 'CUSTOM_VARIABLE_NOT_FOUND'],
];

/** Reasons for refusing a request: those of Data Manager, and those common to all Google APIs. */
export const ERROR_REASONS: ReadonlyMap<string, ReasonRule> = new Map<string, ReasonRule>([
  ['ERROR_REASON_UNSPECIFIED', UNKNOWN_REASON],
  ...each(['INTERNAL_ERROR', 'DEADLINE_EXCEEDED'], { follows: 'outage' }),
  ...each(['RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'], { follows: 'pause' }),
  ...each(['PERMISSION_DENIED', 'ACCESS_TOKEN_EXPIRED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'IAM_PERMISSION_DENIED'], {
    follows: 'credential',
  }),
  ['TERMS_AND_CONDITIONS_NOT_SIGNED', blocked('googleAcceptTerms')],
  ['SERVICE_DISABLED', blocked('googleEnableApi')],
  ...each(['BILLING_DISABLED', 'CONSUMER_SUSPENDED', 'CONSUMER_INVALID'], blocked('googleFixCloudProject')),
  ['NOT_ALLOWLISTED', blocked('googleAskForImports')],
  ['EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED', blocked('googleDeclareAdvertising')],
  ...each(
    ['OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH', 'DESTINATION_ACCOUNT_TYPE_MISMATCH', 'MISMATCHED_ACCOUNT_TYPE'],
    blocked('googleCheckAccountIds'),
  ),
  ['DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS', TERMS],
  ['DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED', TERMS],
  ['DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS', blocked('googleContactDataForbidden', 'contact_data')],
  ...each(
    [
      ...['INVALID_CONVERSION_ACTION_ID', 'INVALID_CONVERSION_ACTION_TYPE', 'INVALID_DESTINATION'],
      ...['EVENT_SOURCE_AND_DESTINATION_MISMATCH', 'NOT_FOUND'],
    ],
    { follows: 'action', todo: 'googleCheckActions' },
  ),
  ['INVALID_CURRENCY_CODE', person(undefined, 'googleCorrectCurrency')],
  // For a status request that Google does not know (any more): its conversions are sent again, and their transaction ids identify them.
  ['INVALID_REQUEST_ID', later(1, 72)],
  ...each(WRONG_REQUESTS, { follows: 'rejected' }),
  ...each(FOREIGN_REQUESTS, FOREIGN),
]);

const PREFIX = /^PROCESSING_ERROR_(?:REASON_)?/;

/** The name of a processing reason without its prefix, as in the table. */
export function withoutPrefix(reason: string): string {
  return reason.replace(PREFIX, '');
}

/** The rule for a processing reason without its prefix. If a reason is known only as a request's refusal of the account, it means the same here. */
export function processingRule(reason: string): ReasonRule {
  return PROCESSING_REASONS.get(reason) ?? refusalOfAccount(reason) ?? UNKNOWN_REASON;
}

function refusalOfAccount(reason: string): ReasonRule | undefined {
  const rule = ERROR_REASONS.get(reason);
  return rule?.follows === 'account' || rule?.follows === 'contact_data' ? rule : undefined;
}

/** Reasons that affect the most come first, and those that a person can act on. */
const ORDER: readonly ReasonRule['follows'][] = [
  'pause',
  'outage',
  'account',
  'contact_data',
  'credential',
  'action',
  'person',
  'later',
  'rejected',
  'taken',
];

/** The rule for the reasons of one refusal; generic reasons count only if there are no others. */
export function errorRule(reasons: readonly string[]): ReasonRule | undefined {
  const telling = reasons.filter((reason) => !GENERIC.has(reason));
  const rules = (telling.length > 0 ? telling : reasons).map((reason) => ERROR_REASONS.get(reason) ?? UNKNOWN_REASON);
  return rules.length === 0 ? undefined : decisive(rules);
}

/** The rule that decides if one refusal has several. */
export function decisive(rules: readonly ReasonRule[]): ReasonRule {
  return rules.toSorted((one, other) => ORDER.indexOf(one.follows) - ORDER.indexOf(other.follows))[0] ?? UNKNOWN_REASON;
}

const GENERIC: ReadonlySet<string> = new Set(['INVALID_ARGUMENT', 'PERMISSION_DENIED', 'NOT_FOUND', 'ERROR_REASON_UNSPECIFIED']);
