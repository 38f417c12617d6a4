import * as Flags from '@oclif/core/flags';
import type { Translated } from '../../base/language.ts';
import { storableText } from '../../base/text.ts';
import type { NewConversion, NewStage } from '../../domain/conversion.ts';
import type { Lead } from '../../domain/lead.ts';
import { isStageKey, LONGEST_STAGE_KEY, LONGEST_STAGE_NAME, newStage, stageMoment, stageName } from '../../domain/lead-stage.ts';
import { LONGEST_REASON } from '../../domain/stage-change.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import { readAmount, readCurrency } from '../../processing/money.ts';
import type { ToldValues } from '../../processing/stage-values.ts';
import { readTypedTime } from '../../processing/typed-time.ts';

/** What a person writes of a stage; undefined or empty: not told. */
export interface StageWords {
  readonly name: string | undefined;
  readonly value: string | undefined;
  readonly currency: string | undefined;
  readonly time: string | undefined;
  readonly key: string | undefined;
}

export interface StageRules {
  /** UTC ms. */
  readonly now: number;
  /** Of times without an offset. */
  readonly timeZone: string;
}

/** A stage before it is known whose. */
export interface ToldStage extends NewConversion {
  /** What of it a person wrote: the rest was filled in. */
  readonly told: ToldValues;
}

export type StageReading =
  | { readonly ok: true; readonly stage: ToldStage }
  | { readonly ok: false; readonly problems: readonly Translated<string>[] };

/** Clocks and time zones differ; a time further ahead is a mistake. */
const AHEAD_MS = 86_400_000;

/** The conversion that the words ask for, or everything that is wrong with them. */
export function readStage(words: StageWords, rules: StageRules): StageReading {
  const name = stageName(words.name ?? '');
  const value = optional(words.value, (text) => readAmount(text));
  const currency = optional(words.currency, (text) => readCurrency(text));
  const told = optional(words.time, (text) => readTypedTime(text, rules.timeZone));
  const key = words.key?.trim() || null;
  const problems = [
    ...(name === null ? [NO_NAME] : []),
    ...(isGiven(words.value) && (value === null || value < 0) ? [badValue(words.value)] : []),
    ...(isGiven(words.currency) && currency === null ? [badCurrency(words.currency)] : []),
    ...(isGiven(words.time) && told === null ? [badTime(words.time)] : []),
    ...(told !== null && told.at > rules.now + AHEAD_MS ? [inFuture(words.time)] : []),
    ...(key !== null && !isStageKey(key) ? [BAD_KEY] : []),
  ];
  if (problems.length > 0 || name === null) return { ok: false, problems };
  const stage = newStage({ name, key, value, currency, happenedAt: told?.at ?? rules.now });
  return { ok: true, stage: { ...stage, told: toldValues({ value, currency, told }) } };
}

/**
 * What is to be corrected of a stage.
 * @throws AppError usage with everything that cannot be read
 */
export function readStageValues(words: Pick<StageWords, 'value' | 'currency' | 'time'>, rules: StageRules): ToldValues {
  const value = optional(words.value, (text) => readAmount(text));
  const currency = optional(words.currency, (text) => readCurrency(text));
  const told = optional(words.time, (text) => readTypedTime(text, rules.timeZone));
  const problems = [
    ...(words.value !== undefined && (value === null || value < 0) ? [badValue(words.value)] : []),
    ...(words.currency !== undefined && currency === null ? [badCurrency(words.currency)] : []),
    ...(words.time !== undefined && told === null ? [badTime(words.time)] : []),
    ...(told !== null && told.at > rules.now + AHEAD_MS ? [inFuture(words.time)] : []),
  ];
  if (problems.length > 0) throw appError('usage', (_, language) => problems.map((problem) => sentence(problem[language])).join(' '));
  return toldValues({ value, currency, told });
}

function toldValues({ value, currency, told }: { readonly [part in keyof ToldValues]: ToldValues[part] | null }): ToldValues {
  return { value: value ?? undefined, currency: currency ?? undefined, told: told ?? undefined };
}

/** A problem of the words as a sentence of its own. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The stage of this lead. */
export function stageOf({ told: { told }, ...stage }: ToldStage, lead: Lead): NewStage {
  return { ...stage, leadId: lead.id, happenedAt: stageMoment({ at: stage.happenedAt, spanMs: told?.spanMs ?? 0 }, lead) };
}

/** Null where nothing was told, or what was told cannot be read. */
function optional<Value>(text: string | undefined, read: (text: string) => Value | undefined): Value | null {
  return isGiven(text) ? (read(text.trim()) ?? null) : null;
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

const NO_NAME = inEveryLanguage((m) => m.cli.stages.noName({ longestStageName: LONGEST_STAGE_NAME }));

const BAD_KEY = inEveryLanguage((m) => m.cli.stages.badKey({ longestStageKey: LONGEST_STAGE_KEY }));

function badValue(text: string): Translated<string> {
  return inEveryLanguage((m) => m.cli.stages.isNotCertainAmount({ text }));
}

function badCurrency(text: string): Translated<string> {
  return inEveryLanguage((m) => m.cli.stages.isNotCurrencySuch({ text }));
}

function badTime(text: string | undefined): Translated<string> {
  return inEveryLanguage((m) => m.cli.stages.isNotATime({ text }));
}

function inFuture(text: string | undefined): Translated<string> {
  return inEveryLanguage((m) => m.cli.stages.isInTheFuture({ text }));
}

/** Why a stage is changed; kept with it. */
export const reasonFlag = Flags.string({
  helpValue: 'TEXT',
  required: true,
  parse: async (text) => {
    const reason = storableText(text.trim());
    if (reason !== '' && reason.length <= LONGEST_REASON) return reason;
    throw appError('usage', (m) => m.cli.stages.reasonTakesTextCharacters({ longestReason: LONGEST_REASON }));
  },
});
