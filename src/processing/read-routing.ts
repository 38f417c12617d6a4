import { isJsonObject, readJson } from '../base/exact-json.ts';
import type { RoutingRequest } from '../domain/directory.ts';
import { Origin } from '../domain/origin.ts';
import { PayloadReader } from './payload-reader.ts';
import { isLeadgenBatch, leadgenChange } from './payloads/leadgen-change.ts';
import { readAdRouting, readPlatformMarks } from './payloads/platform-marks.ts';

/**
 * The routing of a body, read as in `prepareEvent` but without the rest of the body, which can be large; `null` if the body is not a JSON object.
 * A test checks that both agree.
 */
export function readRouting(origin: Origin, body: Uint8Array): RoutingRequest | null {
  const json = readJson(body);
  if (!json.ok || !isJsonObject(json.value)) return null;
  const change = origin === Origin.socialAds && isLeadgenBatch(json.value) ? leadgenChange(json.value) : undefined;
  const reader = new PayloadReader(change ?? json.value);
  if (origin === Origin.ownForm) return { campaignId: reader.text('campanha_id'), links: [], clientId: null };
  return readAdRouting(reader, origin, readPlatformMarks(reader, origin));
}
