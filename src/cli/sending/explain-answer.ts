import { field, isJsonArray, isJsonObject, type JsonObject, parseJson, scalarText } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { type SignedSource, SOURCE_FACTS } from '../signature/signed-source.ts';
import { explainSilence } from './explain-silence.ts';
import type { Answer, NoAnswer } from './post-event.ts';

/** True when the service took the event. */
export function wasAccepted(result: Answer | NoAnswer): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300;
}

/** What the answer means and what to do next, for the person who sent the test event. */
export function explainAnswer(result: Answer | NoAnswer, source: SignedSource, url: string): Translated<string> {
  if (result.kind === 'unreachable') return explainSilence(result, new URL(url));
  const { status } = result;
  if (wasAccepted(result)) return explainSuccess(result);
  if (status >= 300 && status < 400) return inEveryLanguage((m) => m.cli.send.theAddressRedirectsPlatforms({ location: result.location }));
  const code = problemCode(result.body);
  return (
    BY_CODE[code]?.(source) ??
    BY_STATUS[status]?.(source) ??
    inEveryLanguage((m) => (status >= 500 ? m.cli.send.theServiceProxyBefore({ status }) : m.cli.send.aLeadIntakeDoes({ status })))
  );
}

type Explanation = (source: SignedSource) => Translated<string>;

const secretsDiffer: Explanation = (source) => {
  const { secretSetting } = SOURCE_FACTS[source];
  return inEveryLanguage((m) => m.cli.send.theServiceKnowsAnother({ secretSetting }));
};

const BY_CODE: Readonly<Record<string, Explanation>> = {
  signature_invalid: secretsDiffer,
  google_key_invalid: secretsDiffer,
  signature_missing: () => inEveryLanguage((m) => m.cli.send.theServiceSawNo),
  timestamp_out_of_window: () => inEveryLanguage((m) => m.cli.send.theClocksTwoMachines),
  source_not_configured: (source) =>
    inEveryLanguage((m) => m.cli.send.theServiceRunsWithout({ secretSetting: SOURCE_FACTS[source].secretSetting })),
};

const BY_STATUS: Readonly<Record<number, Explanation>> = {
  401: secretsDiffer,
  403: () => inEveryLanguage((m) => m.cli.send.somethingFrontServiceRefused),
  404: (source) => inEveryLanguage((m) => m.cli.send.thereNoAddressCheck({ path: SOURCE_FACTS[source].path })),
  405: () => inEveryLanguage((m) => m.cli.send.anotherProgramMayListen),
  413: () => inEveryLanguage((m) => m.cli.send.theBodyLargerThan),
  415: () => inEveryLanguage((m) => m.cli.send.theServiceDoesNot),
  422: () => inEveryLanguage((m) => m.cli.send.theCredentialRightContent),
  429: () => inEveryLanguage((m) => m.cli.send.aProxyLimitsRate),
  502: () => inEveryLanguage((m) => m.cli.send.theProxyAnswersService),
  503: () => inEveryLanguage((m) => m.cli.send.theServiceCouldNot),
  504: () => inEveryLanguage((m) => m.cli.send.theProxyWaitedVain),
};

function explainSuccess({ body }: Answer): Translated<string> {
  const receipt = receiptOf(body);
  const eventId = scalarText(field(receipt, 'evento_id'));
  const status = scalarText(field(receipt, 'status'));
  if (eventId === undefined) return inEveryLanguage((m) => m.cli.send.notOurAnswer);
  const show = `\`lead-intake events show ${eventId}\``;
  if (status === 'already_accepted') {
    return inEveryLanguage((m) => m.cli.send.theServiceKnowsEvent({ show }));
  }
  return inEveryLanguage((m) => m.cli.send.theEventStoredWaits({ show }));
}

/** The receipt in an answer; a platform's batch has one for each event, and ours holds one event. */
function receiptOf(body: string): JsonObject {
  const reading = parseJson(body);
  const json = reading.ok && isJsonObject(reading.value) ? reading.value : {};
  const events = field(json, 'eventos');
  const first = isJsonArray(events) ? events[0] : undefined;
  return isJsonObject(first) ? first : json;
}

function problemCode(body: string): string {
  const reading = parseJson(body);
  return (reading.ok && isJsonObject(reading.value) ? scalarText(field(reading.value, 'code')) : undefined) ?? '';
}
