/** Flags and arguments that several commands share, and the readers of their values. A bad value is a usage error. */
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { AppError } from '../base/app-error.ts';
import { parseDurationMs } from '../base/duration.ts';
import { isoTimeMs } from '../base/iso-time.ts';
import type { Translated } from '../base/language.ts';
import { nearestName } from '../config/nearest-name.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../domain/job.ts';
import { LEAD_CURSOR } from '../domain/lead-cursor.ts';
import { ORIGINS } from '../domain/origin.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';

/** In every command, by way of the base command. */
export const envFileFlag = Flags.string({ helpGroup: 'GLOBAL', helpValue: 'PATH' });

/** In every command too; what it prints is the same in every language. */
export const jsonFlag = Flags.boolean({ helpGroup: 'GLOBAL' });

/** For commands that open the database. */
export const databaseFlag = Flags.string({ helpGroup: 'GLOBAL', helpValue: 'sqlite:PATH' });

/** The queues there are. A name that nobody uses would look like a healthy, empty queue. */
const QUEUES: readonly string[] = [DEFAULT_QUEUE, CONVERSION_QUEUE];

/** `QUEUE`, `webhooks` when left out; `conversoes` sends conversions to the platforms. Standard input is never read: cron and CI leave it open. */
export const queueArg = Args.string({ default: DEFAULT_QUEUE, ignoreStdin: true, parse: async (input) => readQueue(input) });

/** What follows a queue command in a hint: ` conversoes`; nothing for the queue that is meant when none is named. */
export function queueWord(queue: string): string {
  return queue === DEFAULT_QUEUE ? '' : ` ${queue}`;
}

/** A whole number within `min` (0 when left out) and `max`. */
export const wholeNumberFlag = Flags.custom<number, { min?: number; max?: number }>({
  helpValue: 'N',
  parse: async (input, _context, { min, max }) => readWholeNumber(input, { ...(min === undefined ? {} : { min }), max }),
});

/**
 * A moment as UTC ms: a length of time before now (`15m`, `7d`), a day (`2026-11-01`, from midnight of this machine's time zone) or a moment
 * in ISO 8601 with its offset. Unless `mayBeAhead`, it has to be over.
 */
export const momentFlag = Flags.custom<number, { mayBeAhead?: boolean }>({
  helpValue: 'TIME',
  parse: async (input, _context, { mayBeAhead }) => readMoment(input, mayBeAhead === true ? Number.POSITIVE_INFINITY : Date.now()),
});

export const originFlag = Flags.option({ options: ORIGINS, helpValue: 'SOURCE' });

/** How many rows of a list. */
export const limitFlag = wholeNumberFlag({ min: 1, max: 1_000, default: 50 });

/** Where the next page of a list begins; commands print the value to pass. */
export const beforeFlag = cursorFlag(
  /^\d{1,18}$/,
  inEveryLanguage((m) => m.cli.usage.aNumber),
);

/** The same for lists of leads. */
export const leadBeforeFlag = cursorFlag(
  LEAD_CURSOR,
  inEveryLanguage((m) => m.cli.usage.suchAs),
);

function cursorFlag(pattern: RegExp, looks: Translated<string>) {
  return Flags.custom<string>({
    helpValue: 'CURSOR',
    parse: async (input) => {
      if (pattern.test(input)) return input;
      throw appError('usage', (m) => m.cli.usage.mustCursorEarlierPage({ looks, input }));
    },
  })();
}

export const yesFlag = Flags.boolean({ char: 'y', default: false });

export const quietFlag = Flags.boolean({ char: 'q', default: false });

export const dryRunFlag = Flags.boolean({ default: false });

/** @throws AppError `usage` for a queue that does not exist */
export function readQueue(name: string): string {
  if (QUEUES.includes(name)) return name;
  const meant = nearestName(name, QUEUES);
  throw appError('usage', (m) => m.cli.usage.thereIsNoQueue({ name, meant }), {
    hint: (m) => m.cli.usage.queueCanBeLeftOut({ queues: QUEUES }),
  });
}

/** @throws AppError `usage` unless the text is a whole number within the bounds */
export function readWholeNumber(text: string, bounds: { min?: number; max?: number | undefined } = {}): number {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = bounds;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const isOpen = max === Number.MAX_SAFE_INTEGER;
  throw appError('usage', (m) => m.cli.usage.mustWholeNumberUp({ isOpen, min, max, text }));
}

/** The same for an argument, which an error must name: oclif names flags only. */
export function namedWholeNumber(name: Translated<string>, text: string): number {
  try {
    return readWholeNumber(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw appError(error.code, (_m, language) => `${name[language]} ${error.inLanguage(language).message}`);
  }
}

/** @throws AppError `usage` for anything else, and for a time after `latest` */
function readMoment(text: string, latest: number): number {
  const moment = momentOf(text.trim(), Date.now());
  if (moment !== undefined && moment <= latest) return moment;
  throw appError('usage', (m) => m.cli.usage.mustLengthTimeSuch({ text }));
}

function momentOf(text: string, now: number): number | undefined {
  const ms = parseDurationMs(text);
  if (ms !== undefined) return now - ms;
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return undefined;
  return isoTimeMs(text.includes('T') ? text : `${text}T00:00:00`);
}
