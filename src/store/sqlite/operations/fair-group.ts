import type { Origin } from '../../../domain/origin.ts';
import { contactKey } from '../contact-keys.ts';

/** What tells clients apart in the bodies of all sources, as far as a quick look finds it. */
const MARK = /"(?:campanha_id|cliente_id|campaign_id|form_id|page_id)"\s*:\s*"?([^"\s,}\]]{1,64})/;
/** Few enough for small entries in the index; two that share a number only wait for each other. */
const GROUPS = 65_536;
/** Marks come early in real bodies; a large one is not searched to its end. */
const LOOKED_AT_BYTES = 8_192;

/**
 * The number of the group whose jobs come in their order, while groups come in rotation (`claim-jobs.ts`): one source, and within it one campaign,
 * form, page or client. It decides nothing else, so a body that is read wrongly here only waits with others.
 */
export function fairGroup(origin: Origin, body: Uint8Array): number {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, LOOKED_AT_BYTES)).toString('latin1');
  return contactKey(0, 0, `${origin} ${MARK.exec(text)?.[1] ?? ''}`) % GROUPS;
}
