import { inEveryLanguage, type Translated } from '../../base/language.ts';
import { zonedTimeMs } from '../../base/zoned-time.ts';
import type { NewConversion, NewStage } from '../../domain/conversion.ts';
import type { Lead } from '../../domain/lead.ts';
import { isStageKey, LONGEST_STAGE_KEY, LONGEST_STAGE_NAME, newStage, stageName } from '../../domain/lead-stage.ts';
import { readTime } from '../../processing/event-time.ts';
import { readAmount, readCurrency } from '../../processing/money.ts';

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
  /** True: only the day is known, and `happenedAt` is its beginning. */
  readonly isDay: boolean;
}

export type StageReading =
  | { readonly ok: true; readonly stage: ToldStage }
  | { readonly ok: false; readonly problems: readonly Translated<string>[] };

const DAY = /^(\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4})$/;
const DAY_MS = 86_400_000;
/** Clocks and time zones differ; a time further ahead is a mistake. */
const AHEAD_MS = DAY_MS;

/** The conversion that the words ask for, or everything that is wrong with them. */
export function readStage(words: StageWords, rules: StageRules): StageReading {
  const name = stageName(words.name ?? '');
  const value = optional(words.value, (text) => readAmount(text));
  const currency = optional(words.currency, (text) => readCurrency(text));
  const happenedAt = optional(words.time, (text) => timeOf(text, rules.timeZone)) ?? (isGiven(words.time) ? null : rules.now);
  const key = words.key?.trim() || null;
  const problems = [
    ...(name === null ? [NO_NAME] : []),
    ...(isGiven(words.value) && (value === null || value < 0) ? [badValue(words.value)] : []),
    ...(isGiven(words.currency) && currency === null ? [badCurrency(words.currency)] : []),
    ...(happenedAt === null ? [badTime(words.time)] : []),
    ...(happenedAt !== null && happenedAt > rules.now + AHEAD_MS ? [inFuture(words.time)] : []),
    ...(key !== null && !isStageKey(key) ? [BAD_KEY] : []),
  ];
  if (problems.length > 0 || name === null || happenedAt === null) return { ok: false, problems };
  const isDay = isGiven(words.time) && DAY.test(words.time.trim());
  return { ok: true, stage: { ...newStage({ name, key, value, currency, happenedAt }), isDay } };
}

/** The stage of this lead. One of the day on which the lead came, happened after it came: platforms refuse what was before. */
export function stageOf({ isDay, ...stage }: ToldStage, { id, submittedAt, createdAt }: Lead): NewStage {
  const came = submittedAt ?? createdAt;
  const isDayOfLead = isDay && stage.happenedAt < came && came - stage.happenedAt < DAY_MS;
  return { ...stage, leadId: id, happenedAt: isDayOfLead ? came : stage.happenedAt };
}

/** Null where nothing was told, or what was told cannot be read. */
function optional<Value>(text: string | undefined, read: (text: string) => Value | undefined): Value | null {
  return isGiven(text) ? (read(text.trim()) ?? null) : null;
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** With an offset, or Unix seconds, what it says; without one, a wall clock of the zone. */
function timeOf(text: string, zone: string): number | undefined {
  return zonedTimeMs(text, zone) ?? brazilianTime(text, zone) ?? readTime(text);
}

/** `20/11/2026 09:00`, as spreadsheets in Brazil write it. */
function brazilianTime(text: string, zone: string): number | undefined {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  return year === undefined ? undefined : zonedTimeMs(`${year}-${month}-${day}${time === undefined ? '' : ` ${time}`}`, zone);
}

const NO_NAME = {
  en: `the stage needs a name of at most ${LONGEST_STAGE_NAME} characters, such as qualified or won`,
  pt: `a etapa precisa de um nome de no máximo ${LONGEST_STAGE_NAME} caracteres, como qualificado ou ganho`,
};

const BAD_KEY = {
  en: `the key must be printable text of at most ${LONGEST_STAGE_KEY} characters`,
  pt: `a chave deve ser texto imprimível de no máximo ${LONGEST_STAGE_KEY} caracteres`,
};

function badValue(text: string): Translated<string> {
  return {
    en: `"${text}" is not a certain amount; write 2600.50 or 2.600,50`,
    pt: `"${text}" não é um valor inequívoco; escreva 2600.50 ou 2.600,50`,
  };
}

function badCurrency(text: string): Translated<string> {
  return { en: `"${text}" is not a currency such as BRL`, pt: `"${text}" não é uma moeda como BRL` };
}

function badTime(text: string | undefined): Translated<string> {
  return inEveryLanguage((language) =>
    language === 'en'
      ? `"${text}" is not a time such as 2026-11-20 09:00 or 2026-11-20T09:00:00-03:00`
      : `"${text}" não é um horário como 2026-11-20 09:00 ou 2026-11-20T09:00:00-03:00`,
  );
}

function inFuture(text: string | undefined): Translated<string> {
  return { en: `"${text}" is in the future`, pt: `"${text}" está no futuro` };
}
