import { isJsonArray, parseJson, readJson, scalarText } from '../../../base/exact-json.ts';
import type { KeptRefusedRequest } from '../../../domain/refused-request.ts';
import { maskBody, maskHeaders } from '../../../presentation/masking.ts';

/** A page that shows more of a body would be slow to open. */
export const REFUSED_CHARACTERS_SHOWN = 16_384;

/** A refused request ready for its page: the body as it came, or with what is personal masked. */
export interface RefusedView {
  readonly refused: KeptRefusedRequest;
  readonly revealed: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly isCut: boolean;
}

export function viewRefused(refused: KeptRefusedRequest, revealed: boolean): RefusedView {
  const body = revealed ? Buffer.from(refused.body).toString('utf8') : maskedBody(refused.body);
  return {
    refused,
    revealed,
    headers: revealed ? readHeaders(refused.headers) : maskHeaders(readHeaders(refused.headers)),
    body: body.slice(0, REFUSED_CHARACTERS_SHOWN),
    isCut: body.length > REFUSED_CHARACTERS_SHOWN,
  };
}

/** What is no JSON cannot be masked part by part. */
function maskedBody(body: Uint8Array): string {
  if (body.byteLength === 0) return '';
  const json = readJson(body);
  return json.ok ? JSON.stringify(maskBody(json.value), null, 2) : '***';
}

function readHeaders(text: string): RefusedView['headers'] {
  const json = parseJson(text);
  if (!json.ok || !isJsonArray(json.value)) return [];
  return json.value.flatMap((pair) => (isJsonArray(pair) ? [[scalarText(pair[0]) ?? '', scalarText(pair[1]) ?? ''] as const] : []));
}
