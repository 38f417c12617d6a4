import { ConversionState, type Platform } from '../../../domain/conversion.ts';
import { type ConversionDelivery, type DeliveryUpdate, deliveryAfter, UNTRIED } from '../../../domain/conversion-delivery.ts';
import type { Connection } from '../connection.ts';
import { DELIVERY } from '../rows/conversion-rows.ts';
import { oneOrNull, reading, saving } from '../rows/fields.ts';

const SET_STATE = 'update conversoes set estado = ? where id = ?';

const STATE = 'select estado as state, plataforma as platform from conversoes where id = ?';

const deliveryOf = oneOrNull('select * from conversoes_envio where conversao_id = ?', reading(DELIVERY));

const save = saving<ConversionDelivery & { readonly row: number }>('conversoes_envio', { row: 'conversao_id', ...DELIVERY }, [
  'conversao_id',
]);

/** Stores the new delivery state of a conversion. */
export function noteDelivery(connection: Connection, row: number, update: DeliveryUpdate, now: number): void {
  const next = deliveryAfter(deliveryOf(connection, row) ?? UNTRIED, update, now);
  if (next !== null) save(connection, { ...next, row });
}

export function setState(connection: Connection, row: number, state: ConversionState): void {
  connection.statement(SET_STATE).run(state, row);
}

/** Sends a rejected conversion again, as if it had never been sent. */
export function conversionReopened(connection: Connection, row: number, now: number): void {
  setState(connection, row, ConversionState.pending);
  noteDelivery(connection, row, { kind: 'reopened' }, now);
}

/** Whoever resends a waiting conversion whose arrival is unknown has checked at the platform first. */
export function conversionChecked(connection: Connection, row: number, now: number): void {
  noteDelivery(connection, row, { kind: 'checked', platform: stateOf(connection, row)?.platform ?? null }, now);
}

export function isRejected(connection: Connection, row: number): boolean {
  return stateOf(connection, row)?.state === ConversionState.rejected;
}

function stateOf(connection: Connection, row: number): { readonly state: ConversionState; readonly platform: Platform | null } | undefined {
  return connection.get(STATE, row);
}
