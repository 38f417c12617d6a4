import type { Translated } from '../base/language.ts';
import type { AccountInWords, Age, Mark, Said } from '../messages/finding-words.ts';
import type { Messages } from '../messages/messages.ts';
import type { Client } from './directory.ts';
import type { Fault } from './fault.ts';
import type { AccountName } from './platform-account.ts';

/** The subject of a finding; the groups of the report, in display order. */
export const GROUPS = ['settings', 'secrets', 'database', 'disk', 'clock', 'port', 'queue', 'sources', 'platforms'] as const;
export type Group = (typeof GROUPS)[number];

/**
 * `problem`: leads are or will be lost or not created. `warning`: it works, but probably not as intended. `note`: good to know; nothing is
 * wrong. `ok`: as it should be; only `doctor` shows it.
 */
export const SEVERITIES = ['ok', 'note', 'warning', 'problem'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `group.word`; its meaning never changes, so that monitors can rely on it. Its text is in the message catalogue. */
export type FindingCode = keyof Messages['findings'];

/** UTC ms, shown as the time since or until then. */
export interface Moment {
  readonly at: number;
}

/** A parameter of a sentence as data; it becomes text when it is shown. */
type Data<Words> = Words extends Age
  ? Moment
  : Words extends Said
    ? Fault | Translated<string>
    : Words extends Mark
      ? { readonly mark: string }
      : Words extends AccountInWords
        ? AccountName
        : Words;

export type FindingParams<Code extends FindingCode> = Messages['findings'][Code] extends (params: infer Words) => unknown
  ? unknown extends Words
    ? Record<never, never>
    : { readonly [Name in keyof Words]: Data<Words[Name]> }
  : never;

/** The result of one check. Contains no secret and no personal data. */
export type Finding = {
  [Code in FindingCode]: {
    readonly code: Code;
    readonly severity: Severity;
    readonly params: FindingParams<Code>;
    /** The client that owns the account; omitted if it is not a single client. */
    readonly client?: Pick<Client, 'id' | 'name'>;
  };
}[FindingCode];

type Args<Code extends FindingCode> = keyof FindingParams<Code> extends never ? [] : [params: FindingParams<Code>];

export function finding<Code extends FindingCode>(severity: Severity, code: Code, ...[params]: Args<Code>): Finding {
  return { code, severity, params: params ?? {} } as Finding;
}

function findingOf(severity: Severity) {
  return <Code extends FindingCode>(code: Code, ...params: Args<Code>): Finding => finding(severity, code, ...params);
}

export const ok = findingOf('ok');
export const note = findingOf('note');
export const warning = findingOf('warning');
export const problem = findingOf('problem');

export function groupOf({ code }: Pick<Finding, 'code'>): Group {
  return code.split('.')[0] as Group;
}

/** All findings that are not `ok`, worst first, otherwise in their order. */
export function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
  return findings.filter(({ severity }) => severity !== 'ok').toSorted((a, b) => rank(b) - rank(a));
}

/** The worst severity; a note counts as `ok`. */
export function worstSeverity(findings: readonly Pick<Finding, 'severity'>[]): Exclude<Severity, 'note'> {
  if (findings.some(({ severity }) => severity === 'problem')) return 'problem';
  return findings.some(({ severity }) => severity === 'warning') ? 'warning' : 'ok';
}

export function countSeverity(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((one) => one.severity === severity).length;
}
