import type { Origin } from '../domain/origin.ts';
import type { Likeness } from '../domain/refused-request.ts';

/** A lead is shorter. The scan is linear, and this bounds what a stranger's body costs. */
const SCANNED_BYTES = 16_384;
/** Of a batch, so many names are looked at. */
const MOST_NAMES = 500;

const NAMED = /"(form_id|page_id|campaign_id|campanha_id|id|lead_id|leadgen_id)"\s*:\s*(?:"([^"\\]{1,1000})"|(\d{1,25}))/g;

/** The kind of sender that a key of a body names, as `Reports.knownSenders` writes it. */
const KINDS: Readonly<Record<string, string>> = { form_id: 'form', page_id: 'page', campaign_id: 'campaign', campanha_id: 'campanha' };

/** Google's ids of leads are opaque and long; Meta's are numbers. */
const LEAD_IDS: Readonly<Partial<Record<Origin, { readonly key: string; readonly shape: RegExp }>>> = {
  search_ads: { key: 'lead_id', shape: /^[\w-]{40,}$/ },
  social_ads: { key: 'leadgen_id', shape: /^\d{12,20}$/ },
};

/**
 * What speaks for a request whose sender is not proven. Looks at the bytes without parsing them, so that it can be asked in a flood.
 *
 * @param known senders as `form:123`, see `Reports.knownSenders`
 */
export function likenessOf(origin: Origin, body: Uint8Array, known: ReadonlySet<string>): Likeness {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SCANNED_BYTES)).toString('latin1');
  let likeness: Likeness = 'none';
  for (const [, key = '', quoted, number] of text.matchAll(NAMED).take(MOST_NAMES)) {
    const id = quoted ?? number ?? '';
    // The entries of Meta's batches name their page as `id`.
    const kind = KINDS[key] ?? (key === 'id' && origin === 'social_ads' ? 'page' : undefined);
    if (kind !== undefined && known.has(`${kind}:${id}`)) return 'known';
    const leadId = LEAD_IDS[origin];
    if (leadId?.key === key && leadId.shape.test(id)) likeness = 'lead';
  }
  return likeness;
}
