import type { JsonObject } from '../base/exact-json.ts';
import type { KeptRefusedRequest, ListedRefusedRequest, RefusedCount } from '../domain/refused-request.ts';
import { headersJson } from './event-json.ts';
import { isoTime, type Visibility } from './json.ts';

export function refusedJson(refused: ListedRefusedRequest): JsonObject {
  return {
    recusa_id: refused.id,
    origem: refused.origin,
    metodo: refused.method,
    caminho: refused.path,
    http_status: refused.httpStatus,
    codigo: refused.code,
    detalhe: refused.detail,
    ip: refused.remoteAddress,
    requisicao_id: refused.requestId,
    corpo_bytes: refused.bodyBytes,
    completa: refused.complete,
    recebida_em: isoTime(refused.receivedAt),
    repetida_em: isoTime(refused.replayedAt),
    repetida_evento_id: refused.replayedEventId,
  };
}

/** The same with its headers; the body, which may hold personal data, only when it is revealed. */
export function refusedDetailJson(refused: KeptRefusedRequest, { reveal }: Visibility): JsonObject {
  return {
    ...refusedJson(refused),
    cabecalhos: headersJson(refused.headers, reveal),
    corpo: reveal ? Buffer.from(refused.body).toString('utf8') : null,
    corpo_base64: reveal ? Buffer.from(refused.body).toString('base64') : null,
  };
}

export function refusedCountJson({ origin, code, count, oldestAt, newestAt }: RefusedCount): JsonObject {
  return { origem: origin, codigo: code, total: count, mais_antiga_em: isoTime(oldestAt), mais_recente_em: isoTime(newestAt) };
}
