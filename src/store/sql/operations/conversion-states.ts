import { ConversionState, OUTCOME_UNKNOWN, type Platform } from '../../../domain/conversion.ts';
import { type ConversionDelivery, type DeliveryUpdate, deliveryAfter, UNTRIED } from '../../../domain/conversion-delivery.ts';
import type { Fault } from '../../../domain/fault.ts';
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
export async function noteDelivery(connection: Connection, row: number, update: DeliveryUpdate, now: number): Promise<void> {
  const next = deliveryAfter((await deliveryOf(connection, row)) ?? UNTRIED, update, now);
  if (next !== null) await save(connection, { ...next, row });
}

export async function setState(connection: Connection, row: number, state: ConversionState): Promise<void> {
  await connection.run(SET_STATE, state, row);
}

/** The state of a conversion that is given up: if the platform has it, only a correction did not reach it. */
export async function setGivenUp(connection: Connection, row: number): Promise<void> {
  const isThere = ((await deliveryOf(connection, row))?.sentAt ?? null) !== null;
  await setState(connection, row, isThere ? ConversionState.sent : ConversionState.rejected);
}

/**
 * Ends a conversion whose waiting job is forgotten. If the platform may have it, operators are asked to do so once they have found it there.
 *
 * @param isNamed the operator named the job or its fault
 */
export async function conversionForgotten(connection: Connection, row: number, fault: Fault, isNamed: boolean, now: number): Promise<void> {
  const isUnknown = (await deliveryOf(connection, row))?.fault?.code === OUTCOME_UNKNOWN;
  if (isNamed && isUnknown) {
    await setState(connection, row, ConversionState.sent);
    await noteDelivery(connection, row, { kind: 'sent', requestId: null }, now);
  } else {
    await setGivenUp(connection, row);
    await noteDelivery(connection, row, { kind: 'forgotten', fault }, now);
  }
}

/** Ends a waiting conversion whose person is erased: it counts as sent if the platform has it or may have it. */
export async function conversionAbandoned(connection: Connection, row: number, now: number): Promise<void> {
  await noteDelivery(connection, row, { kind: 'abandoned' }, now);
  await setState(connection, row, (await mayBeAtPlatform(connection, row)) ? ConversionState.sent : ConversionState.withdrawn);
}

/** Whether the platform has received a conversion that does not wait, or may have. */
export async function mayBeAtPlatform(connection: Connection, row: number): Promise<boolean> {
  const { sentAt, uncertainSince } = (await deliveryOf(connection, row)) ?? UNTRIED;
  return sentAt !== null || uncertainSince !== null;
}

/** Sends a rejected conversion again, as if it had never been sent. */
export async function conversionReopened(connection: Connection, row: number, now: number): Promise<void> {
  await setState(connection, row, ConversionState.pending);
  await noteDelivery(connection, row, { kind: 'reopened' }, now);
}

/** Whoever resends a waiting conversion whose arrival is unknown has checked at the platform first. */
export async function conversionChecked(connection: Connection, row: number, now: number): Promise<void> {
  await noteDelivery(connection, row, { kind: 'checked', platform: (await stateOf(connection, row))?.platform ?? null }, now);
}

/** Whether a conversion, or a correction of one, was given up. */
export async function isGivenUp(connection: Connection, row: number): Promise<boolean> {
  const state = (await stateOf(connection, row))?.state;
  return state === ConversionState.rejected || (state === ConversionState.sent && (await deliveryOf(connection, row))?.fault != null);
}

async function stateOf(
  connection: Connection,
  row: number,
): Promise<{ readonly state: ConversionState; readonly platform: Platform | null } | undefined> {
  return await connection.get(STATE, row);
}
