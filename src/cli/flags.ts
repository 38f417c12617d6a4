/** Flags and arguments that several commands share, and the parsers of their values. An invalid value is a usage error. */
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { AppError } from '../base/app-error.ts';
import { parseDurationMs } from '../base/duration.ts';
import { isoTimeMs } from '../base/iso-time.ts';
import type { Translated } from '../base/language.ts';
import { absoluteUrl, isDatabaseUrl } from '../config/database-path.ts';
import { nearestName } from '../config/nearest-name.ts';
import { LARGEST_CLIENT_ID } from '../domain/client-id.ts';
import { Platform } from '../domain/conversion.ts';
import { emailProblem, idProblem, nameProblem } from '../domain/directory-rules.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE, JOB_ID } from '../domain/job.ts';
import { LEAD_CURSOR } from '../domain/lead-cursor.ts';
import { Origin } from '../domain/origin.ts';
import { appError, inEveryLanguage, MESSAGES, type Sentence } from '../messages/messages.ts';

/** In every command, through the base command. */
export const envFileFlag = Flags.string({ helpGroup: 'GLOBAL', helpValue: 'PATH' });

/** In every command too; its output is the same in every language. */
export const jsonFlag = Flags.boolean({ helpGroup: 'GLOBAL' });

/** For commands that open the database. */
export const databaseFlag = Flags.string({ helpGroup: 'GLOBAL', helpValue: 'sqlite:PATH' });

/** The URL of a database, or the path of a SQLite file. */
export const databaseOrFileFlag = Flags.custom<string>({ helpValue: 'URL|FILE', parse: async (input) => readDatabase(input) });

function readDatabase(input: string): string {
  const url = /^(sqlite|postgres(ql)?):/.test(input) ? input : `sqlite:${input}`;
  if (isDatabaseUrl(url)) return absoluteUrl(url);
  throw appError('usage', (m) => m.settings.problems.databaseUrl);
}

/** All queues. A name that is not in use would look like a healthy, empty queue. */
const QUEUES: readonly string[] = [DEFAULT_QUEUE, CONVERSION_QUEUE];

/**
 * `QUEUE`, by default `webhooks`; `conversoes` sends conversions to the platforms. Never reads standard input: cron and CI leave it open.
 */
export const queueArg = Args.string({ default: DEFAULT_QUEUE, ignoreStdin: true, parse: async (input) => readQueue(input) });

/** The queue argument in a hint: ` conversoes`; empty for the default queue. */
export function queueWord(queue: string): string {
  return queue === DEFAULT_QUEUE ? '' : ` ${queue}`;
}

/** A whole number between `min` (default 0) and `max`. */
export const wholeNumberFlag = Flags.custom<number, { min?: number; max?: number }>({
  helpValue: 'N',
  parse: async (input, _context, { min, max }) => readWholeNumber(input, { ...(min === undefined ? {} : { min }), max }),
});

/**
 * A time as UTC ms: a duration before now (`15m`, `7d`), a day (`2026-11-01`, from midnight of this machine's time zone) or an ISO 8601
 * time with its offset. Must be in the past unless `mayBeAhead`.
 */
export const momentFlag = Flags.custom<number, { mayBeAhead?: boolean }>({
  helpValue: 'TIME',
  parse: async (input, _context, { mayBeAhead }) => readMoment(input, mayBeAhead === true ? Number.POSITIVE_INFINITY : Date.now()),
});

/** For a flag that takes one of a few words, or the value stored for it. Help and completion show the words. */
export function choice<Value extends string>(words: Readonly<Record<string, Value>>) {
  return { helpValue: Object.keys(words).join('|'), parse: async (input: string): Promise<Value> => readChoice(input, words) };
}

export const platformFlag = Flags.custom<Platform>(choice<Platform>({ 'google-ads': Platform.searchAds, meta: Platform.socialAds }));

export const originFlag = Flags.custom<Origin>(
  choice<Origin>({ 'google-ads': Origin.searchAds, meta: Origin.socialAds, form: Origin.ownForm }),
);

/** The maximum number of rows of a list. */
export const limitFlag = wholeNumberFlag({ min: 1, max: 1_000, default: 50 });

/** Where the next page of a list begins; commands print the value to pass. */
export const beforeFlag = cursorFlag(/^\d{1,18}$/, (m) => m.cli.usage.aNumber);

/** The same for lists of leads. */
export const leadBeforeFlag = cursorFlag(LEAD_CURSOR, (m) => m.cli.usage.suchAs);

/** The same for lists of jobs. */
export const jobBeforeFlag = cursorFlag(JOB_ID, (m) => m.cli.usage.aJobId);

function cursorFlag(pattern: RegExp, looks: Sentence) {
  return Flags.custom<string>({
    helpValue: 'CURSOR',
    parse: async (input) => {
      if (pattern.test(input)) return input;
      throw appError('usage', (m) => m.cli.usage.cursorShape({ looks: inEveryLanguage(looks), input }));
    },
  })();
}

/** On or off. */
export const switchFlag = Flags.boolean({ default: false });

/** The code of an error or a cause, or its English label: `unknown_campaign`, `"Unknown campaign"`. */
export const codeFlag = Flags.custom<string>({ helpValue: 'CODE', parse: async (input) => readCode(input) })();

export const nameFlag = Flags.custom<string>({ helpValue: 'NAME', parse: async (input) => checkedText(input, nameProblem) });

/** A client id assigned by another system. */
export const clientIdFlag = Flags.string({
  helpValue: 'N',
  parse: async (input) => String(readWholeNumber(input, { min: 1, max: LARGEST_CLIENT_ID })),
});

export const emailFlag = Flags.custom<string>({ helpValue: 'EMAIL', parse: async (input) => checkedText(input, emailProblem) });

export const idFlag = Flags.custom<string>({ helpValue: 'ID', parse: async (input) => checkedText(input, idProblem) });

/** Limits a list to one client. */
export const clientFilterFlag = nameFlag({ helpValue: 'ID|NAME' });

/** Exactly one: an id, a name or a file. Never reads standard input. */
export const oneArg = Args.string({ required: true, ignoreStdin: true });

/** Zero or more. */
export const anyArgs = Args.string({ multiple: true, ignoreStdin: true });

/** Unmasked personal data, or the exact bytes of a body. Both are recorded in the operators' log. */
export const revealFlags = { reveal: switchFlag, raw: Flags.boolean({ exclusive: ['reveal', 'json'], default: false }) };

/** Where to write an export. */
export const outputFlag = Flags.string({ char: 'o', helpValue: 'FILE' });

/** The passphrase of an encrypted backup; in a file, because other users see the arguments of a process. */
export const passphraseFileFlag = Flags.string({ helpValue: 'FILE' });

export const yesFlag = Flags.boolean({ char: 'y', default: false });

export const quietFlag = Flags.boolean({ char: 'q', default: false });

export const dryRunFlag = Flags.boolean({ default: false });

/**
 * The value of a flag, trimmed and checked.
 *
 * @throws AppError `usage` without the name of the flag, which oclif prepends
 */
export function checkedText(text: string, problemOf: (text: string) => Translated<string> | undefined): string {
  const trimmed = text.trim();
  const problem = problemOf(trimmed);
  if (problem === undefined) return trimmed;
  throw appError('usage', (m) => m.cli.directory.sentence({ problem }));
}

/** A text to select by: a blank one, as an unset variable of a script leaves it, would select everything. */
export const filledFlag = Flags.custom<string>({ helpValue: 'TEXT', parse: async (input) => filledText(input) });

/** @throws AppError `usage` for a blank text */
export function filledText(text: string): string {
  return checkedText(text, (trimmed) => (trimmed === '' ? inEveryLanguage((m) => m.settings.problems.empty) : undefined));
}

/** Ignores case, and treats blanks and underscores alike. */
function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
}

/**
 * Accepts an unknown code, which may come from another version.
 * @throws AppError `usage` for one that is probably a typo
 */
function readCode(input: string): string {
  const known = Object.entries(MESSAGES.en.labels.codes);
  const found = known.find((words) => words.some((word) => plain(word) === plain(input)));
  if (found !== undefined) return found[0];
  const meant = nearestName(
    input.toLowerCase(),
    known.map(([code]) => code),
  );
  if (meant === undefined) return input;
  throw appError('usage', (m) => m.cli.usage.noSuchCode({ input, meant }));
}

/** @throws AppError `usage` for any other word, with a suggestion */
function readChoice<Value extends string>(input: string, words: Readonly<Record<string, Value>>): Value {
  const found = Object.entries(words).find(([word, stored]) => [word, plain(stored)].includes(plain(input)));
  if (found !== undefined) return found[1];
  const known = Object.keys(words);
  const meant = nearestName(plain(input), known);
  throw appError('usage', (m) => m.cli.usage.choiceShape({ input, known, meant }));
}

/** @throws AppError `usage` for a queue that does not exist */
export function readQueue(name: string): string {
  if (QUEUES.includes(name)) return name;
  const meant = nearestName(name, QUEUES);
  throw appError('usage', (m) => m.cli.usage.noSuchQueue({ name, meant }), {
    hint: (m) => m.cli.usage.queueOptional({ queues: QUEUES }),
  });
}

/** @throws AppError `usage` unless the text is a whole number within the bounds */
export function readWholeNumber(text: string, bounds: { min?: number; max?: number | undefined } = {}): number {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = bounds;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const isOpen = max === Number.MAX_SAFE_INTEGER;
  throw appError('usage', (m) => m.cli.usage.numberShape({ isOpen, min, max, text }));
}

/** Reads an argument, which the error must name, by its placeholder in the help: oclif names only flags. */
export function named<Value>(placeholder: 'DAYS' | 'NAME', read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw appError(error.code, (m, language) => `${m.help.placeholders[placeholder] ?? placeholder} ${error.inLanguage(language).message}`);
  }
}

/** @throws AppError `usage` for anything else, and for a time after `latest` */
function readMoment(text: string, latest: number): number {
  const moment = momentOf(text.trim(), Date.now());
  if (moment !== undefined && moment <= latest) return moment;
  throw appError('usage', (m) => m.cli.usage.timeShape({ text }));
}

function momentOf(text: string, now: number): number | undefined {
  const ms = parseDurationMs(text);
  if (ms !== undefined) return now - ms;
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return undefined;
  return isoTimeMs(text.includes('T') ? text : `${text}T00:00:00`);
}
