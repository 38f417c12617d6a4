import { appError } from '../messages/messages.ts';
import type { Conversion, NewConversion, NewStage, Platform } from './conversion.ts';
import type { ConversionOutbox } from './delivery-ports.ts';
import type { Lead } from './lead.ts';
import { DEFAULT_CURRENCY } from './lead-stage.ts';
import type { Operator } from './ports.ts';

/** An operator's correction or withdrawal of a stage that was registered by mistake, with the reason. */
export type StageChange = { readonly conversionId: string; readonly reason: string } & (
  | ({ readonly kind: 'correct' } & StageValues)
  | { readonly kind: 'withdraw' }
);

/** The correctable values of a stage. Omitted: unchanged. */
export interface StageValues {
  readonly value?: number;
  readonly currency?: string;
  /** UTC ms. */
  readonly happenedAt?: number;
}

/** How a stage that is registered again differs from the one under its key. */
export interface StageDifference {
  readonly isOtherName: boolean;
  readonly values: StageValues;
}

/**
 * What the platform learns of a change. `not_sent`: nothing was sent yet, so it gets only the corrected value; `restated`: it gets the new
 * value as an adjustment; `beyond_reach`: it keeps what was sent, because its API cannot take anything back.
 */
export type StageReach = 'not_sent' | 'restated' | 'beyond_reach';

/** The state of one conversion of a stage: each platform has its own. */
export interface ChangedConversion {
  readonly conversionId: string;
  readonly platform: Platform | null;
  readonly reach: StageReach;
}

/** One change of a stage, as stored. */
export interface StageCorrection {
  readonly at: number;
  readonly operator: string;
  readonly kind: 'correct' | 'withdraw' | 'register';
  readonly reason: string | null;
  readonly reach: StageReach;
  readonly before: Omit<NewConversion, 'key'>;
  /** The platform's id for it; `null` if it was not reported. */
  readonly platformKey: string | null;
}

export const LONGEST_REASON = 500;

/** What a person entered for a stage; `undefined` if nothing. */
export interface EnteredValues {
  readonly value: number | undefined;
  readonly currency: string | undefined;
  /** A minute or a day is stored as its beginning and its length. */
  readonly time: { readonly at: number; readonly spanMs: number } | undefined;
}

type RegisteredValues = Pick<Conversion, 'value' | 'currency' | 'happenedAt'>;

/** The entered values that differ from the registered ones: a form also sends unchanged fields, and a time only to the minute. */
function differentValues(stage: RegisteredValues, { value, currency, time }: EnteredValues): StageValues {
  const hasValue = value !== undefined && value !== stage.value;
  const given = currency ?? (hasValue && stage.currency === null ? DEFAULT_CURRENCY : undefined);
  const hasCurrency = given !== undefined && given !== stage.currency && (value ?? stage.value) !== null;
  const isSameTime = time === undefined || (time.at <= stage.happenedAt && stage.happenedAt < time.at + Math.max(time.spanMs, 1));
  return {
    ...(hasValue ? { value } : {}),
    ...(hasCurrency ? { currency: given } : {}),
    ...(isSameTime ? {} : { happenedAt: time.at }),
  };
}

/** Stages that were entered with the same second are recorded a few seconds apart (`ownSecond`), in ms. */
const MOVED_MS = 10_000;

/** `undefined` if nothing differs. */
export function stageDifference(
  registered: RegisteredValues & Pick<Conversion, 'name'>,
  name: string,
  entered: EnteredValues,
): StageDifference | undefined {
  const time = entered.time && { ...entered.time, spanMs: Math.max(entered.time.spanMs, MOVED_MS) };
  const values = differentValues(registered, { ...entered, time });
  const isOtherName = registered.name !== name;
  return isOtherName || Object.keys(values).length > 0 ? { isOtherName, values } : undefined;
}

/**
 * `differentValues` for a correction.
 * @throws AppError conflict if nothing differs
 */
export function changedValues(stage: RegisteredValues, entered: EnteredValues): StageValues {
  const changed = differentValues(stage, entered);
  if (Object.keys(changed).length === 0) {
    throw appError('conflict', (m) => m.errors.stages.nothingWouldChange);
  }
  return changed;
}

export interface RegisteredStage {
  /** One for each platform that gets it. */
  readonly conversions: readonly Conversion[];
  readonly isNew: boolean;
  /** Set if its key was already registered with another name or other values, which stay. */
  readonly difference: { readonly registered: Conversion; readonly from: StageDifference } | undefined;
}

/** @throws AppError `conflict` for a lead whose stages are never reported */
export function refuseStagesOf({ id, isTest, erasedAt }: Pick<Lead, 'id' | 'isTest' | 'erasedAt'>): void {
  if (erasedAt !== null) throw appError('conflict', (m) => m.errors.store.erasedLead({ id }));
  if (isTest) throw appError('conflict', (m) => m.errors.store.testLead({ id }));
}

/** Registers a stage of a lead, for the command line and the web. */
export async function registerStage(
  outbox: Pick<ConversionOutbox, 'addStage' | 'conversionsToSend'>,
  stage: NewStage,
  entered: EnteredValues,
  operator: Operator,
): Promise<RegisteredStage> {
  const { conversionIds, isNew } = await outbox.addStage(stage, operator);
  return comparedStage(await outbox.conversionsToSend(conversionIds), isNew, stage, entered);
}

/** Compares what was entered with what is registered under its key. */
export function comparedStage(
  found: readonly (Conversion | null)[],
  isNew: boolean,
  stage: Pick<NewStage, 'name'>,
  entered: EnteredValues,
): RegisteredStage {
  const conversions = found.filter((conversion) => conversion !== null);
  const [registered] = conversions;
  // A repeated stage may be meant to correct a wrong value: under another key it would count twice.
  const from = registered === undefined || isNew ? undefined : stageDifference(registered, stage.name, entered);
  return { conversions, isNew, difference: registered === undefined || from === undefined ? undefined : { registered, from } };
}
