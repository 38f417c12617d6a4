import { isJsonArray, parseJson, readJson, scalarText } from '../../../base/exact-json.ts';
import type { EventTrail } from '../../../domain/ports.ts';
import { maskBody, maskLeadChange, maskLeadFields } from '../../../presentation/masking.ts';

/** A page that shows more of a body would be slow to open, hostile ones above all; the download has every byte. */
export const BODY_CHARACTERS_SHOWN = 16_384;

/** The start of a body as text: as received, or its shape with what is personal masked. */
export interface ShownBody {
  readonly bytes: number;
  readonly text: string;
  readonly isCut: boolean;
}

/** An event's way with its personal data shown or masked, ready for the page. */
export interface EventView {
  readonly trail: EventTrail;
  readonly revealed: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ShownBody;
  /** The newest resend that said something else. */
  readonly conflict: ShownBody | null;
}

export function viewEvent(trail: EventTrail, revealed: boolean): EventView {
  const { event } = trail;
  return {
    trail: revealed ? trail : maskTrail(trail),
    revealed,
    headers: readHeaders(event.headers),
    body: shown(event.body, revealed),
    conflict: event.conflictBody === null ? null : shown(event.conflictBody, revealed),
  };
}

function maskTrail(trail: EventTrail): EventTrail {
  const { lead, changes } = trail;
  return {
    ...trail,
    lead: lead === null ? null : maskLeadFields(lead),
    changes: changes === null ? null : maskLeadChange(changes),
  };
}

function shown(body: Uint8Array, revealed: boolean): ShownBody {
  const text = revealed ? Buffer.from(body).toString('utf8') : maskedBody(body);
  return { bytes: body.byteLength, text: text.slice(0, BODY_CHARACTERS_SHOWN), isCut: text.length > BODY_CHARACTERS_SHOWN };
}

function maskedBody(body: Uint8Array): string {
  const json = readJson(body);
  return json.ok ? JSON.stringify(maskBody(json.value), null, 2) : '***';
}

function readHeaders(text: string): EventView['headers'] {
  const json = parseJson(text);
  if (!json.ok || !isJsonArray(json.value)) return [];
  return json.value.flatMap((pair) => (isJsonArray(pair) ? [[scalarText(pair[0]) ?? '', scalarText(pair[1]) ?? ''] as const] : []));
}
