import { field, isJsonObject, type JsonObject } from '../base/exact-json.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts } from '../domain/queue-status.ts';
import { appError } from '../messages/messages.ts';
import { queueHistoryRecord, snapshotRecord, storeFactsRecord } from '../presentation/queue-record.ts';

/** The text of a field; empty if it is missing or `null`. */
export function textOf(object: JsonObject, key: string): string {
  const value = field(object, key);
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The number in a field; 0 if it is not a number. */
export function numberOf(object: JsonObject, key: string): number {
  const value = field(object, key);
  return typeof value === 'number' ? value : 0;
}

/** UTC ms of an ISO time; `null` if there is none. */
export function timeOf(object: JsonObject, key: string): number | null {
  const ms = Date.parse(textOf(object, key));
  return Number.isNaN(ms) ? null : ms;
}

/** The object in a field; `null` if it is not an object. */
export function objectOf(object: JsonObject, key: string): JsonObject | null {
  const value = field(object, key);
  return isJsonObject(value) ? value : null;
}

/** The figures in a service's response. */
export function readSnapshot(json: JsonObject): QueueSnapshot {
  const snapshot = known(snapshotRecord.read(json));
  // Process ids of other machines are useless here.
  return { ...snapshot, workers: snapshot.workers.map((worker) => ({ ...worker, pidSpace: '' })) };
}

/** What ended in each minute of the last hour; empty if the service does not report it. */
export function readMinutes(json: JsonObject): QueueHistory['minutes'] {
  return queueHistoryRecord.read(field(json, 'historico'))?.minutes ?? [];
}

/** The facts of the database. */
export function readStoreFacts(json: JsonObject): StoreFacts {
  return known(storeFactsRecord.read(field(json, 'banco')));
}

/** @throws AppError `store_unavailable` if the value is unknown */
function known<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw appError('store_unavailable', (m) => m.errors.remote.unknownForm);
}
