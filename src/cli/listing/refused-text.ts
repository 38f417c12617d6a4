import { say } from '../../base/language.ts';
import { printableLine } from '../../base/text.ts';
import type { KeptRefusedRequest, ListedRefusedRequest } from '../../domain/refused-request.ts';
import type { Visibility } from '../../presentation/record.ts';
import { refusalText } from '../../presentation/refusal-text.ts';
import { refusedRecord } from '../../presentation/refused-record.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';
import { bodyText } from './body-text.ts';
import { jsonBlock } from './json-block.ts';

export const REFUSED_COLUMNS: readonly Column<ListedRefusedRequest>[] = [
  { header: { en: 'REFUSED', pt: 'RECUSA' }, cell: (refused) => refused.id, whole: true },
  timeColumn({ en: 'RECEIVED', pt: 'RECEBIDA' }, (refused) => refused.receivedAt),
  { header: { en: 'SOURCE', pt: 'ORIGEM' }, cell: (refused) => refused.origin, whole: true, priority: 4 },
  { header: { en: 'FROM', pt: 'DE' }, cell: (refused) => refused.remoteAddress, priority: 3 },
  { header: 'HTTP', cell: (refused) => refused.httpStatus, align: 'right', priority: 2 },
  { header: { en: 'CODE', pt: 'CÓDIGO' }, cell: (refused) => refused.code, whole: true },
  {
    header: { en: 'PUT THROUGH', pt: 'APROVEITADA' },
    cell: (refused) =>
      refused.replayedEventId === null ? null : say({ en: `event ${refused.replayedEventId}`, pt: `evento ${refused.replayedEventId}` }),
    whole: true,
    priority: 5,
  },
  { header: { en: 'DETAIL', pt: 'DETALHE' }, cell: (refused) => refusalText(refused.detail), priority: 1 },
];

/** A refused request for a terminal, one header per line. */
export function refusedText(refused: KeptRefusedRequest, { reveal }: Visibility): string {
  const headers = headersOf(refused).map(([name, value]) => printableLine(`  ${name}: ${value}`));
  const paragraphs = [
    jsonBlock({ ...refusedRecord.write(refused), detalhe: refusalText(refused.detail) }),
    ...(headers.length === 0 ? [] : [[say({ en: 'Headers', pt: 'Cabeçalhos' }), ...headers].join('\n')]),
    ...(reveal ? [`${say({ en: 'Body', pt: 'Corpo' })}\n${bodyText(refused.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}

function headersOf(refused: KeptRefusedRequest): readonly (readonly [name: string, value: string])[] {
  return JSON.parse(refused.headers) as readonly (readonly [string, string])[];
}
