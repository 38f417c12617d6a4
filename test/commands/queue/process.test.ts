import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { finished } from '../../support/run-program.ts';
import { Workplace } from '../../support/workplace.ts';
import { QUEUE, SeededQueue } from './seeded-queue.ts';

function snapshot(queue: SeededQueue) {
  return queue.use((store) => store.queueSnapshot(QUEUE, Date.now()));
}

/** Resolves with the first log line that contains the text. */
async function logLine(child: ChildProcess, text: string): Promise<string> {
  if (child.stderr === null) throw new Error('The program was started without a pipe for stderr.');
  for await (const line of createInterface({ input: child.stderr })) if (line.includes(text)) return line;
  throw new Error(`The program ended without saying "${text}".`);
}

describe('queue once', () => {
  test('processes what is due, tells the counts, and exits 0 although jobs failed', async () => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    await queue.accept(2, { campaignId: '42' });
    await queue.accept(1);
    const result = await queue.run('once', QUEUE);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(/^processed 2, failed 1, waiting 0 in \d+ ms\n$/);
    const leads = await queue.use((store) => store.listLeads({ limit: 10 }));
    expect(leads.items).toHaveLength(2);
    expect(await snapshot(queue)).toMatchObject({ waiting: 0, finished: 2, failed: 1 });
  });

  test('tells on stderr what nobody foresaw, and the job waits for another attempt', async () => {
    using queue = new SeededQueue();
    await queue.accept(1);
    const driver = openDriver(join(queue.folder, 'test.db'), { readonly: false });
    driver.exec('alter table campanhas rename to perdida');
    driver.close();
    const result = await queue.run('once', '--quiet');
    expect(result).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^processed 0, failed 0, waiting 1 /) });
    expect(JSON.parse(result.stderr.split('\n')[0] ?? '')).toMatchObject({
      level: 'error',
      job: '1',
      msg: 'processing ended unexpectedly',
    });
  });

  test('an empty queue is done at once', async () => {
    using queue = new SeededQueue();
    const result = await queue.run('once', '--json');
    expect(JSON.parse(result.stdout)).toMatchObject({ fila: QUEUE, processados: 0, falhas: 0, esperando: 0, motivo: 'empty' });
  });

  test('two at the same moment share the work, and no lead is made twice', async () => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    await queue.accept(60, { campaignId: '42' });
    const results = await Promise.all([queue.run('once', '--batch', '5', '--json'), queue.run('once', '--batch', '5', '--json')]);
    const processed = results.map((result) => (JSON.parse(result.stdout) as { processados: number }).processados);
    expect(results.map((result) => result.exitCode)).toEqual([0, 0]);
    expect(processed.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect((await queue.use((store) => store.listLeads({ limit: 100 }))).items).toHaveLength(60);
  });

  test('a paused queue is left alone', async () => {
    using queue = new SeededQueue();
    await queue.accept(1);
    await queue.run('pause');
    const result = await queue.run('once');
    expect(result.stdout).toMatch(/^processed 0, failed 0, waiting 1 /);
    expect(JSON.parse((await queue.run('once', '--json')).stdout)).toMatchObject({ esperando: 1, motivo: 'paused' });
    expect(result.stderr).toMatch(
      /^The queue has been paused since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Nothing is processed until `lead-intake queue resume`\.\n$/,
    );
    expect(await queue.run('once', '--quiet')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(await snapshot(queue)).toMatchObject({ waiting: 1 });
  });
});

test('queue once conversoes says that no platform is connected, until a client has an account of its own', async () => {
  using place = new Workplace({ env: { CREDENTIALS_KEY: randomBytes(32).toString('base64url') } });
  await place.run('client', 'add', '--name', 'Agência Um');
  expect((await place.run('queue', 'once', 'conversoes')).stderr).toContain('No platform is connected');
  const connected = await place.feed('token-of-the-dataset', 'client', 'connect', '1', '--dataset', '990000000000001', '--no-check');
  expect(connected).toMatchObject({ exitCode: 0 });
  expect(await place.run('queue', 'once', 'conversoes')).toMatchObject({ exitCode: 0, stderr: '' });
});

describe('queue once --quiet', () => {
  test('says nothing when nothing was due, and the summary otherwise', async () => {
    using queue = new SeededQueue();
    expect(await queue.run('once', '--quiet')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    await queue.accept(1);
    expect((await queue.run('once', '--quiet')).stdout).toMatch(/^processed 0, failed 1, waiting 0 /);
  });
});

describe('queue work', () => {
  test('takes jobs as they arrive, and SIGTERM ends it with 0', async () => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    const worker = queue.start('work', QUEUE, '--json');
    const result = finished(worker);
    await logLine(worker, 'started');
    await queue.accept(1, { campaignId: '42' });
    await queue.use(async (store) => {
      const signal = AbortSignal.timeout(20_000);
      while ((await store.queueSnapshot(QUEUE, Date.now())).finished === 0) {
        signal.throwIfAborted();
        await store.waitForChange({ timeoutMs: 1_000, signal });
      }
    });
    worker.kill('SIGTERM');
    const { exitCode, stdout } = await result;
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ processados: 1, motivo: 'stopped' });
    expect((await snapshot(queue)).workers).toEqual([]);
  });

  test.each([
    [['--stop-when-empty'], 0, { processados: 3, motivo: 'empty' }],
    [['--max-jobs', '2', '--batch', '1'], 0, { processados: 2, motivo: 'max_jobs' }],
    [['--max-time', '1'], 0, { processados: 3, motivo: 'max_time' }],
    [['--max-time', '0', '--max-jobs', '0', '--sleep', '0', '--stop-when-empty'], 0, { processados: 3, motivo: 'empty' }],
    [['--memory', '64', '--batch', '1'], 12, { motivo: 'memory' }],
  ])('%j', async (flags, exitCode, summary) => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    await queue.accept(3, { campaignId: '42' });
    const result = await queue.run('work', ...flags, '--json');
    expect(result.exitCode).toBe(exitCode);
    expect(JSON.parse(result.stdout)).toMatchObject(summary);
  });

  test.each([
    [['--concurrency', '0'], '--concurrency must be a whole number from 1 to 64, not "0".'],
    [['--memory', 'lots'], '--memory must be a whole number from 64 up, not "lots".'],
    [['--sleep'], '--sleep needs a value.'],
    [['--batch', '1001'], '--batch must be a whole number from 1 to 1000, not "1001".'],
    [['webhook'], 'There is no queue "webhook". Did you mean "webhooks"?'],
  ])('%j is wrong usage', async (flags, message) => {
    using queue = new SeededQueue();
    const result = await queue.run('work', ...flags);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr.split('\n')[0]).toBe(`Error: ${message}`);
  });

  test('tells in its log which database it works on, and that a queue is paused', async () => {
    using queue = new SeededQueue();
    await queue.accept(1);
    await queue.run('pause');
    const { stderr } = await queue.run('work', '--max-time', '1');
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.slice(0, 2)).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'worker started',
        queue: 'webhooks',
        database: expect.stringMatching(/^sqlite:\/.*\.db$/) as string,
      }),
      expect.objectContaining({ level: 'warn', msg: 'the queue is paused: nothing is processed until `lead-intake queue resume`' }),
    ]);
  });

  test('begins its log with the warnings about the configuration', async () => {
    using place = new Workplace({ env: { FORMULARIO_SECRET: 'short', QUEUE_LEASE_SECOND: '9' } });
    const { stderr } = await place.run('queue', 'work', '--stop-when-empty');
    const lines = stderr.trim().split('\n');
    const warnings = lines.map((line) => JSON.parse(line) as { level: string; msg: string }).filter(({ level }) => level === 'warn');
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringContaining('Did you mean QUEUE_LEASE_SECONDS?'),
      expect.stringMatching(/^FORMULARIO_SECRET has fewer than 16 characters/),
    ]);
  });

  test('two signals at the same moment are one: it stops in order', async () => {
    using queue = new SeededQueue();
    const worker = queue.start('work');
    const closed = once(worker, 'close');
    await logLine(worker, 'started');
    worker.kill('SIGINT');
    worker.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  });
});
