import type { JsonObject } from '../../base/exact-json.ts';
import { printableLine } from '../../base/text.ts';
import type { KeptRefusedRequest } from '../../domain/refused-request.ts';
import { refusedJson, type Visibility } from '../../presentation/json.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';
import { bodyText } from './event-trail-text.ts';
import { jsonBlock } from './json-block.ts';

export const REFUSED_COLUMNS: readonly Column<KeptRefusedRequest>[] = [
  { header: 'REFUSED', cell: (refused) => refused.id, whole: true },
  timeColumn('RECEIVED', (refused) => refused.receivedAt),
  { header: 'SOURCE', cell: (refused) => refused.origin, whole: true, priority: 4 },
  { header: 'FROM', cell: (refused) => refused.remoteAddress, priority: 3 },
  { header: 'HTTP', cell: (refused) => refused.httpStatus, align: 'right', priority: 2 },
  { header: 'CODE', cell: (refused) => refused.code, whole: true },
  {
    header: 'PUT THROUGH',
    cell: (refused) => (refused.replayedEventId === null ? null : `event ${refused.replayedEventId}`),
    whole: true,
    priority: 5,
  },
  { header: 'DETAIL', cell: (refused) => refused.detail, priority: 1 },
];

/** A refused request with its headers; the body, which may hold personal data, only when it is revealed. */
export function refusedDetailJson(refused: KeptRefusedRequest, { reveal }: Visibility): JsonObject {
  return {
    ...refusedJson(refused),
    cabecalhos: headersOf(refused),
    corpo: reveal ? Buffer.from(refused.body).toString('utf8') : null,
    corpo_base64: reveal ? Buffer.from(refused.body).toString('base64') : null,
  };
}

/** The same for a terminal, one header per line. */
export function refusedText(refused: KeptRefusedRequest, { reveal }: Visibility): string {
  const headers = headersOf(refused).map(([name, value]) => printableLine(`  ${name}: ${value}`));
  const paragraphs = [
    jsonBlock(refusedJson(refused)),
    ...(headers.length === 0 ? [] : [['Headers', ...headers].join('\n')]),
    ...(reveal ? [`Body\n${bodyText(refused.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}

function headersOf(refused: KeptRefusedRequest): readonly (readonly [name: string, value: string])[] {
  return JSON.parse(refused.headers) as readonly (readonly [string, string])[];
}
