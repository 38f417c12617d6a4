import { styleText } from 'node:util';
import type { Translated } from '../../base/language.ts';
import { printableLine } from '../../base/text.ts';
import { countLevel, type Finding, findingText, GROUPS, type Group, groupOf, type Level } from '../../domain/finding.ts';
import { sayText } from '../../messages/messages.ts';
import { terminalWidth, wrapText } from '../render.ts';

const MARGIN = 2;
/** Width of a sentence where stdout is no terminal. */
const PLAIN_WIDTH = 120;

const TITLES: Readonly<Record<Group, Translated<string>>> = {
  settings: { en: 'Settings', pt: 'Configurações' },
  secrets: { en: 'Secrets', pt: 'Segredos' },
  database: { en: 'Database', pt: 'Banco de dados' },
  disk: { en: 'Disk', pt: 'Disco' },
  clock: { en: 'Clock', pt: 'Relógio' },
  port: { en: 'Port', pt: 'Porta' },
  queue: { en: 'Queue', pt: 'Fila' },
  sources: { en: 'Sources', pt: 'Fontes' },
  platforms: { en: 'Platforms', pt: 'Plataformas' },
};

/** As wide in both languages as the widest. Words, not colours alone: the report is read in logs and mails too. */
const LABELS: Readonly<Record<Level, { readonly text: Translated<string>; readonly style: 'green' | 'yellow' | 'red' }>> = {
  ok: { text: { en: 'ok', pt: 'ok' }, style: 'green' },
  warning: { text: { en: 'warning', pt: 'aviso' }, style: 'yellow' },
  problem: { text: { en: 'PROBLEM', pt: 'PROBLEMA' }, style: 'red' },
};

/** The findings by group, what to do below each, and the count at the end. */
export function doctorText(findings: readonly Finding[]): string {
  const groups = GROUPS.map((group) => ({ group, of: findings.filter((finding) => groupOf(finding) === group) })).filter(
    ({ of }) => of.length > 0,
  );
  return [...groups.map(({ group, of }) => groupText(group, of)), summary(findings)].join('\n\n');
}

function groupText(group: Group, findings: readonly Finding[]): string {
  return [sayText(TITLES[group]), ...findings.flatMap(findingLines)].join('\n');
}

function findingLines(finding: Finding): readonly string[] {
  const { code, level, action } = finding;
  const label = sayText(LABELS[level].text);
  const indent = ' '.repeat(labelWidth() + 2 * MARGIN);
  const width = Math.max(20, (terminalWidth() ?? PLAIN_WIDTH) - indent.length);
  const name = level === 'ok' ? '' : ` [${code}]`;
  const lines = [
    ...wrapText(printableLine(`${sayText(findingText(finding))}${name}`), width),
    ...(action === undefined ? [] : wrapText(printableLine(`→ ${sayText(action)}`), width)),
  ];
  const [first = '', ...rest] = lines;
  const head = `${' '.repeat(MARGIN)}${styled(level, label.padEnd(labelWidth()))}${' '.repeat(MARGIN)}${first}`;
  return [head, ...rest.map((line) => indent + line)];
}

function labelWidth(): number {
  return Math.max(...Object.values(LABELS).map(({ text }) => sayText(text).length));
}

/** Node leaves the colour out where stdout is no terminal, and where NO_COLOR says so. */
function styled(level: Level, text: string): string {
  return styleText(LABELS[level].style, text, { stream: process.stdout });
}

function summary(findings: readonly Finding[]): string {
  const [problems, warnings] = [countLevel(findings, 'problem'), countLevel(findings, 'warning')];
  if (problems + warnings === 0)
    return nothingArrived(findings) ? sayText(NOTHING_YET) : sayText({ en: 'Everything is in order.', pt: 'Está tudo em ordem.' });
  return sayText({
    en: `${problems} ${problems === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
    pt: `${problems} ${problems === 1 ? 'problema' : 'problemas'}, ${warnings} ${warnings === 1 ? 'aviso' : 'avisos'}.`,
  });
}

const NOTHING_YET = {
  en: 'Nothing is wrong, and no event has arrived yet. `lead-intake send form --campaign ID` sends a test.',
  pt: 'Nada está errado, e nenhum evento chegou ainda. `lead-intake send form --campaign ID` envia um teste.',
};

/** Sources were looked at, and none ever sent anything. */
function nothingArrived(findings: readonly Finding[]): boolean {
  const sources = findings.filter(({ code }) => code === 'sources.never' || code === 'sources.event');
  return sources.length > 0 && sources.every(({ code }) => code === 'sources.never');
}
