import * as Flags from '@oclif/core/flags';
import type { Translated } from '../../base/language.ts';
import { storableText } from '../../base/text.ts';
import type { NewConversion, NewStage } from '../../domain/conversion.ts';
import type { Lead } from '../../domain/lead.ts';
import { isStageKey, LONGEST_STAGE_KEY, LONGEST_STAGE_NAME, newStage, stageMoment, stageName } from '../../domain/lead-stage.ts';
import { type EnteredValues, LONGEST_REASON } from '../../domain/stage-change.ts';
import { appError, inEveryLanguage, type Messages } from '../../messages/messages.ts';
import { readAmount, readCurrency } from '../../processing/money.ts';
import { readTypedTime } from '../../processing/typed-time.ts';

/** A person's input for a stage; undefined or empty: not given. */
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
  /** For times without an offset. */
  readonly timeZone: string;
}

/** A stage before its lead is known. */
export interface EnteredStage extends NewConversion {
  /** The values that a person gave; the rest are defaults. */
  readonly entered: EnteredValues;
}

export type StageReading =
  | { readonly ok: true; readonly stage: EnteredStage }
  | { readonly ok: false; readonly problems: readonly Translated<string>[] };

/** Allows for differences between clocks and time zones; a time further ahead is a mistake. */
const AHEAD_MS = 86_400_000;

/** The conversion for the input, or everything that is wrong with it. */
export function readStage(words: StageWords, rules: StageRules): StageReading {
  const name = stageName(words.name ?? '');
  const { entered, problems } = readValues(words, rules, (text): text is string => text !== undefined && text.trim() !== '');
  const key = words.key?.trim() || null;
  const all = [...(name === null ? [NO_NAME] : []), ...problems, ...(key !== null && !isStageKey(key) ? [BAD_KEY] : [])];
  if (all.length > 0 || name === null) return { ok: false, problems: all };
  const { value = null, currency = null } = entered;
  return { ok: true, stage: { ...newStage({ name, key, value, currency, happenedAt: entered.time?.at ?? rules.now }), entered } };
}

/**
 * The corrections to a stage.
 * @throws AppError usage with everything that cannot be read
 */
export function readStageValues(words: ValueWords, rules: StageRules): EnteredValues {
  const { entered, problems } = readValues(words, rules, (text): text is string => text !== undefined);
  if (problems.length > 0) throw appError('usage', (_, language) => problems.map((problem) => sentence(problem[language])).join(' '));
  return entered;
}

type ValueWords = Pick<StageWords, 'value' | 'currency' | 'time'>;

/** @param isEntered whether a text is a value, so that it is an error if it cannot be read */
function readValues(
  { value: amount, currency: code, time }: ValueWords,
  { now, timeZone }: StageRules,
  isEntered: (text: string | undefined) => text is string,
): { readonly entered: EnteredValues; readonly problems: readonly Translated<string>[] } {
  const value = isEntered(amount) ? readAmount(amount.trim()) : undefined;
  const currency = isEntered(code) ? readCurrency(code.trim()) : undefined;
  const moment = isEntered(time) ? readTypedTime(time.trim(), timeZone) : undefined;
  const wrong = (is: boolean, say: (words: Messages['cli']['stages']) => string): readonly Translated<string>[] =>
    is ? [inEveryLanguage((m) => say(m.cli.stages))] : [];
  const problems = [
    ...wrong(isEntered(amount) && (value === undefined || value < 0), (words) => words.notAnAmount({ text: amount ?? '' })),
    ...wrong(isEntered(code) && currency === undefined, (words) => words.notACurrency({ text: code ?? '' })),
    ...wrong(isEntered(time) && moment === undefined, (words) => words.notATime({ text: time })),
    ...wrong(moment !== undefined && moment.at > now + AHEAD_MS, (words) => words.inTheFuture({ text: time })),
  ];
  // Nothing that has happened is in the future, and Google refuses such a time for good.
  return { entered: { value, currency, time: moment && { ...moment, at: Math.min(moment.at, now) } }, problems };
}

/** A problem as a complete sentence. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The stage, for this lead. */
export function stageOf({ entered: { time }, ...stage }: EnteredStage, lead: Lead): NewStage {
  return { ...stage, leadId: lead.id, happenedAt: stageMoment({ at: stage.happenedAt, spanMs: time?.spanMs ?? 0 }, lead) };
}

const NO_NAME = inEveryLanguage((m) => m.cli.stages.noName({ longestStageName: LONGEST_STAGE_NAME }));

const BAD_KEY = inEveryLanguage((m) => m.cli.stages.badKey({ longestStageKey: LONGEST_STAGE_KEY }));

/** Why a stage is changed; stored with it. */
export const reasonFlag = Flags.string({ helpValue: 'TEXT', required: true, parse: async (text) => readReason(text) });

/** @throws AppError usage */
export function readReason(text: string): string {
  const reason = storableText(text.trim());
  if (reason !== '' && reason.length <= LONGEST_REASON) return reason;
  throw appError('usage', (m) => m.cli.stages.reasonLength({ longestReason: LONGEST_REASON }));
}
