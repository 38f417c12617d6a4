import { field, type JsonObject, readFlag, scalarText } from '../../base/exact-json.ts';
import type { RoutingRequest } from '../../domain/directory.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { AD_FORMATS, type AdOrigin } from './ad-formats.ts';

/** The platform's own ids and marks, as exact text. Platforms send an id of 0 when there is none. */
export function readPlatformMarks(reader: PayloadReader, origin: AdOrigin): JsonObject {
  const { ids, texts, flags } = AD_FORMATS[origin];
  const named = [
    ...[...ids, ...texts].map((key) => [key, reader.text(key)] as const),
    ...flags.map((key) => [key, reader.read([key], readFlag)] as const),
  ];
  return Object.fromEntries(named.filter(([key, mark]) => mark !== null && !(mark === '0' && ids.includes(key))));
}

/** The text of one mark; `null` if the event does not contain it. */
export function markText(marks: JsonObject, key: string): string | null {
  return scalarText(field(marks, key)) ?? null;
}

/** How to find the event's campaign and client: our own campaign id, then links of the platform's ids, then the client id. */
export function readAdRouting(reader: PayloadReader, origin: AdOrigin, marks: JsonObject): RoutingRequest {
  return {
    campaignId: reader.text('campanha_id'),
    links: AD_FORMATS[origin].links.flatMap(({ kind, key }) => {
      const value = markText(marks, key);
      return value === null ? [] : [{ origin, kind, value }];
    }),
    clientId: reader.text('cliente_id'),
  };
}
