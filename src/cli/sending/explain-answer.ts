import { formatDuration } from '../../base/duration.ts';
import { field, isJsonArray, isJsonObject, type JsonObject, parseJson, scalarText } from '../../base/exact-json.ts';
import { type SignedSource, SOURCE_FACTS } from '../signature/signed-source.ts';
import type { Answer, NoAnswer } from './post-event.ts';

/** True when the service took the event. */
export function wasAccepted(result: Answer | NoAnswer): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300;
}

/** What the answer means and what to do next, for the person who sent the test event. */
export function explainAnswer(result: Answer | NoAnswer, source: SignedSource, url: string): string {
  if (result.kind === 'unreachable') return explainSilence(result, new URL(url));
  const { status } = result;
  if (wasAccepted(result)) return explainSuccess(result);
  if (status >= 300 && status < 400) return explainRedirect(result);
  const code = problemCode(result.body);
  return BY_CODE[code]?.(source) ?? BY_STATUS[status]?.(source) ?? unexpected(status);
}

type Explanation = (source: SignedSource) => string;

const secretsDiffer: Explanation = (source) => {
  const { secretSetting } = SOURCE_FACTS[source];
  return `The service knows another ${secretSetting} than this command. Give both the same one, and start the service again after a change.`;
};

const BY_CODE: Readonly<Record<string, Explanation>> = {
  signature_invalid: secretsDiffer,
  google_key_invalid: secretsDiffer,
  signature_missing: () =>
    'The service saw no credential. With --unsigned it has to run with WEBHOOK_ALLOW_UNSIGNED=true; otherwise a proxy in between removes the header of the signature.',
  timestamp_out_of_window: () => 'The clocks of the two machines differ by more than FORMULARIO_TIMESTAMP_TOLERANCE. Set both by NTP.',
  source_not_configured: (source) =>
    `The service runs without ${SOURCE_FACTS[source].secretSetting}. Set it where the service runs and start it again.`,
};

const BY_STATUS: Readonly<Record<number, Explanation>> = {
  401: secretsDiffer,
  403: () =>
    'Something in front of the service refused the request: it never answers a test event with 403 itself. Look at the proxy or firewall.',
  404: (source) => `There is no ${SOURCE_FACTS[source].path} at this address. Check host, port and path given with --url.`,
  405: () => 'Another program may listen at this address: the service takes POST here. Check host and port given with --url.',
  413: () => 'The body is larger than MAX_BODY_BYTES of the service, or than its proxy allows.',
  415: () => 'The service does not take this content type or encoding; a proxy in between may have changed it.',
  422: () => 'The credential is right, and the content is not usable. The answer names every field to mend.',
  429: () => 'A proxy limits the rate of requests. Wait a little and send again.',
  502: () => 'The proxy answers, the service behind it does not. Is `lead-intake serve` running?',
  503: () =>
    'The service could not store the event now (busy, full or stopping). Nothing is lost: send it again, and look at `lead-intake queue status`.',
  504: () => 'The proxy waited in vain for the service behind it. Is `lead-intake serve` running?',
};

function explainSuccess({ body }: Answer): string {
  const receipt = receiptOf(body);
  const eventId = scalarText(field(receipt, 'evento_id'));
  const status = scalarText(field(receipt, 'status'));
  if (eventId === undefined)
    return 'The service answered with success, but not as a lead-intake does. Check host and port given with --url.';
  const look = `\`lead-intake events show ${eventId}\` shows what became of it.`;
  if (status === 'already_accepted') return `The service knows this event already and made no second lead. ${look}`;
  return `The event is stored and waits in the queue; the lead is made by a worker. ${look}`;
}

/** The receipt in an answer; a platform's batch has one for each event, and ours holds one event. */
function receiptOf(body: string): JsonObject {
  const reading = parseJson(body);
  const json = reading.ok && isJsonObject(reading.value) ? reading.value : {};
  const events = field(json, 'eventos');
  const first = isJsonArray(events) ? events[0] : undefined;
  return isJsonObject(first) ? first : json;
}

function explainRedirect({ location }: Answer): string {
  const target = location === null ? 'somewhere else' : `to ${location}`;
  return `The address redirects ${target}. Platforms do not follow redirects for posted events, so give them (and --url) the final address.`;
}

const BY_SYSTEM_CODE: Readonly<Record<string, (url: URL) => string>> = {
  ECONNREFUSED: (url) =>
    `Nothing listens at ${url.host}. Start the service with \`lead-intake serve\`, or pass the address where it runs with --url.`,
  ENOTFOUND: (url) => `The host name ${url.hostname} is not known. Check the spelling of --url.`,
  EAI_AGAIN: (url) => `The host name ${url.hostname} could not be looked up now. Check the network and its name server.`,
  ECONNRESET: (url) => `${url.host} closed the connection without an answer. Is it the service, and does it speak ${protocolName(url)}?`,
  UND_ERR_SOCKET: (url) =>
    `${url.host} closed the connection without an answer. Is it the service, and does it speak ${protocolName(url)}?`,
  EHOSTUNREACH: (url) => `There is no way to ${url.hostname} from here. Check the network.`,
  ENETUNREACH: (url) => `There is no way to ${url.hostname} from here. Check the network.`,
};

function explainSilence({ code, durationMs }: NoAnswer, url: URL): string {
  const known = BY_SYSTEM_CODE[code];
  if (known !== undefined) return known(url);
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code.startsWith('UND_ERR_CONNECT_TIMEOUT')) {
    return `No answer within ${formatDuration(durationMs)}. A firewall may swallow the request, or the service is stuck: look at its log.`;
  }
  if (/CERT|SSL|TLS|ALTNAME|SELF_SIGNED/.test(code)) {
    return `The encrypted connection failed (${code}): the certificate of ${url.hostname} is not valid for it, or the port speaks no TLS.`;
  }
  if (code === 'NOT_HTTP') return `What listens at ${url.host} does not answer in HTTP. Check the port, and http or https, in --url.`;
  return `The request could not be sent (${code}). Check the address given with --url.`;
}

function protocolName(url: URL): string {
  return url.protocol === 'https:' ? 'HTTPS' : 'HTTP without TLS';
}

function problemCode(body: string): string {
  const reading = parseJson(body);
  return (reading.ok && isJsonObject(reading.value) ? scalarText(field(reading.value, 'code')) : undefined) ?? '';
}

function unexpected(status: number): string {
  return status >= 500
    ? `The service, or a proxy before it, failed (HTTP ${status}). Look at its log; the event can be sent again.`
    : `A lead-intake does not answer HTTP ${status} to a test event. Check host, port and path given with --url.`;
}
