/** How values of settings are parsed and validated, and why a value is rejected. */
import { z } from 'zod';
import type { Language, Translated } from '../base/language.ts';
import { isLoopback } from '../base/loopback.ts';
import { EVENT_KINDS, type EventKind } from '../domain/event-kind.ts';
import { inEveryLanguage, type Messages } from '../messages/messages.ts';
import { absoluteUrl, isDatabaseUrl } from './database-path.ts';

/** Shorter secrets can be guessed. Admin tokens must always have this length, other secrets in production. */
export const SHORTEST_SECRET = 16;

/** zod carries only one text per problem, the English one; this maps it to the Portuguese one. */
const PORTUGUESE_PROBLEMS = new Map<string, string>();

type ProblemText = (texts: Messages['settings']['problems']) => string;

function problemText(pick: ProblemText): Translated<string> {
  return inEveryLanguage((m) => pick(m.settings.problems));
}

export function problem(pick: ProblemText): string {
  const { en, pt } = problemText(pick);
  PORTUGUESE_PROBLEMS.set(en, pt);
  return en;
}

/** A problem found by a schema, in the reader's language. */
export function problemIn(language: Language, text: string): string {
  return language === 'en' ? text : (PORTUGUESE_PROBLEMS.get(text) ?? text);
}

/** The entries of a list with commas, without empty ones. */
function listed(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

export const flag = z.enum(['true', 'false'], { error: problem((m) => m.flag) }).transform((text) => text === 'true');
export const text = z.string();
export const optionalText = z.string().optional();

/** No client, every client, or the listed ones, by id. */
export const enhancedLeads = z
  .string()
  .regex(/^(?:true|false|[1-9]\d*(?:\s*,\s*[1-9]\d*)*)$/, { error: problem((m) => m.enhancedLeads) })
  .transform((value): 'all' | readonly string[] => {
    if (value === 'true') return 'all';
    return value === 'false' ? [] : listed(value);
  });

export function wholeNumber(min: number, max: number): z.ZodType<number> {
  const error = problem((m) => m.wholeNumber({ min, max }));
  return z
    .string()
    .regex(/^\d{1,12}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

const NO_BLANKS = problem((m) => m.blanks);

export const optionalSecret = z
  .string()
  .refine((value) => value.trim() === value, { error: NO_BLANKS })
  .optional();

export const adminToken = z
  .string()
  .min(SHORTEST_SECRET, { error: problem((m) => m.shortSecret({ shortestSecret: SHORTEST_SECRET })) })
  .refine((value) => value.trim() === value, { error: NO_BLANKS })
  .optional();

/** A path becomes absolute, so that every message that names the database says which one it is. */
export const databaseUrl = z
  .string()
  .refine(isDatabaseUrl, { error: problem((m) => m.databaseUrl) })
  .transform(absoluteUrl);

export const eventTypeMap = z.string().transform((value, context) => {
  const map = new Map<string, EventKind>();
  for (const pair of listed(value)) {
    const [name, kind] = pair.split('=').map((side) => side.trim());
    const known = EVENT_KINDS.find((candidate) => candidate === kind);
    if (name === undefined || name === '' || known === undefined) {
      const message = problem((m) => m.eventType({ pair }));
      context.addIssue({ code: 'custom', message });
    } else {
      map.set(name, known);
    }
  }
  return map as ReadonlyMap<string, EventKind>;
});

/** A platform's URL, without a trailing slash. Plain HTTP is allowed only to this machine. */
export const platformUrl = z.string().transform((value, context) => {
  const url = URL.parse(value);
  const isUsable =
    url !== null &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!isUsable) {
    const message = problem((m) => m.platformUrl);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  return url.href.replace(/\/+$/, '');
});

const PLATFORM_ID = problem((m) => m.platformId);

/** A platform's account id, as text; people write `123-456-7890`. */
export const platformId = z
  .string()
  .transform((value) => value.replaceAll('-', '').trim())
  .refine((value) => /^\d{1,20}$/.test(value), { error: PLATFORM_ID })
  .optional();

/** The client that owns the accounts in the settings: an id without leading zeros, or `all`. */
export const accountsClient = z
  .string()
  .trim()
  .refine((value) => value === 'all' || /^[1-9]\d{0,14}$/.test(value), { error: problem((m) => m.accountsClient) })
  .optional();

/** Parses `NAME=VALUE,NAME=VALUE`; problems never contain a value, because it may be a secret. */
export function pairs(what: ProblemText, valueForm: RegExp, nameForm = /./s) {
  return z.string().transform((list, context) => {
    const map = new Map<string, string>();
    const entries = list.split(',').map((entry) => entry.trim());
    for (const [index, entry] of entries.entries()) {
      if (entry === '') continue;
      const at = entry.indexOf('=');
      const name = entry.slice(0, Math.max(at, 0)).trim();
      const value = entry.slice(at + 1).trim();
      if (at < 1 || !nameForm.test(name) || !valueForm.test(value)) {
        const message = problem((m) => m.entry({ index, what: problemText(what) }));
        context.addIssue({ code: 'custom', message });
      } else {
        map.set(name, value);
      }
    }
    return map as ReadonlyMap<string, string>;
  });
}

/** A page's token contains no comma; one token without `PAGE=` is used for every page. */
export const pageTokens = z
  .string()
  .transform((list) => (list === '' || list.includes('=') ? list : `*=${list}`))
  .pipe(pairs((m) => m.pageToken, /^[\x21-\x7e]{8,}$/, /^(\d{1,20}|\*)$/));

/** Known to be valid: loading the time zone data takes 19 ms, which no command should spend on a default. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

export const timeZone = z.string().refine(isTimeZone, { error: problem((m) => m.timeZone) });

function isTimeZone(name: string): boolean {
  if (name === DEFAULT_TIME_ZONE) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const credentialsKey = z
  .string()
  .refine((text) => [...text].length >= 32 && text.trim() === text, { error: problem((m) => m.credentialsKey) })
  .optional();

export const exportCredential = z
  .string()
  .refine((text) => /^[\x21-\x39\x3b-\x7e]+:[\x21-\x7e]{16,}$/.test(text), { error: problem((m) => m.exportCredential) })
  .optional();

export const list = z.string().transform(listed);

/** Their checksums are verified by the library that encrypts, which only `backup` loads. */
export const recipients = list.refine((keys) => keys.every((key) => /^age1[0-9a-z]+$/.test(key)), {
  error: problem((m) => m.recipients),
});
