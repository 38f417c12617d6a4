import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exchangeRaw } from '../http/raw-connection.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { Workplace } from '../support/workplace.ts';

const EACH = 200;
const MOST_LINES = 5;

interface Line {
  readonly time: string;
  readonly code?: string;
  readonly leftOut?: Readonly<Record<string, number>>;
}

function linesOf(service: RunningService): readonly Line[] {
  const complete = service.log().slice(0, service.log().lastIndexOf('\n'));
  return complete.split('\n').map((line) => JSON.parse(line) as Line);
}

/** Refusals with this code in the log: those with their own line, and those that a summary line counts. */
function refusalsTold(lines: readonly Line[], code: string): number {
  return lines.reduce((sum, line) => sum + (line.code === code ? 1 : 0) + (line.leftOut?.[code] ?? 0), 0);
}

async function untilTold(service: RunningService, code: string): Promise<readonly Line[]> {
  for (;;) {
    const lines = linesOf(service);
    if (refusalsTold(lines, code) >= EACH) return lines;
    await pause(20);
  }
}

async function flood(send: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < EACH; sent += 50) await Promise.all(Array.from({ length: 50 }, send));
}

/**
 * How often more than `most` lines came within a second. The log's seconds need not start on full seconds, so two of them may share one.
 */
function crowded(lines: readonly Line[], most: number): number {
  const times = lines.map(({ time }) => Date.parse(time));
  return times.filter((time, index) => (times[index + most] ?? Number.POSITIVE_INFINITY) - time < 990).length;
}

test('a flood of refused requests leaves a few lines a second, which count the others; the metrics count all', async () => {
  using workplace = new Workplace({ env: { WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'verify-token-0000001' } });
  await using service = await startService(workplace.folder, workplace.env);
  const { port } = new URL(service.url);
  await flood(() => fetch(`${service.url}/integracoes/leads`, { method: 'POST', body: '{}' }));
  await flood(() => fetch(`${service.url}/webhooks/social_ads?hub.mode=subscribe&hub.verify_token=guess&hub.challenge=1`));
  await flood(() => exchangeRaw(Number(port), 'GET /live HTTP/2.0\r\nHost: x\r\n\r\n'));
  for (const code of ['signature_missing', 'verify_token_invalid', 'http_version_unsupported']) {
    const lines = await untilTold(service, code);
    expect(refusalsTold(lines, code), code).toBe(EACH);
    const own = lines.filter((line) => line.code === code);
    expect(own.length, code).toBeGreaterThanOrEqual(MOST_LINES);
    expect(crowded(own, 2 * MOST_LINES), code).toBe(0);
  }
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain(`lead_intake_requests_total{route="/integracoes/leads",method="POST",status="401"} ${EACH}\n`);
}, 60_000);

test('what was left out is counted at the latest when the service ends', async () => {
  using workplace = new Workplace();
  const service = await startService(workplace.folder, workplace.env);
  await flood(() => fetch(`${service.url}/integracoes/leads`, { method: 'POST', body: '{}' }));
  await service.stop('SIGTERM');
  const lines = linesOf(service);
  expect(refusalsTold(lines, 'signature_missing')).toBe(EACH);
  expect(lines.filter(({ code }) => code === 'log_lines_left_out')).not.toEqual([]);
}, 60_000);
