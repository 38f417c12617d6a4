import type { Conversion } from '../domain/conversion.ts';
import type { StageDifference, StageValues } from '../domain/stage-change.ts';
import { appError } from '../messages/messages.ts';

/** What a person told of a stage; undefined: nothing. */
export interface ToldValues {
  readonly value: number | undefined;
  readonly currency: string | undefined;
  /** A minute or a day is told by its beginning and its length. */
  readonly told: { readonly at: number; readonly spanMs: number } | undefined;
}

/** Of a value that had no currency. */
const DEFAULT_CURRENCY = 'BRL';

type RegisteredValues = Pick<Conversion, 'value' | 'currency' | 'happenedAt'>;

/** What of it differs from what is registered: a form also sends what nobody touched, and a time only by its minute. */
function differentValues(stage: RegisteredValues, { value, currency, told }: ToldValues): StageValues {
  const hasValue = value !== undefined && value !== stage.value;
  const given = currency ?? (hasValue && stage.currency === null ? DEFAULT_CURRENCY : undefined);
  const hasCurrency = given !== undefined && given !== stage.currency && (value ?? stage.value) !== null;
  const isSameTime = told === undefined || (told.at <= stage.happenedAt && stage.happenedAt < told.at + Math.max(told.spanMs, 1));
  return {
    ...(hasValue ? { value } : {}),
    ...(hasCurrency ? { currency: given } : {}),
    ...(isSameTime ? {} : { happenedAt: told.at }),
  };
}

/** Undefined: it differs in nothing. */
export function stageDifference(
  registered: Pick<Conversion, 'name' | 'value' | 'currency' | 'happenedAt'>,
  name: string,
  told: ToldValues,
): StageDifference | undefined {
  const values = differentValues(registered, told);
  const isOtherName = registered.name !== name;
  return isOtherName || Object.keys(values).length > 0 ? { isOtherName, values } : undefined;
}

/**
 * `differentValues` of a correction.
 * @throws AppError conflict when nothing differs
 */
export function changedValues(stage: RegisteredValues, told: ToldValues): StageValues {
  const changed = differentValues(stage, told);
  if (Object.keys(changed).length === 0) {
    throw appError('conflict', (m) => m.errors.stages.nothingWouldChange, { hint: (m) => m.errors.stages.nameWhat });
  }
  return changed;
}
