import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JobOutcome } from '../../../src/domain/job.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { inWords } from '../../support/saying.ts';
import { failure, QUEUE, SeededQueue } from './seeded-queue.ts';

const HOUR_MS = 3_600_000;

interface GroupsJson {
  readonly grupos: readonly { readonly erro_codigo: string | null; readonly total: number }[];
}

describe('queue failed', () => {
  test('lists failed jobs with code and message, newest first', async () => {
    using queue = new SeededQueue();
    const [first] = await queue.finish(1, failure('unknown_campaign', 'There is no campaign "7".'));
    const [second] = await queue.finish(1, failure('event_type_unknown'));
    const result = await queue.run('failed');
    const [header, newest, oldest] = result.stdout.split('\n');
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(header).toMatch(/^JOB +EVENT +SOURCE +TYPE +FAILED \(UTC\) +ATTEMPTS +CODE +MESSAGE$/);
    expect(newest).toMatch(new RegExp(`^${second} .*event_type_unknown`));
    expect(oldest).toMatch(new RegExp(`^${first} .*Unknown campaign +There is no campaign "7"\\.$`));
  });

  test('nothing failed is said on stderr and is no failure', async () => {
    using queue = new SeededQueue();
    expect(await queue.run('failed')).toEqual({ exitCode: 0, stdout: '', stderr: 'Nothing found.\n' });
  });

  test('filters by error, source and age', async () => {
    using queue = new SeededQueue();
    await queue.finish(1, failure('a'), { at: Date.now() - 3 * HOUR_MS });
    const [recent] = await queue.finish(1, failure('a'));
    await queue.finish(1, failure('b'));
    await queue.finish(1, failure('a'), { origin: 'search_ads' });
    const result = await queue.run('failed', '--error', 'a', '--source', 'formulario_proprio', '--since', '2h', '--json');
    const { itens } = JSON.parse(result.stdout) as { itens: { job_id: string }[] };
    expect(itens.map((job) => job.job_id)).toEqual([recent]);
  });

  test('pages with the cursor it prints', async () => {
    using queue = new SeededQueue();
    const jobs = await queue.finish(3, failure('a'));
    const first = await queue.run('failed', '--limit', '2');
    const cursor = /--before (\S+)/.exec(first.stderr)?.[1] ?? '';
    const second = await queue.run('failed', '--limit', '2', '--before', cursor, '--json');
    const { itens, proximo } = JSON.parse(second.stdout) as { itens: { job_id: string }[]; proximo: string | null };
    expect(first.stdout.trim().split('\n')).toHaveLength(3);
    expect(itens.map((job) => job.job_id)).toEqual([jobs[0]]);
    expect(proximo).toBeNull();
  });

  test('--group counts by error code', async () => {
    using queue = new SeededQueue();
    await queue.finish(1, failure('rare'));
    await queue.finish(3, failure('frequent'));
    const result = await queue.run('failed', '--group', '--json');
    expect(JSON.parse(result.stdout)).toMatchObject({
      grupos: [
        { erro_codigo: 'frequent', estacionado: false, total: 3, mais_recente: { erro_codigo: 'frequent', evento_id: '4' } },
        { erro_codigo: 'rare', estacionado: false, total: 1, mais_recente: { erro_codigo: 'rare', evento_id: '1' } },
      ],
    });
    const text = await queue.run('failed', '--group');
    expect(text.stdout).toMatch(/^CODE +ID IN ERROR +JOBS +NEWEST \(UTC\)\nfrequent +- +3 +\d[^\n]*\nrare +- +1 +\d[^\n]*\n$/);
    expect(text.stderr).toBe('');
  });

  test('--group tells errors apart by what they name, and retry takes one of them by --named', async () => {
    using queue = new SeededQueue();
    const naming = (named: string): JobOutcome => ({ kind: 'failed', fault: { code: 'a', params: inWords('why'), named } });
    const [first] = await queue.finish(1, naming('campanha_id:x'));
    await queue.finish(2, naming('campanha_id:y'));
    await queue.finish(1, failure('a'));
    const text = await queue.run('failed', '--group');
    expect(text.stdout).toMatch(/^a +campanha_id:y +2 /m);
    expect(text.stdout).toMatch(/^a +campanha_id:x +1 /m);
    const { grupos } = JSON.parse((await queue.run('failed', '--group', '--json')).stdout) as GroupsJson;
    expect(grupos).toMatchObject([{ erro_alvo: 'campanha_id:y', total: 2 }, { erro_alvo: '-' }, { erro_alvo: 'campanha_id:x' }]);
    const none = await queue.run('retry', '--all', '--named', '-', '--dry-run', '--json');
    expect(JSON.parse(none.stdout)).toMatchObject({ total: 1 });
    const done = await queue.run('retry', '--all', '--error', 'a', '--named', 'campanha_id:x', '--yes', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({ jobs: [first], total: 1 });
  });

  test('--group counts codes of older jobs together, and says so', async () => {
    using queue = new SeededQueue();
    await queue.finish(2, failure('old'));
    await queue.finish(500, failure('new'));
    await queue.finish(1, failure('other'), { origin: 'search_ads' });
    const result = await queue.run('failed', '--group', '--source', 'formulario_proprio');
    expect(result.stdout).toMatch(/\nnew +- +500 +\d.*\n\(others\) +-? +2 +-?\n$/);
    expect(result.stderr).toBe('Only the newest 500 jobs are grouped. To count the jobs of one code, use --error.\n');
    const { grupos } = JSON.parse((await queue.run('failed', '--group', '--source', 'formulario_proprio', '--json')).stdout) as GroupsJson;
    expect(grupos.map(({ erro_codigo, total }) => [erro_codigo, total])).toEqual([
      ['new', 500],
      [null, 2],
    ]);
    const one = JSON.parse((await queue.run('failed', '--group', '--error', 'old', '--json')).stdout) as GroupsJson;
    expect(one.grupos).toMatchObject([{ erro_codigo: 'old', total: 2 }]);
  });
});

describe('queue retry', () => {
  test('named jobs wait again, and the unknown one is named', async () => {
    using queue = new SeededQueue();
    const jobs = await queue.finish(2, failure('a'));
    const result = await queue.run('retry', ...jobs, '999999');
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain('Job 999999 does not exist or is not failed, parked or delayed. 2 other jobs queued.');
    const snapshot = await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()));
    expect(snapshot).toMatchObject({ waiting: 2, failed: 0 });
  });

  test('a parked job runs again', async () => {
    using queue = new SeededQueue();
    const [job = ''] = await queue.finish(1, {
      kind: 'parked',
      fault: { code: 'platform_not_connected', params: inWords('Not connected.') },
    });
    expect(await queue.run('retry', job)).toEqual({ exitCode: 0, stdout: '1 job queued.\n', stderr: '' });
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ waiting: 1, parked: 0 });
  });

  test('--all needs --yes where nobody can be asked, and tells the number', async () => {
    using queue = new SeededQueue();
    await queue.finish(3, failure('a'));
    const refused = await queue.run('retry', '--all');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('Retry 3 failed jobs? There is no terminal to confirm on');
    expect(refused.stderr).toContain('--yes');
    const done = await queue.run('retry', '--all', '--yes', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({ total: 3, simulacao: false });
  });

  test('--all takes only what the filters leave, and --dry-run nothing', async () => {
    using queue = new SeededQueue();
    const [wanted] = await queue.finish(1, failure('a'));
    await queue.finish(2, failure('b'));
    const dry = await queue.run('retry', '--all', '--error', 'a', '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, stdout: '1 job selected; nothing was changed.\n' });
    const done = await queue.run('retry', '--all', '--error', 'a', '--yes', '--json');
    expect(JSON.parse(done.stdout)).toEqual({ jobs: [wanted], total: 1, simulacao: false });
  });

  test('nothing selected is no failure', async () => {
    using queue = new SeededQueue();
    expect(await queue.run('retry', '--all')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('who did it stands in the log of operators', async () => {
    using queue = new SeededQueue();
    const [job = ''] = await queue.finish(1, failure('a'));
    await queue.run('retry', job);
    await queue.run('prune', '7');
    const driver = openDriver(join(queue.folder, 'test.db'), { readonly: true });
    const rows = driver.prepare('select quem, acao from registro_operadores').all();
    driver.close();
    const quem = `cli:${userInfo().username}`;
    expect(rows).toEqual([
      { quem, acao: 'repetir' },
      { quem, acao: 'limpar' },
    ]);
  });
});

describe('queue forget', () => {
  test('deletes named failed jobs and leaves their events', async () => {
    using queue = new SeededQueue();
    const [job = '', other = ''] = await queue.finish(2, failure('a'));
    expect(await queue.run('forget', job)).toEqual({ exitCode: 0, stdout: '1 job deleted.\n', stderr: '' });
    const { failed, events } = await queue.use(async (store) => ({
      failed: await store.listFailedJobs({ limit: 10 }),
      events: await store.listEvents({ status: 'erro', limit: 10 }),
    }));
    expect(failed.items.map((item) => item.id)).toEqual([other]);
    expect(events.items).toHaveLength(2);
  });

  test('a waiting job cannot be forgotten', async () => {
    using queue = new SeededQueue();
    await queue.accept(1);
    const result = await queue.run('forget', '1');
    expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Job 1 does not exist or is not failed or parked.') });
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ waiting: 1 });
  });
});

const PARKED = { kind: 'parked', fault: { code: 'platform_not_connected', params: inWords('Not connected.') } } as const;

describe('parked jobs', () => {
  test('are listed by failed --parked, and counted', async () => {
    using queue = new SeededQueue();
    const [parked] = await queue.finish(1, PARKED);
    await queue.finish(1, failure('a'));
    const list = await queue.run('failed', '--parked');
    expect(list.stdout).toMatch(/^JOB .* QUEUED \(UTC\) /);
    expect(list.stdout).toMatch(new RegExp(`^${parked} .* Platform not connected`, 'm'));
    expect(list.stdout.trim().split('\n')).toHaveLength(2);
    const groups = await queue.run('failed', '--parked', '--group', '--json');
    expect(JSON.parse(groups.stdout)).toMatchObject({ grupos: [{ erro_codigo: 'platform_not_connected', total: 1 }] });
    expect((await queue.run('failed', '--parked', '--error', 'other')).stderr).toBe('Nothing found.\n');
  });

  test('run again by retry --all --parked, and no failed one with them', async () => {
    using queue = new SeededQueue();
    await queue.finish(2, PARKED);
    await queue.finish(1, failure('a'));
    const asked = await queue.run('retry', '--all', '--parked');
    expect(asked.stderr).toContain('Retry 2 parked jobs?');
    const done = await queue.run('retry', '--all', '--parked', '--yes');
    expect(done).toEqual({ exitCode: 0, stdout: '2 jobs queued.\n', stderr: '' });
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ waiting: 2, parked: 0, failed: 1 });
  });

  test('are given up by forget, by id and by --all --parked', async () => {
    using queue = new SeededQueue();
    const [first = ''] = await queue.finish(3, PARKED);
    expect(await queue.run('forget', first)).toMatchObject({ exitCode: 0, stdout: '1 job deleted.\n' });
    expect((await queue.run('forget', '--all', '--parked', '--yes')).stdout).toBe('2 jobs deleted.\n');
    expect(await queue.use((store) => store.queueSnapshot(QUEUE, Date.now()))).toMatchObject({ parked: 0, failed: 0 });
  });

  test('are pointed at when --all means failed ones and there are none', async () => {
    using queue = new SeededQueue();
    await queue.finish(2, PARKED);
    const result = await queue.run('retry', '--all', '--yes');
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toBe('No failed jobs match. Nothing was changed. 2 jobs are parked: --parked selects them.\n');
  });
});

describe('selecting jobs', () => {
  test.each([
    [['retry'], 'No job was given.'],
    [['forget'], 'No job was given.'],
    [['retry', '--error', 'a'], 'Filters need --all.'],
    [['forget', '--parked'], 'Filters need --all.'],
    [['retry', '--all', '--queue', 'mails'], 'There is no queue "mails".'],
    [['retry', '1', '--all'], 'Job IDs cannot be combined with --all or filters.'],
    [['retry', 'abc'], 'A job ID is a number such as 17, or c17 for a conversion, not "abc".'],
    [
      ['retry', '--all', '--since', 'yesterday'],
      '--since must be a duration such as 90s, 15m, 2h or 7d, or a day or time in the past such as 2026-11-01 or 2026-11-01T09:00:00-03:00, not "yesterday".',
    ],
    [['failed', '--source', 'fax'], '--source must be google-ads, meta or form, not "fax".'],
  ])('queue %j is wrong usage', async (args, message) => {
    using queue = new SeededQueue();
    const result = await queue.run(...args);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr.split('\n')[0]).toBe(`Error: ${message}`);
  });
});
