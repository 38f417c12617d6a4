import type { ReplayedRequest, ReplaySummary } from '../domain/refused-replay.ts';
import type { KeptRefusedRequest, ListedRefusedRequest, RefusedCount } from '../domain/refused-request.ts';
import type { Page } from '../domain/report-ports.ts';
import { sentences } from './fault-record.ts';
import { faultText, sentencesJson } from './fault-text.ts';
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
    detalhe: text.of(({ params }) => faultText(params, 'en')),
    parametros: sentences.of(
      ({ params }) => sentencesJson(params),
      'The content of `detalhe` as data: the key of each sentence and its parameters.',
    ),
    ip: text.of('remoteAddress'),
    requisicao_id: text.of('requestId'),
    corpo_bytes: count.of('bodyBytes', 'Size of the kept part.'),
    completa: yes.of('complete'),
    recebida_em: time.of('receivedAt'),
    repetida_em: time.nullable.of('replayedAt'),
    repetida_evento_id: rowId.nullable.of('replayedEventId'),
  },
  'RefusedRequest',
  'A refused request, kept for replay.',
);

export const refusedPage = pageOf(refusedRecord);

/** The same with its headers; includes the body, which may contain personal data, only if it is revealed. */
export const refusedDetailRecord = record<KeptRefusedRequest, Visibility>()(
  {
    ...refusedRecord.fields,
    cabecalhos: headers.of('headers'),
    corpo: text.nullable.of(
      ({ body }, { reveal }) => (reveal ? Buffer.from(body).toString('utf8') : null),
      'The kept body as text; null unless personal data is requested.',
    ),
    corpo_base64: text.nullable.of(
      ({ body }, { reveal }) => (reveal ? Buffer.from(body).toString('base64') : null),
      'The exact bytes of the body.',
    ),
  },
  'RefusedRequestDetail',
  'A refused request with all stored data.',
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
  'Number of refused requests by source and cause.',
);

export const refusedPageWithCauses = record<Page<ListedRefusedRequest> & { readonly counts: readonly RefusedCount[] }>()({
  ...pageFields(refusedRecord),
  causas: list(refusedCountRecord).of('counts', 'All that are kept, by source and cause, the most frequent first.'),
});

/** The effect of replaying many refused requests. */
export const replayPreviewRecord = record<ReplaySummary>()({
  total: count.of('total'),
  gravadas: count.of('stored', 'Would be stored, as new events or as resends.'),
  sem_credencial: count.of(
    'withoutCredential',
    'Of those, without a valid credential: with `sem_credencial=1` an operator vouches for them.',
  ),
  sem_lead: count.of('ignored', 'Genuine, but without a lead in it.'),
  impossiveis: count.of('impossible', 'Not there, cut, or replayed already.'),
  recusadas_de_novo: list(record<ReplaySummary['refused'][number]>()({ codigo: word.of('code'), total: count.of('count') })).of(
    'refused',
    'Would be refused again, by cause.',
  ),
});

/** Whether the request needs no further action. */
export function wasReplayed({ result }: ReplayedRequest): boolean {
  return result.kind === 'stored' || result.kind === 'ignored';
}

/** The result of one refused request. */
export const replayedRefusalRecord = record<ReplayedRequest>()({
  recusa_id: rowId.of('id'),
  resultado: oneOf(['stored', 'ignored', 'refused', 'impossible']).of(({ result }) => result.kind),
  evento_ids: list(rowId).of(({ result }) => (result.kind === 'stored' ? result.eventIds : [])),
  sem_credencial: yes.of(
    ({ result }) => result.kind === 'stored' && result.withoutCredential,
    'Its credential is not valid; an operator vouched for it.',
  ),
  codigo: word.nullable.of(({ result }) => faultOf(result)?.code ?? null),
  detalhe: text.nullable.of(({ result }) => faultOf(result)?.detail ?? null),
  parametros: sentences.of(
    ({ result }) => sentencesJson(faultOf(result)?.params ?? null),
    'What detalhe says of one that was refused again, as data.',
  ),
});

export const replayedRecord = itemsOf(replayedRefusalRecord);

function faultOf(result: ReplayedRequest['result']) {
  if (result.kind === 'refused') return { code: result.code, detail: faultText(result.params, 'en'), params: result.params };
  return result.kind === 'impossible' ? { code: result.error.code, detail: result.error.message, params: null } : undefined;
}

/** A request that was replayed alone. */
export const singleReplayRecord = record<{
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
