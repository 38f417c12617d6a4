import { ConversionState, type Deferral, OUTCOME_UNKNOWN, Platform } from '../../../domain/conversion.ts';
import type { Fault } from '../../../domain/fault.ts';
import type { Connection } from '../connection.ts';

const SET_STATE = 'update conversoes set estado = ? where id = ?';

const SENT = `
insert into conversoes_envio (conversao_id, enviada_em, pedido_id, conta) values (?, ?, ?, ?)
on conflict (conversao_id) do update
set enviada_em = excluded.enviada_em, pedido_id = ifnull(excluded.pedido_id, pedido_id), conta = ifnull(excluded.conta, conta),
    erro_codigo = null, erro_mensagem = null, adiada_desde = null`;

const SUBMITTED = `
insert into conversoes_envio (conversao_id, pedido_id, pedido_tamanho, pedido_em, conta) values (?, ?, ?, ?, ?)
on conflict (conversao_id) do update
set pedido_em = iif(pedido_id is excluded.pedido_id, pedido_em, excluded.pedido_em), pedido_id = excluded.pedido_id,
    pedido_tamanho = excluded.pedido_tamanho, conta = excluded.conta, erro_codigo = null, erro_mensagem = null`;

const FAULT = `
insert into conversoes_envio (conversao_id, erro_codigo, erro_mensagem) values (?, ?, ?)
on conflict (conversao_id) do update set erro_codigo = excluded.erro_codigo, erro_mensagem = excluded.erro_mensagem`;

const ALONE = `
insert into conversoes_envio (conversao_id, sozinha) values (?, 1)
on conflict (conversao_id) do update set sozinha = 1, pedido_id = null, pedido_em = null, pedido_tamanho = null`;

/** The first time counts: from then on the platform may have it. */
const UNCERTAIN = `
insert into conversoes_envio (conversao_id, incerta_desde) values (?, ?)
on conflict (conversao_id) do update set incerta_desde = ifnull(incerta_desde, excluded.incerta_desde)`;

const CERTAIN = 'update conversoes_envio set incerta_desde = null where conversao_id = ? and incerta_desde is not null';

const UNDECIDED = `
update conversoes_envio set incerta_desde = ifnull(incerta_desde, pedido_em) where conversao_id = ? and pedido_id is not null`;

const DEFERRED = `
insert into conversoes_envio (conversao_id, adiada_desde, adiada_em, adiada_motivo) values (?, ?, ?, ?)
on conflict (conversao_id) do update
set adiada_desde = excluded.adiada_desde, adiada_em = excluded.adiada_em, adiada_motivo = excluded.adiada_motivo`;

/** Google Ads knows it again at any time, so what it may have stays known. */
const LOOKED_AFTER = `
update conversoes_envio set incerta_desde = null
where conversao_id = ? and erro_codigo = '${OUTCOME_UNKNOWN}'
  and (select plataforma from conversoes where id = conversao_id) is not '${Platform.searchAds}'`;

const NO_FAULT = 'update conversoes_envio set erro_codigo = null, erro_mensagem = null, adiada_desde = null where conversao_id = ?';

const NO_REQUEST = 'update conversoes_envio set pedido_id = null, pedido_em = null, pedido_tamanho = null where conversao_id = ?';

const IS_REJECTED = `select 1 from conversoes where id = ? and estado = '${ConversionState.rejected}'`;

/** The platform has it. */
export function conversionSent(
  connection: Connection,
  row: number,
  { requestId, account }: { readonly requestId: string | null; readonly account?: string },
  now: number,
): void {
  connection.statement(SET_STATE).run(ConversionState.sent, row);
  connection.statement(SENT).run(row, now, requestId, account ?? null);
}

/** The platform took a request with so many conversions; the first answer of a request says since when. */
export function conversionSubmitted(
  connection: Connection,
  row: number,
  request: { readonly requestId: string; readonly requestSize: number; readonly account?: string },
  now: number,
): void {
  connection.statement(SUBMITTED).run(row, request.requestId, request.requestSize, now, request.account ?? null);
}

export function conversionRejected(connection: Connection, row: number, fault: Fault): void {
  connection.statement(SET_STATE).run(ConversionState.rejected, row);
  connection.statement(FAULT).run(row, fault.code, fault.message);
}

/** It goes on waiting, and says why. */
export function conversionWaits(connection: Connection, row: number, fault: Fault): void {
  connection.statement(FAULT).run(row, fault.code, fault.message);
}

/** From now on it travels alone; the request that carried it says nothing about it. */
export function conversionAlone(connection: Connection, row: number): void {
  connection.statement(ALONE).run(row);
}

/** Sends a rejected conversion again, as if it had never been sent. */
export function conversionReopened(connection: Connection, row: number): void {
  connection.statement(SET_STATE).run(ConversionState.pending, row);
  connection.statement(NO_FAULT).run(row);
  connection.statement(NO_REQUEST).run(row);
}

/** Who sends one again that waits because nobody knows whether the platform has it has looked there. */
export function conversionLookedAfter(connection: Connection, row: number): void {
  connection.statement(LOOKED_AFTER).run(row);
}

/** One that waits is tried again; the request that carried it may still be asked about. */
export function conversionTriedAgain(connection: Connection, row: number): void {
  connection.statement(NO_FAULT).run(row);
}

/** Since when it may be at the platform, because what that said of it never came here; null: the platform says that it is not. */
export function conversionCertainty(connection: Connection, row: number, uncertainSince: number | null): void {
  if (uncertainSince === null) connection.statement(CERTAIN).run(row);
  else connection.statement(UNCERTAIN).run(row, uncertainSince);
}

/** Nobody asks about its request any more. */
export function conversionForgotten(connection: Connection, row: number, fault: Fault): void {
  connection.statement(UNDECIDED).run(row);
  conversionRejected(connection, row, fault);
}

/** The platform puts it off. */
export function conversionDeferred(
  connection: Connection,
  row: number,
  { since, reason }: Pick<Deferral, 'since' | 'reason'>,
  now: number,
): void {
  connection.statement(DEFERRED).run(row, since, now, reason);
}

/** The platform did not take it with the request that carried it: it is sent with another. */
export function conversionLeavesRequest(connection: Connection, row: number): void {
  connection.statement(NO_REQUEST).run(row);
}

export function isRejected(connection: Connection, row: number): boolean {
  return connection.statement(IS_REJECTED).get(row) !== undefined;
}
