import { describe, expect, test } from 'vitest';
import { leadIntent } from '../../support/factories.ts';
import { runOnTerminal } from '../../support/run-on-terminal.ts';
import { failure, QUEUE, SeededQueue } from './seeded-queue.ts';

const DAY_MS = 86_400_000;

/** Jobs that ended at this time (UTC ms), all about one lead of the client of campaign 42. */
async function processed(queue: SeededQueue, count: number, at: number): Promise<void> {
  await queue.finish(count, { kind: 'lead', intent: leadIntent('form') }, { at });
}

describe('queue status', () => {
  test('counts jobs by state and says who works', async () => {
    using queue = new SeededQueue();
    await queue.finish(1, failure('a'));
    await queue.accept(2, { receivedAt: Date.now() - 185_000 });
    const result = await queue.run('status');
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(/^Queued +2$/m);
    expect(result.stdout).toMatch(/^Failed +1 +list them: `lead-intake queue failed`$/m);
    expect(result.stdout).toMatch(/^Oldest +due for 3 min \d\d s$/m);
    expect(result.stdout).toMatch(/^Database +\/\S*test\.db \(\d/m);
    expect(result.stdout).toContain('No worker is running.');
  });

  test('tells living workers from gone ones', async () => {
    using queue = new SeededQueue();
    const now = Date.now();
    const worker = { host: 'h', pid: 7, pidSpace: '', queue: QUEUE, version: '1', startedAt: now - DAY_MS, processed: 5, failed: 1 };
    await queue.use(async (store) => {
      await store.heartbeat({ ...worker, id: 'h:7:living', seenAt: now });
      await store.heartbeat({ ...worker, id: 'h:7:gone', seenAt: now - DAY_MS });
    });
    const { stdout } = await queue.run('status');
    expect(stdout).toMatch(/^h:7:living +Running /m);
    expect(stdout).toMatch(/^h:7:gone +Not responding /m);
  });

  test('--max and --max-age exit 1 and say which', async () => {
    using queue = new SeededQueue();
    await queue.accept(2, { receivedAt: Date.now() - 120_000 });
    const within = await queue.run('status', '--max', '2', '--max-age', '3600');
    expect(within).toMatchObject({ exitCode: 0, stderr: '' });
    const beyond = await queue.run('status', '--max', '1', '--max-age', '60');
    expect(beyond.exitCode).toBe(1);
    expect(beyond.stderr).toMatch(
      /^--max exceeded: 2 jobs waiting, 1 allowed\.\n--max-age exceeded: .* due for 2 min \d\d s, 1 min 00 s allowed\.\n$/,
    );
    const json = await queue.run('status', '--max', '1', '--json');
    expect(json).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      pendente: 2,
      excedidos: ['--max exceeded: 2 jobs waiting, 1 allowed.'],
      banco: { tipo: 'sqlite' },
    });
  });

  test('a queue that nobody uses is wrong usage, not a healthy one', async () => {
    using queue = new SeededQueue();
    const result = await queue.run('status', 'webhoks');
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain('There is no queue "webhoks". Did you mean "webhooks"?');
  });

  test('a database that cannot be used is exit 3', async () => {
    using queue = new SeededQueue();
    const result = await queue.run('status', '--database', `sqlite:${queue.folder}`, '--json');
    expect(result.exitCode).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject({ error: { code: 'store_unusable', hint: expect.any(String) } });
  });
});

describe('queue prune', () => {
  test('deletes what was done before, never what waits or failed', async () => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    await processed(queue, 2, Date.now() - 10 * DAY_MS);
    await processed(queue, 1, Date.now() - 2 * DAY_MS);
    await queue.finish(1, failure('a'), { at: Date.now() - 30 * DAY_MS });
    await queue.accept(1, { receivedAt: Date.now() - 30 * DAY_MS });
    const dry = await queue.run('prune', '7', '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, stdout: '2 finished jobs older than 7 days would be deleted.\n' });
    const done = await queue.run('prune', '7', QUEUE);
    expect(done).toMatchObject({ exitCode: 0, stdout: '2 finished jobs older than 7 days deleted.\n' });
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ waiting: 1, finished: 1, failed: 1 });
  });

  test('failed jobs are deleted only with --failed and a yes', async () => {
    using queue = new SeededQueue();
    await queue.finish(2, failure('a'), { at: Date.now() - 10 * DAY_MS });
    const asked = await queue.run('prune', '7', '--failed');
    expect(asked).toMatchObject({ exitCode: 2, stdout: '' });
    expect(asked.stderr).toContain('Delete 2 failed jobs older than 7 days? Their leads or conversions are still missing');
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ failed: 2 });
    const done = await queue.run('prune', '7', '--failed', '--yes');
    expect(done).toMatchObject({ exitCode: 0, stdout: '2 failed jobs older than 7 days deleted.\n' });
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ failed: 0 });
  });

  test.each([
    ['n', 'would be deleted', 1, 1],
    ['y', 'deleted', 0, 0],
  ])('on a terminal it asks first: %s', async (answer, says, left, code) => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    await processed(queue, 1, Date.now() - 10 * DAY_MS);
    const { exitCode, screen } = await runOnTerminal(['queue', 'prune', '7'], {
      cwd: queue.folder,
      env: { DATABASE_URL: queue.databaseUrl },
      answers: [['Delete 1 finished job older than 7 days? [y/N]', `${answer}\r`]],
    });
    expect([exitCode, screen]).toEqual([code, expect.stringContaining(`1 finished job older than 7 days ${says}.`)]);
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ finished: left });
  });

  test('--quiet prints nothing, as cron wants it', async () => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    await processed(queue, 1, Date.now() - 10 * DAY_MS);
    expect(await queue.run('prune', '7', '--quiet')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('0 days is all that is finished', async () => {
    using queue = new SeededQueue();
    await queue.addCampaign('42');
    await processed(queue, 2, Date.now() - 1_000);
    const result = await queue.run('prune', '0', '--json');
    expect(JSON.parse(result.stdout)).toMatchObject({ total: 2, simulacao: false });
  });

  test.each(['abc', '-1', '1.5', '', '1e3', '0x10'])('%j days is wrong usage', async (days) => {
    using queue = new SeededQueue();
    const result = await queue.run('prune', days);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toBe(`Error: DAYS must be a whole number from 0 up, not "${days}".\nSee \`lead-intake queue prune --help\`.\n`);
  });

  test.each([
    [[], 'Missing argument DAYS: Age in days since the job ended; 0 for all.'],
    [['1', 'webhooks', 'more'], 'Too many arguments: "more".'],
    [['1', '--dryrun'], 'Unknown flag: --dryrun. Did you mean --dry-run?'],
    [['1', '--dbase', 'x.db'], 'Unknown flag: --dbase. Did you mean --database?'],
  ])('prune %j', async (args, message) => {
    using queue = new SeededQueue();
    const result = await queue.run('prune', ...args);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr.split('\n')[0]).toBe(`Error: ${message}`);
  });
});

describe('queue pause and resume', () => {
  test('say what changed, and status shows it', async () => {
    using queue = new SeededQueue();
    expect((await queue.run('pause')).stdout).toBe('Queue webhooks is paused. Events are still received; no jobs start.\n');
    expect((await queue.run('pause')).stdout).toBe('Queue webhooks is already paused.\n');
    expect((await queue.run('status')).stdout).toMatch(/^State +paused since /m);
    expect((await queue.run('resume')).stdout).toBe('Queue webhooks is running again.\n');
    const again = await queue.run('resume', '--json');
    expect(JSON.parse(again.stdout)).toEqual({ fila: 'webhooks', pausada: false, mudou: false });
  });
});
