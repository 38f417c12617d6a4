import { printableLine } from '../../base/text.ts';
import type { KeptRefusedRequest, ListedRefusedRequest } from '../../domain/refused-request.ts';
import { say } from '../../messages/messages.ts';
import { faultText } from '../../presentation/fault-text.ts';
import type { Visibility } from '../../presentation/record.ts';
import { refusedRecord } from '../../presentation/refused-record.ts';
import { bodyText } from '../body-text.ts';
import { recordBlock } from '../record-block.ts';
import { recordColumns } from '../table.ts';

export const REFUSED_COLUMNS = recordColumns(refusedRecord, [
  ['recusa_id', 'refused'],
  ['recebida_em', 'arrived'],
  ['origem', 'source', 4],
  ['ip', 'from', 3],
  ['http_status', 'HTTP', 2],
  ['codigo', 'code'],
  { header: 'replayed', cell: throughText, look: 'word', priority: 5 },
  { header: 'detail', cell: ({ params }) => faultText(params), priority: 1 },
]);

function throughText({ replayedEventId }: ListedRefusedRequest): string | null {
  return replayedEventId === null ? null : say((m) => m.cli.refused.throughEvent({ replayedEventId }));
}

/** A refused request for a terminal, one header per line. */
export function refusedText(refused: KeptRefusedRequest, { reveal }: Visibility): string {
  const headers = headersOf(refused).map(([name, value]) => printableLine(`  ${name}: ${value}`));
  const paragraphs = [
    recordBlock({ ...refusedRecord.write(refused), detalhe: faultText(refused.params) }),
    ...(headers.length === 0 ? [] : [[say((m) => m.labels.fields.headers), ...headers].join('\n')]),
    ...(reveal ? [`${say((m) => m.labels.fields.body)}\n${bodyText(refused.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}

function headersOf(refused: KeptRefusedRequest): readonly (readonly [name: string, value: string])[] {
  return JSON.parse(refused.headers) as readonly (readonly [string, string])[];
}
