import type { Translated } from '../base/language.ts';
import type { AccountInWords, Age, Mark, Said } from '../messages/finding-words.ts';
import type { Messages } from '../messages/messages.ts';
import type { Fault } from './fault.ts';
import type { AccountName } from './platform-account.ts';

/** What a finding is about; the groups of the report, in its order. */
export const GROUPS = ['settings', 'secrets', 'database', 'disk', 'clock', 'port', 'queue', 'sources', 'platforms'] as const;
export type Group = (typeof GROUPS)[number];

/**
 * `problem`: leads are lost or not created, or will be. `warning`: it works, and probably is not meant so. `note`: good to know, and nothing is
 * wrong. `ok`: as it should be; only `doctor` tells it.
 */
export const SEVERITIES = ['ok', 'note', 'warning', 'problem'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `group.word`; never changes its meaning, so that monitors can go by it. Its words are in the catalogue of messages. */
export type FindingCode = keyof Messages['findings'];

/** UTC ms, told as the time since then, or until then. */
export interface Moment {
  readonly at: number;
}

/** What a sentence names, as data: whoever shows it writes the words. */
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

/** A client of the agency. */
interface NamedClient {
  readonly id: string;
  readonly name: string;
}

/** One thing that was looked at. No secret and no personal data stands in it. */
export type Finding = {
  [Code in FindingCode]: {
    readonly code: Code;
    readonly severity: Severity;
    readonly params: FindingParams<Code>;
    /** Whose account it is about; left out: that of no single client. */
    readonly client?: NamedClient;
  };
}[FindingCode];

type Args<Code extends FindingCode> = keyof FindingParams<Code> extends never ? [] : [params: FindingParams<Code>];

export function finding<Code extends FindingCode>(severity: Severity, code: Code, ...[params]: Args<Code>): Finding {
  return { code, severity, params: params ?? {} } as Finding;
}

export function ok<Code extends FindingCode>(code: Code, ...params: Args<Code>): Finding {
  return finding('ok', code, ...params);
}

export function note<Code extends FindingCode>(code: Code, ...params: Args<Code>): Finding {
  return finding('note', code, ...params);
}

export function warning<Code extends FindingCode>(code: Code, ...params: Args<Code>): Finding {
  return finding('warning', code, ...params);
}

export function problem<Code extends FindingCode>(code: Code, ...params: Args<Code>): Finding {
  return finding('problem', code, ...params);
}

export function groupOf({ code }: Pick<Finding, 'code'>): Group {
  return code.split('.')[0] as Group;
}

/** What is not as it should be, and what is good to know: the worst first, else as they come. */
export function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
  return findings.filter(({ severity }) => severity !== 'ok').toSorted((a, b) => rank(b) - rank(a));
}

/** The worst severity there is; notes are no reason to worry. */
export function worstSeverity(findings: readonly Pick<Finding, 'severity'>[]): Exclude<Severity, 'note'> {
  if (findings.some(({ severity }) => severity === 'problem')) return 'problem';
  return findings.some(({ severity }) => severity === 'warning') ? 'warning' : 'ok';
}

export function countSeverity(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((one) => one.severity === severity).length;
}
