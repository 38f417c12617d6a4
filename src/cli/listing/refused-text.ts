import type { PutThroughResult } from '../../app/put-through.ts';
import type { JsonObject, JsonValue } from '../../base/exact-json.ts';
import type { KeptRefusedRequest } from '../../domain/refused-request.ts';
import { refusedJson, type Visibility } from '../../presentation/json.ts';
import { type Column, renderTime } from '../render.ts';
import { bodyText } from './event-trail-text.ts';
import { jsonBlock } from './json-block.ts';

export const REFUSED_COLUMNS: readonly Column<KeptRefusedRequest>[] = [
  { header: 'REFUSED', cell: (refused) => refused.id, whole: true },
  { header: 'RECEIVED', cell: (refused) => renderTime(refused.receivedAt), whole: true },
  { header: 'SOURCE', cell: (refused) => refused.origin },
  { header: 'FROM', cell: (refused) => refused.remoteAddress },
  { header: 'HTTP', cell: (refused) => refused.httpStatus, align: 'right' },
  { header: 'CODE', cell: (refused) => refused.code, whole: true },
  { header: 'PUT THROUGH', cell: (refused) => (refused.replayedEventId === null ? null : `event ${refused.replayedEventId}`) },
  { header: 'DETAIL', cell: (refused) => refused.detail },
];

/** A refused request with its headers; the body, which may hold personal data, only when it is revealed. */
export function refusedDetailJson(refused: KeptRefusedRequest, { reveal }: Visibility): JsonObject {
  return {
    ...refusedJson(refused),
    cabecalhos: JSON.parse(refused.headers) as JsonValue,
    corpo: reveal ? Buffer.from(refused.body).toString('utf8') : null,
    corpo_base64: reveal ? Buffer.from(refused.body).toString('base64') : null,
  };
}

/** The same for a terminal. */
export function refusedText(refused: KeptRefusedRequest, { reveal }: Visibility): string {
  const facts = jsonBlock(refusedDetailJson(refused, { reveal: false }));
  return reveal ? `${facts}\n\nBody\n${bodyText(refused.body)}` : facts;
}

/** What became of one refused request that was put through again. */
export function putThroughJson(id: string, result: PutThroughResult): JsonObject {
  return {
    recusa_id: id,
    resultado: result.kind,
    evento_ids: result.kind === 'stored' ? result.eventIds : [],
    codigo: result.kind === 'refused' ? result.code : null,
    detalhe: result.kind === 'refused' ? result.detail : null,
  };
}

/** The same as a sentence. */
export function putThroughText(id: string, result: PutThroughResult): string {
  switch (result.kind) {
    case 'stored':
      return `Refused request ${id}: stored as event ${result.eventIds.join(', ')}.`;
    case 'ignored':
      return `Refused request ${id}: genuine, but there is no lead in it.`;
    case 'refused':
      return `Refused request ${id}: refused again, ${result.code}. ${result.detail}`;
  }
}
