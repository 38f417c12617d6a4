import { formatDuration } from '../../base/duration.ts';
import { field, isJsonArray, isJsonObject, type JsonObject, parseJson, scalarText } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import type { Origin } from '../../domain/origin.ts';
import { inEveryLanguage, type Messages } from '../../messages/messages.ts';
import { SOURCE_FACTS, type SourceFacts } from '../signature/signed-source.ts';
import type { Answer, NoAnswer } from './post-event.ts';

/** True if the service accepted the event. */
export function wasAccepted(result: Answer | NoAnswer): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300;
}

type Words = Messages['cli']['send'];

/** The meaning of the answer and what to do next, for the person who sent the test event. */
export function explainAnswer(result: Answer | NoAnswer, source: Origin, url: string): Translated<string> {
  return inEveryLanguage((m) => explanation(result, m.cli.send, { source: SOURCE_FACTS[source], url: new URL(url) }));
}

function explanation(
  result: Answer | NoAnswer,
  words: Words,
  { source, url }: { readonly source: SourceFacts; readonly url: URL },
): string {
  if (result.kind === 'unreachable') return explainSilence(result, words, url);
  const { status } = result;
  if (wasAccepted(result)) return explainSuccess(result, words);
  if (status >= 300 && status < 400) return words.redirected({ location: result.location });
  const known = BY_CODE.get(problemCode(result.body)) ?? BY_STATUS[status];
  if (known !== undefined) return known(words, source);
  return status >= 500 ? words.serverFault({ status }) : words.unexpectedStatus({ status });
}

type Explanation = (words: Words, source: SourceFacts) => string;

const secretsDiffer: Explanation = (words, { secretSetting }) => words.otherSecret({ secretSetting });

const BY_CODE = new Map<string, Explanation>([
  ['signature_invalid', secretsDiffer],
  ['google_key_invalid', secretsDiffer],
  ['signature_missing', (words) => words.noCredential],
  ['timestamp_out_of_window', (words) => words.clocksDiffer],
  ['source_not_configured', (words, { secretSetting }) => words.secretNotSet({ secretSetting })],
]);

const BY_STATUS: Readonly<Record<number, Explanation>> = {
  401: secretsDiffer,
  403: (words) => words.proxyRefused,
  404: (words, { path }) => words.wrongPath({ path }),
  405: (words) => words.otherProgram,
  413: (words) => words.tooLarge,
  415: (words) => words.unsupportedType,
  422: (words) => words.unusableContent,
  429: (words) => words.rateLimited,
  502: (words) => words.proxyWithoutService,
  503: (words) => words.notStored,
  504: (words) => words.proxyTimeout,
};

/**
 * The event that the service stored; `undefined` if the answer names none, so it does not come from lead-intake. `isKnown`: the service
 * already had it.
 */
export function storedEvent(result: Answer | NoAnswer): { readonly id: string; readonly isKnown: boolean } | undefined {
  if (!wasAccepted(result) || result.kind !== 'answered') return undefined;
  const receipt = receiptOf(result.body);
  const id = scalarText(field(receipt, 'evento_id')) ?? '';
  const isKnown = scalarText(field(receipt, 'status')) === 'already_accepted';
  return /^[1-9]\d*$/.test(id) ? { id, isKnown } : undefined;
}

function explainSuccess(answer: Answer, words: Words): string {
  const event = storedEvent(answer);
  if (event === undefined) return words.notOurAnswer;
  const show = `\`lead-intake events show ${event.id}\``;
  return event.isKnown ? words.knownEvent({ show }) : words.queued({ show });
}

/** The receipt in an answer; a platform's batch has one per event, and ours contains one event. */
function receiptOf(body: string): JsonObject {
  const json = objectIn(body);
  const events = field(json, 'eventos');
  const first = isJsonArray(events) ? events[0] : undefined;
  return isJsonObject(first) ? first : json;
}

function problemCode(body: string): string {
  return scalarText(field(objectIn(body), 'code')) ?? '';
}

function objectIn(body: string): JsonObject {
  const reading = parseJson(body);
  return reading.ok && isJsonObject(reading.value) ? reading.value : {};
}

type SilenceExplanation = (words: Words, url: URL) => string;

const closedWithoutAnswer: SilenceExplanation = (words, { host, protocol }) =>
  words.connectionClosed({ host, protocolName: protocol === 'https:' ? words.https : words.httpWithoutTls });

const noWay: SilenceExplanation = (words, { hostname }) => words.unreachable({ hostname });

const BY_SYSTEM_CODE: Readonly<Record<string, SilenceExplanation>> = {
  ECONNREFUSED: (words, { host }) => words.nothingListens({ host }),
  ENOTFOUND: (words, { hostname }) => words.unknownHost({ hostname }),
  EAI_AGAIN: (words, { hostname }) => words.lookupFailed({ hostname }),
  ECONNRESET: closedWithoutAnswer,
  UND_ERR_SOCKET: closedWithoutAnswer,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  NOT_HTTP: (words, { host }) => words.notHttp({ host }),
};

/** Why no answer arrived, and what to do next. */
function explainSilence({ code, durationMs }: NoAnswer, words: Words, url: URL): string {
  const known = BY_SYSTEM_CODE[code];
  if (known !== undefined) return known(words, url);
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code.startsWith('UND_ERR_CONNECT_TIMEOUT')) {
    return words.timedOut({ duration: formatDuration(durationMs) });
  }
  const isOfEncryption = /CERT|SSL|TLS|ALTNAME|SELF_SIGNED/.test(code);
  return isOfEncryption ? words.tlsFailed({ code, hostname: url.hostname }) : words.requestFailed({ code });
}
