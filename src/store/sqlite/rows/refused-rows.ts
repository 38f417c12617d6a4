import type { Origin } from '../../../domain/origin.ts';
import type { KeptRefusedRequest, ListedRefusedRequest } from '../../../domain/refused-request.ts';
import { optionalId, textId } from './row-id.ts';

export interface RefusedRow {
  readonly id: number;
  readonly origem: Origin;
  readonly metodo: string;
  readonly caminho: string;
  readonly http_status: number;
  readonly codigo: string;
  readonly detalhe: string;
  readonly ip: string;
  readonly requisicao_id: string;
  readonly cabecalhos: string;
  readonly corpo: Uint8Array;
  readonly completa: number;
  readonly recebida_em: number;
  readonly comprovada: number;
  readonly segredo: string | null;
  readonly cliente_limite: number | null;
  readonly repetida_em: number | null;
  readonly repetida_evento_id: number | null;
}

export interface ListedRefusedRow extends Omit<RefusedRow, 'cabecalhos' | 'corpo' | 'segredo' | 'cliente_limite'> {
  readonly corpo_bytes: number;
}

export function toRefused(row: RefusedRow): KeptRefusedRequest {
  return {
    ...toListedRefused({ ...row, corpo_bytes: row.corpo.byteLength }),
    headers: row.cabecalhos,
    body: row.corpo,
    ...(row.segredo === null ? {} : { secret: row.segredo }),
    ...(row.cliente_limite === null ? {} : { limitedTo: textId(row.cliente_limite) }),
  };
}

export function toListedRefused(row: ListedRefusedRow): ListedRefusedRequest {
  return {
    id: textId(row.id),
    origin: row.origem,
    method: row.metodo,
    path: row.caminho,
    httpStatus: row.http_status,
    code: row.codigo,
    detail: row.detalhe,
    remoteAddress: row.ip,
    requestId: row.requisicao_id,
    bodyBytes: row.corpo_bytes,
    complete: row.completa === 1,
    receivedAt: row.recebida_em,
    isProven: row.comprovada === 1,
    replayedAt: row.repetida_em,
    replayedEventId: optionalId(row.repetida_evento_id),
  };
}
