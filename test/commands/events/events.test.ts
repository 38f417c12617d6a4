import { describe, expect, test } from 'vitest';
import { operator } from '../../support/factories.ts';
import { Workplace } from '../../support/workplace.ts';

describe('events list', () => {
  test('filters and pages', async () => {
    using place = new Workplace();
    const ids = [await place.accept('a'), await place.accept('b', { eventType: 'sale' }), await place.accept('c')];
    const list = async (...flags: string[]) => {
      const { itens, proximo } = (await place.json('events', 'list', ...flags)) as {
        itens: { evento_id: string }[];
        proximo: string | null;
      };
      return { ids: itens.map((event) => event.evento_id), proximo };
    };
    expect((await list()).ids).toEqual(ids.toReversed());
    expect((await list('--external-id', 'a')).ids).toEqual([ids[0]]);
    expect((await list('--type', 'sale')).ids).toEqual([ids[1]]);
    expect((await list('--source', 'search_ads')).ids).toEqual([]);
    expect((await list('--since', '1h', '--status', 'recebido')).ids).toHaveLength(3);
    expect((await list('--until', '1h')).ids).toEqual([]);
    const first = await list('--limit', '2');
    expect((await list('--limit', '2', '--before', first.proximo ?? '')).ids).toEqual([ids[0]]);
  });

  test('searches, and narrows down by client and campaign', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const ids = [await place.accept('a'), await place.accept('b')];
    await place.processJobs();
    const failed = await place.accept('c', { person: { name: 'Nova', email: 'Nova@Example.com', phone: '+55 21 2345-6789' } });
    const list = async (...flags: string[]) =>
      ((await place.json('events', 'list', ...flags)) as { itens: { evento_id: string }[] }).itens.map((event) => event.evento_id);
    expect(await list('--search', 'nova@example.com')).toEqual([failed]);
    expect(await list('--search', 'MARIA', '--limit', '1')).toHaveLength(1);
    expect(await list('--campaign', '42')).toEqual(ids.toReversed());
    expect(await list('--client', '1', '--search', 'maria')).toEqual(ids.toReversed());
    expect(await list('--campaign', '43')).toEqual([]);
    expect(await place.run('events', 'list', '--client', 'nobody')).toMatchObject({ exitCode: 1 });
  });

  test('an identity or a type that is an e-mail address is masked, as text too', async () => {
    using place = new Workplace();
    await place.accept('ana@example.com', { eventType: 'bia@example.com' });
    const { stdout } = await place.run('events', 'list');
    expect(stdout).toContain('a***@example.com');
    expect(stdout).toContain('b***@example.com');
    expect(stdout).not.toMatch(/ana@|bia@/);
  });

  test('by error, as text', async () => {
    using place = new Workplace();
    const id = await place.accept('a');
    await place.processJobs();
    const result = await place.run('events', 'list', '--status', 'failed', '--error', 'unknown_campaign');
    expect(result.stdout).toMatch(new RegExp(`^${id} .* Failed .* Unknown campaign$`, 'm'));
    expect(await place.run('events', 'list', '--error', 'other')).toEqual({ exitCode: 0, stdout: '', stderr: 'Nothing found.\n' });
  });
});

describe('events show', () => {
  test('tells the way, masked; --reveal shows what was sent and is recorded', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const id = await place.accept('a', { eventType: 'sale', value: '10.5', searchClickId: 'Cj0' });
    await place.processJobs();
    const masked = await place.run('events', 'show', id);
    expect(masked.stdout).toMatch(/ received +\d+ bytes from 192\.0\.2\.1, HMAC-SHA256 signature, request request-a$/m);
    expect(masked.stdout).toMatch(/ new job +job 1, queue webhooks$/m);
    expect(masked.stdout).toMatch(/ done +job 1, 1 attempt, lead 1$/m);
    expect(masked.stdout).toMatch(/^Click ID +Cj0$/m);
    expect(masked.stdout).not.toMatch(/Maria|maria@|98765/);
    expect(place.activity().filter((line) => line.startsWith('revelar'))).toEqual([]);
    const revealed = await place.run('events', 'show', id, '--reveal');
    expect(revealed.stdout).toContain('"nome":"Maria Teste"');
    expect(await place.json('events', 'show', id, '--reveal')).toMatchObject({
      evento: { corpo: expect.stringContaining('Maria') },
      lead: { nome: 'Maria Teste' },
    });
    expect(place.activity().filter((line) => line.startsWith('revelar'))).toEqual(
      Array(2).fill(`revelar evento:${id} events show --reveal`),
    );
  });

  test('--raw writes the exact bytes and nothing else, and is recorded', async () => {
    using place = new Workplace();
    const id = await place.accept('a', { person: { name: 'João\u001B[31m', email: 'x', phone: 'y' } });
    const stored = await place.use((store) => store.eventTrail(id));
    const result = await place.run('events', 'show', id, '--raw');
    expect(result).toEqual({ exitCode: 0, stdout: Buffer.from(stored?.event.body ?? '').toString('utf8'), stderr: '' });
    expect(place.activity()).toContain(`revelar evento:${id} events show --raw`);
  });

  test('a fault is told with what to do; an unknown event is not found', async () => {
    using place = new Workplace();
    const id = await place.accept('a');
    await place.processJobs();
    expect((await place.run('events', 'show', id)).stdout).toMatch(/ failed +job 1, 1 attempt, unknown_campaign: .*campaign add/m);
    expect(await place.run('events', 'show', '99')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no event 99.'),
    });
  });
});

describe('events replay', () => {
  test('queues events again, and says which were skipped', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const done = await place.accept('a');
    await place.processJobs();
    const waiting = await place.accept('b');
    const result = await place.run('events', 'replay', done, waiting, '99', done);
    expect(result.exitCode).toBe(0);
    expect(result.stdout.split('\n')).toEqual([
      `Event ${done}: queued.`,
      expect.stringContaining(`Event ${waiting}: skipped`),
      expect.stringContaining('Event 99: not found.'),
      '',
    ]);
    await place.processJobs();
    expect(await place.json('events', 'show', done)).toMatchObject({
      evento: { status: 'processado' },
      jobs: [{ job_id: done, tentativas: 1 }],
      tentativas: [{ resultado: 'processed' }],
    });
    expect(await place.json('leads', 'list')).toMatchObject({ itens: [{}, {}] });
  });

  test('says that an event whose body is gone cannot be processed again', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const id = await place.accept('a');
    await place.processJobs();
    await place.use((store) =>
      store.erasePerson({ emails: [], phones: [], clickIds: [], leadIds: ['1'], clientId: null }, 'ticket 1', operator(), Date.now),
    );
    const result = await place.run('events', 'replay', id);
    expect(result).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^Event 1: skipped, because its body was deleted/) });
    expect(await place.json('events', 'replay', id)).toMatchObject({ itens: [{ resultado: 'body_deleted' }] });
  });

  test('exits 1 when nothing was queued', async () => {
    using place = new Workplace();
    expect(await place.run('events', 'replay', '99')).toMatchObject({ exitCode: 1 });
  });
});
