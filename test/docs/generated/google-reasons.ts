import { HOUR_MS } from '../../../src/base/time-units.ts';
import { ERROR_REASONS, PROCESSING_REASONS, type ReasonRule, UNKNOWN_REASON } from '../../../src/delivery/search-ads/reasons.ts';
import { faultParams } from '../../../src/domain/fault.ts';
import { GOOGLE_REASONS } from '../../../src/messages/en.ts';
import { english } from '../../support/saying.ts';
import { blocks, bullets, paragraph, sentence } from './markdown.ts';

type Follows = Exclude<ReasonRule['follows'], 'later'>;

const HEADINGS: Readonly<Record<Follows, string>> = {
  taken: 'Counts as sent',
  outage: 'Tried again at growing intervals',
  pause: 'The account pauses',
  credential: 'The account waits for its credential',
  account: 'The account waits',
  contact_data: 'Contact data waits',
  action: 'The conversion action waits for you',
  person: 'Waits for you',
  rejected: 'Rejected',
};

/** Where the reason alone does not say what to do. */
const ADVICE: Readonly<Partial<Record<Follows, string>>> = {
  outage: 'Google Ads is down or slow. No action needed.',
  pause: 'The quota is used up (300 requests a minute, 100,000 a day per cloud project). No action needed.',
  credential: 'Give the service account access to the ads account, or give the credential the scope or permission that the message names.',
};

const REJECTED_REQUEST =
  'A field of the event is wrong; the message names it. Correct the lead or the stage, then run `lead-intake conversions retry ID`.';

const INTRODUCTION = `If Google Ads refuses a conversion, it names a reason. This page lists what lead-intake does for each reason, what the reason means,
and what you do. [Google Ads](google-ads.md#what-happens-to-a-conversion) explains what follows.`;

const RESULTS = `Google Ads accepts a request and reports the result later, as \`PROCESSING_ERROR_REASON_…\` or \`PROCESSING_ERROR_…\`. Warnings
(\`PROCESSING_WARNING_REASON_…\`) change nothing: Google Ads has the conversion.`;

const SOURCES = [
  '`error.proto` and `processing_errors.proto` of `google.ads.datamanager.v1` (npm `@google-ads/datamanager` 0.3.0), and `ErrorCount` in the discovery document of the API',
  '[Diagnostics](https://developers.google.com/data-manager/api/devguides/diagnostics): "Wait for 30 minutes … Use an exponential backoff algorithm"',
  '[Set up access](https://developers.google.com/data-manager/api/devguides/quickstart/set-up-access)',
  '[ErrorReason](https://developers.google.com/data-manager/api/reference/rest/v1/ErrorReason)',
  '[Limits](https://developers.google.com/data-manager/api/devguides/limits)',
  'Google gives no time for `TOO_RECENT_CLICK`; its predecessor in the Google Ads API (`TOO_RECENT_EVENT`) said 6 hours.',
  '`CLICK_NOT_FOUND` is [expected](https://support.google.com/google-ads/answer/13321563) with enhanced conversions for leads.',
];

/** Every reason that Google Ads gives, grouped by its consequence, from `delivery/search-ads/reasons.ts` and the catalogue. */
export function googleReasonsPage(): string {
  return blocks(
    '# Reasons of Google Ads',
    paragraph(INTRODUCTION),
    '## Reasons of a result',
    paragraph(RESULTS),
    ...groups(PROCESSING_REASONS, ''),
    '## Reasons of a refused request',
    ...groups(ERROR_REASONS, REJECTED_REQUEST),
    '## Any other reason',
    paragraph(`${followsFrom(UNKNOWN_REASON)}. Google has added reasons before. Report it if you see one.`),
    '## Sources',
    bullets(SOURCES),
  );
}

function groups(reasons: ReadonlyMap<string, ReasonRule>, ofRejected: string): readonly string[] {
  return [...Map.groupBy(reasons, ([, rule]) => followsFrom(rule))].flatMap(([heading, members]) => {
    const byMeaning = Map.groupBy(members, ([, rule]) => meaning(rule, ofRejected));
    const items = [...byMeaning].map(([text, same]) => `${same.map(([name]) => `\`${name}\``).join(', ')}: ${text}`);
    return [`### ${heading}`, bullets(items)];
  });
}

function followsFrom(rule: ReasonRule): string {
  if (rule.follows !== 'later') return HEADINGS[rule.follows];
  const atLast = rule.atLast === 'held' ? 'waits for you' : 'rejected';
  return `Sent again every ${rule.waitMs / HOUR_MS} h for ${rule.longestMs / HOUR_MS} h, then ${atLast}`;
}

function meaning(rule: ReasonRule, ofRejected: string): string {
  const { follows, means, todo } = rule;
  const said = [means === undefined ? '' : sentence(GOOGLE_REASONS[means]), todo === undefined ? '' : english(faultParams([todo]))];
  const text = said.filter((part) => part !== '').join(' ');
  if (text !== '') return text;
  if (follows === 'rejected') return ofRejected;
  if (follows === 'later' && rule.isInconclusive !== true) return english(faultParams(['googleForgotRequest']));
  return follows === 'later' || ADVICE[follows] === undefined ? sentence(GOOGLE_REASONS.unsaid) : ADVICE[follows];
}
