import { type JsonObject, writeJson } from '../../base/exact-json.ts';
import { reachableUrl } from '../../base/service-address.ts';
import { quotedWord } from '../../base/shell-word.ts';
import { signatureHeader } from '../../base/signature.ts';
import type { Config } from '../../config/config.ts';
import type { Origin } from '../../domain/origin.ts';
import { appError } from '../../messages/messages.ts';
import { SOURCE_FACTS } from '../signature/signed-source.ts';

/** A test event, ready to be posted. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Serialises a body once and signs exactly those bytes.
 *
 * @param secret `undefined` if the credential is in the body
 */
export function outgoingRequest(source: Origin, baseUrl: URL, json: JsonObject, secret: string | undefined): OutgoingRequest {
  const body = writeJson(json);
  const { signatureHeader: headerName } = SOURCE_FACTS[source];
  const signature = secret === undefined ? {} : { [headerName]: signatureHeader(secret, Buffer.from(body)) };
  return { url: routeUrl(baseUrl, source), headers: { 'Content-Type': 'application/json', ...signature }, body };
}

/** The route of a source under a base URL; a URL that already contains the route stays as it is. */
function routeUrl(baseUrl: URL, source: Origin): string {
  const { path } = SOURCE_FACTS[source];
  const url = new URL(baseUrl);
  const prefix = url.pathname.replace(/\/+$/, '');
  if (!prefix.endsWith(path)) url.pathname = `${prefix}${path}`;
  return url.href;
}

/** The reverse: the URL of the service, from its own URL or that of the route. */
export function serviceUrl(given: URL, source: Origin): URL {
  const { path } = SOURCE_FACTS[source];
  const url = new URL(given);
  const prefix = url.pathname.replace(/\/+$/, '');
  if (prefix.endsWith(path)) url.pathname = prefix.slice(0, -path.length);
  return url;
}

/** @throws AppError `usage` unless the text is an http or https URL */
export function readServiceUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '') return url;
  throw appError('usage', (m) => m.cli.send.urlShape({ text }));
}

/**
 * The URL of this configuration's service from this machine.
 *
 * @throws AppError `usage` if the port is chosen at start and cannot be known here, or the host cannot be part of a URL
 */
export function configuredUrl({ host, port }: Pick<Config, 'host' | 'port'>): URL {
  if (port === 0) {
    throw appError('usage', (m) => m.cli.send.portUnknown, { hint: (m) => m.cli.send.portUnknownHint });
  }
  const url = URL.parse(reachableUrl({ host, port }));
  if (url !== null) return url;
  throw appError('usage', (m) => m.cli.send.hostUnusable({ host }), { hint: (m) => m.cli.send.hostUnusableHint });
}

/** The request as a command for a POSIX shell. */
export function curlCommand({ url, headers, body }: OutgoingRequest): string {
  const flags = Object.entries(headers).map(([name, value]) => `  -H ${quotedWord(`${name}: ${value}`)}`);
  return [`curl -i -X POST ${quotedWord(url)}`, ...flags, `  --data-binary ${quotedWord(body)}`].join(' \\\n');
}
