import { styleText } from 'node:util';
import { currentLanguage } from '../../base/language.ts';
import { printableLine } from '../../base/text.ts';
import { countSeverity, type Finding, GROUPS, groupOf, type Severity } from '../../domain/finding.ts';
import { say } from '../../messages/messages.ts';
import { agesAt, findingWords } from '../../presentation/finding-text.ts';
import { terminalWidth, wrapText } from '../render.ts';

const MARGIN = 2;
/** Width of a sentence if stdout is not a terminal. */
const PLAIN_WIDTH = 120;

const STYLES = { ok: 'green', note: 'cyan', warning: 'yellow', problem: 'red' } as const satisfies Record<Severity, string>;

/** The findings by group, each with its action below it, and the totals at the end. */
export function doctorText(findings: readonly Finding[], now = Date.now()): string {
  const groups = GROUPS.map((group) => ({ group, of: findings.filter((finding) => groupOf(finding) === group) }));
  const parts = groups.filter(({ of }) => of.length > 0);
  const titles = say(({ cli }) => cli.doctor.groups);
  const texts = parts.map(({ group, of }) => [titles[group], ...of.flatMap((finding) => findingLines(finding, now))].join('\n'));
  return [...texts, summary(findings)].join('\n\n');
}

/** Words, not only colours: the report is also read in logs and e-mails. */
function findingLines(finding: Finding, now: number): readonly string[] {
  const { code, severity } = finding;
  const labels = say(({ cli }) => cli.doctor.severity);
  const labelWidth = Math.max(...Object.values(labels).map(({ length }) => length));
  const indent = ' '.repeat(labelWidth + 2 * MARGIN);
  const width = Math.max(20, (terminalWidth() ?? PLAIN_WIDTH) - indent.length);
  const { text, action } = findingWords(finding, currentLanguage(), agesAt(now));
  const name = severity === 'ok' ? '' : ` [${code}]`;
  const [first = '', ...rest] = [
    ...wrapText(printableLine(`${text}${name}`), width),
    ...(action === undefined ? [] : wrapText(printableLine(`→ ${action}`), width)),
  ];
  // Node omits the colour if stdout is not a terminal or NO_COLOR is set.
  const label = styleText(STYLES[severity], labels[severity].padEnd(labelWidth), { stream: process.stdout });
  return [`${' '.repeat(MARGIN)}${label}${' '.repeat(MARGIN)}${first}`, ...rest.map((line) => indent + line)];
}

function summary(findings: readonly Finding[]): string {
  const [problems, warnings] = [countSeverity(findings, 'problem'), countSeverity(findings, 'warning')];
  return say(({ cli: { doctor } }) =>
    problems + warnings > 0 ? doctor.count({ problems, warnings }) : nothingArrived(findings) ? doctor.nothingYet : doctor.inOrder,
  );
}

/** Sources were checked, and none ever sent anything. */
function nothingArrived(findings: readonly Finding[]): boolean {
  const sources = findings.filter(({ code }) => code === 'sources.never' || code === 'sources.event');
  return sources.length > 0 && sources.every(({ code }) => code === 'sources.never');
}
