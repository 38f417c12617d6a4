import { isUtf8 } from 'node:buffer';
import type { EventTrail } from '../../../domain/report-ports.ts';
import type { WebhookEvent } from '../../../domain/webhook-event.ts';
import { maskHeaders, maskLead } from '../../../presentation/masking.ts';
import { type BodyLayout, type BodyPart, bodyPart } from '../body/body-part.ts';
import { type BodyComparison, compareBodies, type NotCompared } from '../body/compare-bodies.ts';
import type { SourceSettings } from '../source-settings.ts';
import { type KeptHeaders, readKeptHeaders } from './kept-headers.ts';
import type { NowFound } from './mending.ts';

/** Where a text stops being JSON, as an editor counts: from 1 on. */
export interface BreakPlace {
  readonly line: number;
  readonly column: number;
  /** In characters from 0 on. */
  readonly at: number;
  /** True: the text ends too early. */
  readonly isEnd: boolean;
}

/** A part of a body: as received, or with what is personal masked. */
interface ShownBody {
  readonly bytes: number;
  /** False: what is no UTF-8 is shown as U+FFFD. */
  readonly isUtf8: boolean;
  readonly part: BodyPart;
  readonly layout: BodyLayout;
  /** Null: all of it is JSON. */
  readonly broken: BreakPlace | null;
}

/** What an address asks to see of an event. */
export interface EventLook {
  readonly revealed: boolean;
  readonly layout: BodyLayout;
  /** Where the part of the body begins, in characters. */
  readonly from: number;
}

/** The newest resend that said something else. */
interface ShownConflict {
  readonly bytes: number;
  readonly comparison: BodyComparison | NotCompared;
}

export type VerifyingSecret = 'current' | 'previous' | 'former';

/** An event's way with its personal data shown or masked, ready for the page. */
export interface EventView {
  readonly trail: EventTrail;
  readonly found: NowFound | null;
  readonly revealed: boolean;
  readonly headers: KeptHeaders;
  readonly body: ShownBody;
  readonly conflict: ShownConflict | null;
  /** Which secret verified it, by the settings of now; null: none did. */
  readonly secret: VerifyingSecret | null;
  /** What was fetched from the platform, because the event only points to it; null: nothing was. */
  readonly fetched: ShownBody | null;
}

/**
 * What the page shows of an event, as far as it may be shown.
 * @param fetched what was fetched from the platform for it; undefined: nothing was
 * @param found what its error says is missing, where it is there now
 */
export function viewEvent(
  trail: EventTrail,
  fetched: Uint8Array | undefined,
  look: EventLook,
  sources: readonly SourceSettings[],
  found: NowFound | null,
): EventView {
  const { event } = trail;
  return {
    secret: verifyingSecret(event, sources),
    found,
    trail: look.revealed ? trail : maskTrail(trail),
    revealed: look.revealed,
    headers: look.revealed ? readKeptHeaders(event.headers) : maskHeaders(readKeptHeaders(event.headers)),
    body: shown(event.body, look),
    conflict: event.conflictBody === null ? null : compared(event.body, event.conflictBody, look),
    fetched: fetched === undefined ? null : shown(fetched, { ...look, from: 0 }),
  };
}

/** The trail without what a person typed. Bodies and changes of the lead are left: they are masked where they are shown. */
function maskTrail(trail: EventTrail): EventTrail {
  return { ...trail, lead: trail.lead === null ? null : maskLead(trail.lead) };
}

function shown(body: Uint8Array, { revealed, layout, from }: EventLook): ShownBody {
  const text = Buffer.from(body).toString('utf8');
  const part = bodyPart(text, { from, layout, masked: !revealed });
  const broken = part.brokenAt === null ? null : breakPlace(text, part.brokenAt);
  return { bytes: body.byteLength, isUtf8: isUtf8(body), part, layout, broken };
}

function breakPlace(text: string, at: number): BreakPlace {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, at, isEnd: at === text.length };
}

function compared(first: Uint8Array, second: Uint8Array, { revealed }: EventLook): ShownConflict {
  return { bytes: second.byteLength, comparison: compareBodies(first, second, !revealed) };
}

/** Which secret verified an event, by the settings of now: what was the current one when it came may be the previous one now. */
export function verifyingSecret({ origin, secret }: WebhookEvent, sources: readonly SourceSettings[]): VerifyingSecret | null {
  const settings = sources.find((source) => source.origin === origin);
  if (secret === null || settings === undefined) return null;
  if (secret === settings.secret.fingerprint) return 'current';
  return secret === settings.previous.fingerprint ? 'previous' : 'former';
}
