import { printableLine } from '../../base/text.ts';
import type { KeptRefusedRequest, ListedRefusedRequest } from '../../domain/refused-request.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import type { Visibility } from '../../presentation/record.ts';
import { refusalText } from '../../presentation/refusal-text.ts';
import { refusedRecord } from '../../presentation/refused-record.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';
import { bodyText } from './body-text.ts';
import { jsonBlock } from './json-block.ts';

export const REFUSED_COLUMNS: readonly Column<ListedRefusedRequest>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.refused), cell: (refused) => refused.id, whole: true },
  timeColumn(
    inEveryLanguage((m) => m.cli.columns.received2),
    (refused) => refused.receivedAt,
  ),
  { header: inEveryLanguage((m) => m.cli.columns.source), cell: (refused) => refused.origin, whole: true, priority: 4 },
  { header: inEveryLanguage((m) => m.cli.columns.from), cell: (refused) => refused.remoteAddress, priority: 3 },
  { header: 'HTTP', cell: (refused) => refused.httpStatus, align: 'right', priority: 2 },
  { header: inEveryLanguage((m) => m.cli.columns.code), cell: (refused) => refused.code, whole: true },
  {
    header: inEveryLanguage((m) => m.cli.columns.putThrough),
    cell: ({ replayedEventId }) => (replayedEventId === null ? null : say((m) => m.cli.refused.throughEvent({ replayedEventId }))),
    whole: true,
    priority: 5,
  },
  { header: inEveryLanguage((m) => m.cli.columns.detail), cell: (refused) => refusalText(refused.detail), priority: 1 },
];

/** A refused request for a terminal, one header per line. */
export function refusedText(refused: KeptRefusedRequest, { reveal }: Visibility): string {
  const headers = headersOf(refused).map(([name, value]) => printableLine(`  ${name}: ${value}`));
  const paragraphs = [
    jsonBlock({ ...refusedRecord.write(refused), detalhe: refusalText(refused.detail) }),
    ...(headers.length === 0 ? [] : [[say((m) => m.cli.refused.headers), ...headers].join('\n')]),
    ...(reveal ? [`${say((m) => m.cli.refused.body)}\n${bodyText(refused.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}

function headersOf(refused: KeptRefusedRequest): readonly (readonly [name: string, value: string])[] {
  return JSON.parse(refused.headers) as readonly (readonly [string, string])[];
}
