import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/base/time-units.ts';
import { TIME_TO_RENEW_MS } from '../../src/domain/connected-account.ts';
import { OLD_CONVERSION_MS } from '../../src/findings/limits.ts';
import { Installation } from '../end-to-end/operator.ts';
import { requireTool } from '../support/required-tool.ts';
import { ROOT } from '../support/run-program.ts';

const run = promisify(execFile);
const FOLDER = join(ROOT, 'docs/monitoring');
const ALERTS = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8');
const DASHBOARD = readFileSync(join(FOLDER, 'grafana-dashboard.json'), 'utf8');

/** The severity of a rule and the severity of the findings it alerts on. */
const LEVELS = new Map([
  ['critical', ['problem']],
  ['warning', ['warning']],
  ['{{ if eq $labels.severity "problem" }}critical{{ else }}warning{{ end }}', ['problem', 'warning']],
]);

/** Rules that name the source, account or page they are about. They alert on a metric with labels for it, because the finding has none. */
const OF_A_FIGURE = [
  ['LeadIntakeSourceCredentialRefused', 'sources.credential_refused'],
  ['LeadIntakeSourceSilent', 'sources.silent'],
  ['LeadIntakeCredentialRefused', 'platforms.refused'],
  ['LeadIntakeCredentialRefused', 'platforms.blocked'],
  ['LeadIntakePlatformAway', 'platforms.away'],
  ['LeadIntakeTokenExpires', 'platforms.token_expires'],
  ['LeadIntakeConversionsWithoutAccount', 'platforms.waiting_for_account'],
  ['LeadIntakeConversionsLate', 'platforms.old_conversion'],
  ['LeadIntakeLeadsWereMissing', 'platforms.missing_leads'],
] as const;

const RULES = ALERTS.split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => ({ rule, name: rule.split('\n')[0] ?? '', severity: /severity: '?(.*?)'? \}$/m.exec(rule)?.[1] ?? '' }));

const CALL = /\b(ok|note|warning|problem|finding)\(((?:[^()]|\([^()]*\))*?'[a-z]+\.[a-z_]+'(?: : '[a-z]+\.[a-z_]+')?)/g;

/** Every finding code with each severity in the source of the findings. */
function judgements(): readonly { readonly severity: string; readonly code: string }[] {
  const folder = join(ROOT, 'src/findings');
  const calls = readdirSync(folder).flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(CALL)]);
  return calls.flatMap(([, name = '', args = '']) => {
    const codes = [...args.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, code = '']) => code);
    const severities = name === 'finding' ? [...args.matchAll(/'(note|warning|problem)'/g)].map(([, severity = '']) => severity) : [name];
    return codes.flatMap((code) => severities.map((severity) => ({ severity, code })));
  });
}

/** Every series that an expression of the alerts or the dashboard reads, with the labels it selects by equality. */
function selectors(text: string): readonly { name: string; labels: readonly string[] }[] {
  const found = text.matchAll(/\b((?:lead_intake|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g);
  return Array.from(found, ([, name = '', selector = '']) => ({
    name,
    labels: Array.from(selector.replaceAll('\\"', '"').matchAll(/\b(\w+)="([\w ]+)"/g), ([, label, value]) => `${label}="${value}"`).filter(
      (label) => !/^(job|code)=/.test(label),
    ),
  }));
}

/** Accounts that are never called: no worker runs. */
const PLATFORMS = {
  WEBHOOK_SOCIALADS_TOKENS: '1=token-of-the-page',
  SOCIALADS_DATASET_ID: '2',
  SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset',
};

/** The text of /metrics of a service with connected platforms, after one event and one refused request of the same campaign. */
async function realMetrics(): Promise<string> {
  await using installation = new Installation(PLATFORMS);
  const { url } = await installation.serve();
  await installation.postForm({ id: 'a', campanha_id: '1' });
  await installation.post('/integracoes/leads', '{"campanha_id":"1"}', { 'X-Formulario-Signature': 'sha256=00' });
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
  // A refused request is stored after its response.
  await expect.poll(metrics, { timeout: 10_000 }).toContain('lead_intake_source_credential_refused{');
  return await metrics();
}

describe('alerts and dashboard', () => {
  test('read only what /metrics has', async () => {
    const lines = (await realMetrics()).split('\n');
    const used = [...selectors(ALERTS), ...selectors(DASHBOARD)];
    expect(used.length).toBeGreaterThan(40);
    const missing = used.filter(({ name, labels }) => {
      const series = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
      return !series.some((line) => labels.every((label) => line.includes(label)));
    });
    expect(missing).toEqual([]);
  });

  test('ask for codes of refusals that exist', async () => {
    const [, pattern = ''] = /refused_total\{code=~"([^"]+)"/.exec(ALERTS) ?? [];
    const sources = await run('grep', ['-rhoE', "code: '[a-z_]+'|'(signature|google_key|timestamp)_[a-z_]+'", join(ROOT, 'src/intake')]);
    const codes = sources.stdout.split('\n').map((line) => /'([a-z_]+)'/.exec(line)?.[1] ?? '');
    for (const alternative of pattern.split('|')) {
      expect(codes.filter((code) => new RegExp(`^(?:${alternative})$`).test(code))).not.toEqual([]);
    }
  });

  test('ring for every finding as severe as the engine judges it: by a rule of its own, or by its severity', () => {
    const [problems = [], warnings = []] = ['problem', 'warning'].map((severity) => {
      const [, codes = ''] = new RegExp(`severity="${severity}", code!~"([^"]+)"`).exec(ALERTS) ?? [];
      return codes.split('|');
    });
    const judged = judgements();
    const selected = RULES.flatMap(({ rule, severity }) =>
      [...rule.matchAll(/findings\{code="([^"]+)"\}/g)].map(([, code = '']) => ({ code, severity })),
    );
    const rung = [
      ...selected,
      ...OF_A_FIGURE.map(([name, code]) => ({ code, severity: RULES.find((rule) => rule.name === name)?.severity })),
    ];
    for (const { code, severity } of rung) {
      const severities = judged.filter((found) => found.code === code && found.severity !== 'ok').map((found) => found.severity);
      expect([code, [...new Set(severities)].toSorted()]).toEqual([code, LEVELS.get(severity ?? '')]);
    }
    const ofItsOwn = (severity: string): readonly string[] =>
      [...new Set(rung.map(({ code }) => code))]
        .filter((code) => judged.some((found) => found.code === code && found.severity === severity))
        .toSorted();
    expect(problems.toSorted()).toEqual(ofItsOwn('problem'));
    expect(warnings.toSorted()).toEqual(ofItsOwn('warning'));
  });

  test('limits that a figure is held against are those of the engine', () => {
    expect(ALERTS).toContain(`conversion_waiting_seconds > ${OLD_CONVERSION_MS / 1_000}`);
    expect(ALERTS).toContain(`- time() < ${TIME_TO_RENEW_MS / DAY_MS} * 86400`);
  });

  test('the rules are what promtool takes, and ring when they should', async ({ skip }) => {
    await requireTool(skip, 'promtool');
    await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd: FOLDER });
    const { stdout } = await run('promtool', ['test', 'rules', 'alerts-test.yml'], { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
  });

  test('silence is what the service knows of each source', () => {
    const expr = (name: string): string | undefined => new RegExp(`- alert: ${name}\\n +expr: (.*)`).exec(ALERTS)?.[1];
    expect(expr('LeadIntakeSourceSilent')).toBe('lead_intake_source_silent == 1');
    expect(ALERTS).not.toContain('last_event_timestamp');
  });

  test('what the tests of the rules wait for are alerts there are, with their words of what to do', () => {
    const tests = readFileSync(join(FOLDER, 'alerts-test.yml'), 'utf8');
    const cases = tests.split(/^ {8}alertname: /m).slice(1);
    expect(cases.length).toBeGreaterThan(10);
    for (const words of cases) {
      const [name = ''] = words.split('\n');
      const rule = ALERTS.split(/^ {6}- alert: /m).find((alert) => alert.startsWith(`${name}\n`));
      expect([name, rule]).toEqual([name, expect.any(String)]);
      const [action] = /^ +action: .*$/m.exec(words) ?? [];
      if (action !== undefined) expect(rule).toContain(action.trim());
    }
  });

  test('every alert says what happened and what to do', () => {
    const alerts = ALERTS.split(/^ {6}- alert: /m).slice(1);
    expect(alerts.length).toBeGreaterThan(10);
    for (const alert of alerts) {
      expect(alert).toMatch(/severity: .*(critical|warning)/);
      expect(alert).toMatch(/^ {10}summary: /m);
      expect(alert).toMatch(/^ {10}action: /m);
    }
  });
});
