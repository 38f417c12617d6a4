import { formatDuration } from '../../base/duration.ts';
import { field, isJsonArray, isJsonObject, type JsonObject, parseJson, scalarText } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { type SignedSource, SOURCE_FACTS } from '../signature/signed-source.ts';
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

type SilenceExplanation = (url: URL) => Translated<string>;

const closedWithoutAnswer: SilenceExplanation = (url) =>
  inEveryLanguage((m) =>
    m.cli.send.closedConnectionWithoutAnswer({
      host: url.host,
      protocolName: inEveryLanguage((m) => (url.protocol === 'https:' ? m.cli.send.https : m.cli.send.httpWithoutTls)),
    }),
  );

const noWay: SilenceExplanation = (url) => inEveryLanguage((m) => m.cli.send.thereNoWayHere({ hostname: url.hostname }));

const BY_SYSTEM_CODE: Readonly<Record<string, SilenceExplanation>> = {
  ECONNREFUSED: (url) => inEveryLanguage((m) => m.cli.send.nothingListensStartService({ host: url.host })),
  ENOTFOUND: (url) => inEveryLanguage((m) => m.cli.send.theHostNameNot({ hostname: url.hostname })),
  EAI_AGAIN: (url) => inEveryLanguage((m) => m.cli.send.theHostNameCould({ hostname: url.hostname })),
  ECONNRESET: closedWithoutAnswer,
  UND_ERR_SOCKET: closedWithoutAnswer,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
};

/** Why no answer came, and what to do next, for the person who sent the test event. */
function explainSilence({ code, durationMs }: NoAnswer, url: URL): Translated<string> {
  const known = BY_SYSTEM_CODE[code];
  if (known !== undefined) return known(url);
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code.startsWith('UND_ERR_CONNECT_TIMEOUT'))
    return inEveryLanguage((m) => m.cli.send.noAnswerWithinFirewall({ duration: formatDuration(durationMs) }));
  if (/CERT|SSL|TLS|ALTNAME|SELF_SIGNED/.test(code))
    return inEveryLanguage((m) => m.cli.send.theEncryptedConnectionFailed({ code, hostname: url.hostname }));
  if (code === 'NOT_HTTP') {
    return inEveryLanguage((m) => m.cli.send.whatListensDoesNot({ host: url.host }));
  }
  return inEveryLanguage((m) => m.cli.send.theRequestCouldNot({ code }));
}
