import { isJsonArray, parseJson, readJson, scalarText } from '../../base/exact-json.ts';
import type { EventTrail } from '../../domain/ports.ts';
import { maskLeadFields, maskValue } from '../../presentation/masking.ts';

/** A page that shows more of a body would be slow to open; the download has every byte. */
export const BODY_CHARACTERS_SHOWN = 65_536;

/** An event's way with its personal data shown or masked, ready for the page. */
export interface EventView {
  readonly trail: EventTrail;
  readonly revealed: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The start of the body as text: as received, or its shape with every value masked. */
  readonly bodyText: string;
  readonly bodyCut: boolean;
}

export function viewEvent(trail: EventTrail, revealed: boolean): EventView {
  const { event, lead } = trail;
  const text = revealed ? Buffer.from(event.body).toString('utf8') : maskedBody(event.body);
  return {
    trail: revealed || lead === null ? trail : { ...trail, lead: maskLeadFields(lead) },
    revealed,
    headers: readHeaders(event.headers),
    bodyText: text.slice(0, BODY_CHARACTERS_SHOWN),
    bodyCut: text.length > BODY_CHARACTERS_SHOWN,
  };
}

function maskedBody(body: Uint8Array): string {
  const json = readJson(body);
  return json.ok ? JSON.stringify(maskValue(json.value), null, 2) : '***';
}

function readHeaders(text: string): EventView['headers'] {
  const json = parseJson(text);
  if (!json.ok || !isJsonArray(json.value)) return [];
  return json.value.flatMap((pair) => (isJsonArray(pair) ? [[scalarText(pair[0]) ?? '', scalarText(pair[1]) ?? ''] as const] : []));
}
