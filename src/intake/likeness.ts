import { Origin } from '../domain/origin.ts';
import type { Likeness } from '../domain/refused-request.ts';

/** Leads are shorter. The scan is linear, and this limits the cost of a stranger's body. */
const SCANNED_BYTES = 16_384;
/** At most this many ids of a batch are checked. */
const MOST_NAMES = 500;

const NAMED = /"(form_id|page_id|campaign_id|campanha_id|id|lead_id|leadgen_id)"\s*:\s*(?:"([^"\\]{1,1000})"|(\d{1,25}))/g;

/** The kind of sender for each key of a body, as in `Reports.knownSenders`. */
const KINDS: Readonly<Record<string, string>> = { form_id: 'form', page_id: 'page', campaign_id: 'campaign', campanha_id: 'campanha' };

/** Google's lead ids are opaque and long; Meta's are numbers. */
const LEAD_IDS: Readonly<Partial<Record<Origin, { readonly key: string; readonly shape: RegExp }>>> = {
  search_ads: { key: 'lead_id', shape: /^[\w-]{40,}$/ },
  social_ads: { key: 'leadgen_id', shape: /^\d{12,20}$/ },
};

/**
 * The evidence that a request from an unverified sender is genuine. Reads the bytes without parsing them, so that it stays cheap in a flood.
 *
 * @param known senders as `form:123`, see `Reports.knownSenders`
 */
export function likenessOf(origin: Origin, body: Uint8Array, known: ReadonlySet<string>): Likeness {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SCANNED_BYTES)).toString('latin1');
  let likeness: Likeness = 'none';
  for (const [, key = '', quoted, number] of text.matchAll(NAMED).take(MOST_NAMES)) {
    const id = quoted ?? number ?? '';
    // The entries of Meta's batches contain their page as `id`.
    const kind = KINDS[key] ?? (key === 'id' && origin === Origin.socialAds ? 'page' : undefined);
    if (kind !== undefined && known.has(`${kind}:${id}`)) return 'known';
    const leadId = LEAD_IDS[origin];
    if (leadId?.key === key && leadId.shape.test(id)) likeness = 'lead';
  }
  return likeness;
}
