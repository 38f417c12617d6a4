import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/base/time-units.ts';
import { TIME_TO_RENEW_MS } from '../../src/domain/connected-account.ts';
import { LARGE_WAL_BYTES } from '../../src/domain/queue-status.ts';
import { LITTLE_DISK_BYTES, OLD_CONVERSION_MS, QUEUE_LATE_MS } from '../../src/findings/limits.ts';
import { MESSAGES } from '../../src/messages/messages.ts';
import { Installation } from '../end-to-end/operator.ts';
import { requireTool } from '../support/required-tool.ts';
import { ROOT } from '../support/run-program.ts';

const run = promisify(execFile);
const FOLDER = join(ROOT, 'docs/monitoring');
const ALERTS = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8');
const DASHBOARD = readFileSync(join(FOLDER, 'grafana-dashboard.json'), 'utf8');

/** Every series an expression of alerts or dashboard reads, with the labels it selects by equality. */
function selectors(text: string): readonly { name: string; labels: readonly string[] }[] {
  const found = text.matchAll(/\b((?:lead_intake|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g);
  return Array.from(found, ([, name = '', selector = '']) => ({
    name,
    labels: Array.from(selector.replaceAll('\\"', '"').matchAll(/\b(\w+)="([\w ]+)"/g), ([, label, value]) => `${label}="${value}"`).filter(
      (label) => !label.startsWith('job='),
    ),
  }));
}

/** Accounts that are never spoken to: no worker runs. */
const PLATFORMS = {
  WEBHOOK_SOCIALADS_TOKENS: '1=token-of-the-page',
  SOCIALADS_DATASET_ID: '2',
  SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset',
};

/** The text of /metrics of a service with connected platforms that has had an event and then a refused request of the same campaign. */
async function realMetrics(): Promise<string> {
  await using installation = new Installation(PLATFORMS);
  const { url } = await installation.serve();
  await installation.postForm({ id: 'a', campanha_id: '1' });
  await installation.post('/integracoes/leads', '{"campanha_id":"1"}', { 'X-Formulario-Signature': 'sha256=00' });
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
  // A refused request is kept after it was answered.
  await expect.poll(metrics).toContain('lead_intake_source_credential_refused{');
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

  test('ring for every finding: by a rule of its own, or by its severity; codes and limits are those of the engine', () => {
    const excluded = [...ALERTS.matchAll(/severity="(problem|warning)", code!~"([^"]+)"/g)];
    expect(excluded.map(([, severity]) => severity)).toEqual(['problem', 'warning']);
    for (const code of excluded.flatMap(([, , codes = '']) => codes.split('|'))) expect(Object.keys(MESSAGES.en.findings)).toContain(code);
    for (const limit of [
      `oldest_waiting_seconds > ${QUEUE_LATE_MS / 1_000}`,
      `conversion_waiting_seconds > ${OLD_CONVERSION_MS / 1_000}`,
      `disk_free_bytes < ${LITTLE_DISK_BYTES}`,
      `{kind="wal"} > ${LARGE_WAL_BYTES}`,
      `- time() < ${TIME_TO_RENEW_MS / DAY_MS} * 86400`,
    ])
      expect(ALERTS).toContain(limit);
  });

  test('the rules are what promtool takes, and ring when they should', async ({ skip }) => {
    await requireTool(skip, 'promtool');
    await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd: FOLDER });
    const { stdout } = await run('promtool', ['test', 'rules', 'alerts-test.yml'], { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
  });

  test('silence is what the service knows of each source, and a comparison that fails rings', () => {
    const expr = (name: string): string | undefined => new RegExp(`- alert: ${name}\\n +expr: (.*)`).exec(ALERTS)?.[1];
    expect(expr('LeadIntakeSourceSilent')).toBe('lead_intake_source_silent == 1');
    expect(expr('LeadIntakeReconcileFails')).toMatch(/^lead_intake_reconcile_failed_forms > 0 /);
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
      expect(alert).toMatch(/severity: (critical|warning)/);
      expect(alert).toMatch(/^ {10}summary: /m);
      expect(alert).toMatch(/^ {10}action: /m);
    }
  });
});
