/** Flags and arguments that several commands share, and the readers of their values. A bad value is a usage error. */
import { Args, Flags } from '@oclif/core';
import { AppError } from '../base/app-error.ts';
import { parseDurationMs } from '../base/duration.ts';
import { nearestName } from '../config/nearest-name.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import { ORIGINS } from '../domain/origin.ts';

/** In every command, by way of the base command. */
export const envFileFlag = Flags.string({
  summary: 'Settings file to read instead of .env in the working directory.',
  helpGroup: 'GLOBAL',
  helpValue: 'PATH',
});

/** For commands that open the database. */
export const databaseFlag = Flags.string({
  summary: 'Database to use instead of the one in DATABASE_URL.',
  helpGroup: 'GLOBAL',
  helpValue: 'sqlite:PATH',
});

/** The queues there are. A name that nobody uses would look like a healthy, empty queue. */
const QUEUES: readonly string[] = [DEFAULT_QUEUE];

/** `QUEUE`, `webhooks` when left out. Standard input is never read: cron and CI leave it open. */
export const queueArg = Args.string({
  description: 'Name of the queue; there is no other.',
  default: DEFAULT_QUEUE,
  ignoreStdin: true,
  parse: async (input) => readQueue(input),
});

/** A whole number within `min` (0 when left out) and `max`. */
export const wholeNumberFlag = Flags.custom<number, { min?: number; max?: number }>({
  helpValue: 'N',
  parse: async (input, _context, { min, max }) => readWholeNumber(input, { ...(min === undefined ? {} : { min }), max }),
});

/** A length of time such as `90s`, `15m`, `2h`, `7d`, in ms. */
export const durationFlag = Flags.custom<number>({
  helpValue: 'DURATION',
  parse: async (input) => readDurationMs(input),
});

export const originFlag = Flags.option({
  summary: `Only from this source: ${ORIGINS.join(', ')}.`,
  options: ORIGINS,
  helpValue: 'SOURCE',
});

/** How many rows of a list. */
export const limitFlag = wholeNumberFlag({ summary: 'Most rows to show.', min: 1, max: 1_000, default: 50 });

/** Where the next page of a list begins; commands print the value to pass. */
export const beforeFlag = Flags.string({ summary: 'Go on after an earlier page, with the cursor it ended with.', helpValue: 'CURSOR' });

export const yesFlag = Flags.boolean({ char: 'y', summary: 'Do it without asking.', default: false });

export const dryRunFlag = Flags.boolean({ summary: 'Show how many it would be, and change nothing.', default: false });

/** @throws AppError `usage` for a queue that does not exist */
export function readQueue(name: string): string {
  if (QUEUES.includes(name)) return name;
  const meant = nearestName(name, QUEUES);
  throw new AppError('usage', `There is no queue "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`, {
    hint: `The name can be left out: the queue is ${QUEUES.join(' or ')}.`,
  });
}

/** @throws AppError `usage` unless the text is a whole number within the bounds */
export function readWholeNumber(text: string, bounds: { min?: number; max?: number | undefined } = {}): number {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = bounds;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} up` : `from ${min} to ${max}`;
  throw new AppError('usage', `must be a whole number ${range}, not "${text}".`);
}

/** The same for an argument, which an error must name: oclif names flags only. */
export function namedWholeNumber(name: string, text: string): number {
  try {
    return readWholeNumber(text);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, `${name} ${error.message}`) : error;
  }
}

/** @throws AppError `usage` unless the text is a duration such as `2h` */
function readDurationMs(text: string): number {
  const ms = parseDurationMs(text);
  if (ms === undefined) throw new AppError('usage', `must be a length of time such as 90s, 15m, 2h or 7d, not "${text}".`);
  return ms;
}
