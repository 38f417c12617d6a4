import type { ReplayedRefusal, ReplayPreview } from '../domain/put-through.ts';
import type { KeptRefusedRequest, ListedRefusedRequest, RefusedCount } from '../domain/refused-request.ts';
import type { Page } from '../domain/report-ports.ts';
import {
  count,
  headers,
  itemsOf,
  list,
  oneOf,
  origin,
  pageFields,
  pageOf,
  record,
  rowId,
  text,
  time,
  type Visibility,
  whole,
  word,
  yes,
} from './record.ts';

export const refusedRecord = record<ListedRefusedRequest>()(
  {
    recusa_id: rowId.of('id'),
    origem: origin.of('origin'),
    metodo: text.of('method'),
    caminho: text.of('path'),
    http_status: whole.of('httpStatus'),
    codigo: word.of('code'),
    detalhe: text.of('detail'),
    ip: text.of('remoteAddress'),
    requisicao_id: text.of('requestId'),
    corpo_bytes: count.of('bodyBytes', 'Of the part that is kept.'),
    completa: yes.of('complete'),
    recebida_em: time.of('receivedAt'),
    repetida_em: time.nullable.of('replayedAt'),
    repetida_evento_id: rowId.nullable.of('replayedEventId'),
  },
  'RefusedRequest',
  'A request that was refused and kept, so that it can be put through again.',
);

export const refusedPage = pageOf(refusedRecord);

/** The same with its headers; the body, which may hold personal data, only when it is revealed. */
export const refusedDetailRecord = record<KeptRefusedRequest, Visibility>()(
  {
    ...refusedRecord.fields,
    cabecalhos: headers.of('headers'),
    corpo: text.nullable.of(
      ({ body }, { reveal }) => (reveal ? Buffer.from(body).toString('utf8') : null),
      'The body as text, as far as it is kept; null unless personal data were asked for.',
    ),
    corpo_base64: text.nullable.of(
      ({ body }, { reveal }) => (reveal ? Buffer.from(body).toString('base64') : null),
      'The same byte for byte.',
    ),
  },
  'RefusedRequestDetail',
  'A refused request with everything that is kept of it.',
);

const refusedCountRecord = record<RefusedCount>()(
  {
    origem: origin.of('origin'),
    codigo: word.of('code'),
    total: count.of('count'),
    mais_antiga_em: time.of('oldestAt'),
    mais_recente_em: time.of('newestAt'),
  },
  'RefusedCount',
  'How many requests of a source were refused for one cause.',
);

export const refusedPageWithCauses = record<Page<ListedRefusedRequest> & { readonly counts: readonly RefusedCount[] }>()({
  ...pageFields(refusedRecord),
  causas: list(refusedCountRecord).of('counts', 'All that are kept, by source and cause, the most frequent first.'),
});

/** What replaying many refused requests would do. */
export const replayPreviewRecord = record<ReplayPreview>()({
  total: count.of('total'),
  gravadas: count.of('stored', 'Would be stored, as new events or as resends.'),
  sem_credencial: count.of(
    'withoutCredential',
    'Of those, without a valid credential: with `sem_credencial=1` an operator vouches for them.',
  ),
  sem_lead: count.of('ignored', 'Genuine, but without a lead in it.'),
  impossiveis: count.of('impossible', 'Not there, cut, or replayed already.'),
  recusadas_de_novo: list(record<ReplayPreview['refused'][number]>()({ codigo: word.of('code'), total: count.of('count') })).of(
    'refused',
    'Would be refused again, by cause.',
  ),
});

/** Whether nothing more has to be done about it. */
export function wasPutThrough({ result }: ReplayedRefusal): boolean {
  return result.kind === 'stored' || result.kind === 'ignored';
}

/** What became of one refused request. */
export const replayedRefusalRecord = record<ReplayedRefusal>()({
  recusa_id: rowId.of('id'),
  resultado: oneOf(['stored', 'ignored', 'refused', 'impossible']).of(({ result }) => result.kind),
  evento_ids: list(rowId).of(({ result }) => (result.kind === 'stored' ? result.eventIds : [])),
  sem_credencial: yes.of(
    ({ result }) => result.kind === 'stored' && result.withoutCredential,
    'Its credential is not valid; an operator vouched for it.',
  ),
  codigo: word.nullable.of(({ result }) => faultOf(result)?.code ?? null),
  detalhe: text.nullable.of(({ result }) => faultOf(result)?.detail ?? null),
});

export const replayedRecord = itemsOf(replayedRefusalRecord);

function faultOf(result: ReplayedRefusal['result']): { readonly code: string; readonly detail: string } | undefined {
  if (result.kind === 'refused') return result;
  return result.kind === 'impossible' ? { code: result.error.code, detail: result.error.message } : undefined;
}

/** One that was replayed alone. */
export const putThroughRecord = record<{
  readonly id: string;
  readonly kind: 'stored' | 'ignored';
  readonly eventIds: readonly string[];
}>()({
  recusa_id: rowId.of('id'),
  resultado: oneOf(['stored', 'ignored']).of('kind', '`ignored`: it is genuine, but there is no lead in it.'),
  evento_ids: list(rowId).of('eventIds'),
});

export const forgottenRecord = record<readonly string[]>()({
  recusas: list(rowId).of((ids) => ids, 'Those that were deleted.'),
  total: count.of((ids) => ids.length),
});
