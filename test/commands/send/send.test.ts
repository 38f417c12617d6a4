import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startService } from '../../support/running-service.ts';
import { Workplace } from '../../support/workplace.ts';

const ADMIN_TOKEN = 'admin-token-000001';

describe('send', () => {
  test('every kind of test event becomes a lead of a running service', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.run('campaign', 'link', '42', '--search-ads-form', '40000000000', '--social-ads-form', '172036835026334');
    await using service = await startService(place.folder, place.env);
    const send = (...args: string[]) => place.json('send', ...args, '--url', service.url);
    expect(await send('form', '--campaign', '42', '--field', 'cidade=Recife', '--id', 'f')).toMatchObject({
      status: 202,
      resposta: { status: 'accepted' },
    });
    expect(await send('search-ads', '--id', 's')).toMatchObject({ status: 200 });
    expect(await send('search-ads', '--google-key', '--test', '--id', 'g')).toMatchObject({ status: 200 });
    expect(await send('search-ads', '--flat', '--client-id', '1', '--gclid', 'Cj0', '--id', 'x')).toMatchObject({ status: 200 });
    expect(await send('social-ads', '--with-answers', '--leadgen-id', '12345678901234567')).toMatchObject({ status: 200 });
    expect(await send('social-ads', '--flat', '--client-id', '1', '--fbclid', 'Iw', '--id', 'y')).toMatchObject({ status: 200 });
    await place.run('queue', 'once');
    const { itens } = (await place.json('events', 'list')) as { itens: { identidade: string; status: string }[] };
    expect(itens.map(({ identidade, status }) => `${identidade} ${status}`).toSorted()).toEqual(
      ['12345678901234567', 'f', 'g:40000000000', 's', 'x', 'y'].map((id) => `${id} processado`),
    );
  });

  test('explains a refusal and exits 1; the refused request can be looked into', async () => {
    using place = new Workplace();
    await using service = await startService(place.folder, { ...place.env, FORMULARIO_SECRET: 'another-secret-01' });
    const refused = await place.run('send', 'form', '--campaign', '42', '--url', service.url);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toMatch(/^HTTP 401 in \d+ ms from http/);
    expect(refused.stderr).toContain('different values of FORMULARIO_SECRET');
    const unsigned = await place.run('send', 'search-ads', '--unsigned', '--url', service.url);
    expect(unsigned).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('WEBHOOK_ALLOW_UNSIGNED=true') });
  });

  describe('--wait', () => {
    test('shows the lead of the event, from the database or over the admin API, and exits 0', async () => {
      using place = new Workplace();
      await place.addCampaign();
      await using service = await startService(place.folder, { ...place.env, ADMIN_TOKEN }, ['--work']);
      const port = { PORT: new URL(service.url).port };
      const here = await place.runWith(port, 'send', 'form', '--campaign', '42', '--wait');
      expect(here).toMatchObject({ exitCode: 0, stderr: 'Event 1 is stored. Waiting until a worker has processed it.\n' });
      expect(here.stdout).toMatch(/^Processed: lead 1 of client Agência Um, campaign Verão\. `lead-intake leads show 1` shows it\.$/m);
      const there = await place.runWith({ ADMIN_TOKEN }, 'send', 'form', '--campaign', '42', '--wait', '--url', service.url, '--json');
      expect(JSON.parse(there.stdout)).toMatchObject({
        status: 202,
        processamento: { resultado: 'processado', lead_id: expect.any(String), campanha: 'Verão', erro_codigo: null },
      });
    });

    test('shows why an event failed or is parked, with what to do, and exits 1', async () => {
      using place = new Workplace();
      await using service = await startService(place.folder, place.env, ['--work']);
      const port = { PORT: new URL(service.url).port };
      const failed = await place.runWith(port, 'send', 'form', '--campaign', 'nope', '--wait');
      expect(failed.exitCode).toBe(1);
      expect(failed.stdout).toMatch(/^Failed: Unknown campaign\. .*nope.*`lead-intake queue retry/ms);
      const parked = await place.runWith(port, 'send', 'social-ads', '--wait');
      expect(parked.exitCode).toBe(1);
      expect(parked.stdout).toMatch(/^Parked: Platform not connected\. /m);
      const portuguese = await place.runWith({ ...port, LC_ALL: 'pt_BR.UTF-8' }, 'send', 'form', '--campaign', 'nope', '--wait');
      expect(portuguese.stdout).toMatch(/^Com erro: Campanha desconhecida\. /m);
    });

    test('ends after the time that was given, and without an admin token before anything is sent', async () => {
      using place = new Workplace();
      await place.addCampaign();
      await using service = await startService(place.folder, place.env);
      const late = await place.runWith({ PORT: new URL(service.url).port }, 'send', 'form', '--campaign', '42', '--wait', '--timeout', '1');
      expect(late).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('Not processed after 1 s. Is a worker running?') });
      const closed = await place.run('send', 'form', '--campaign', '42', '--wait', '--url', service.url);
      expect(closed).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('ADMIN_TOKEN') });
      expect(await place.json('events', 'list')).toMatchObject({ itens: [{ evento_id: '1' }] });
    });

    test('finds the service also by the address of the route', async () => {
      using place = new Workplace();
      await place.addCampaign();
      await using service = await startService(place.folder, { ...place.env, ADMIN_TOKEN }, ['--work']);
      const url = `${service.url}/integracoes/leads`;
      const there = await place.runWith({ ADMIN_TOKEN }, 'send', 'form', '--campaign', '42', '--wait', '--timeout', '9', '--url', url);
      expect(there).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Processed: lead 1 of client') });
    });

    test('does not take the event of another database for the one that it sent', async () => {
      using place = new Workplace();
      using other = new Workplace();
      await place.addCampaign();
      await using service = await startService(place.folder, place.env, ['--work']);
      const { port } = new URL(service.url);
      const send = () => other.runWith({ PORT: port }, 'send', 'form', '--campaign', '42', '--wait', '--timeout', '5');
      const missing = expect.stringContaining('event 1 is not in this one');
      expect(await send()).toMatchObject({ exitCode: 3, stderr: missing });
      await other.acceptAll(['a', 'b']);
      await other.processJobs();
      const another = expect.stringContaining('event 2 is not in this one');
      expect(await send()).toMatchObject({ exitCode: 3, stdout: expect.not.stringContaining('Failed'), stderr: another });
    });

    test('is wrong usage with --dry-run, as --timeout is alone', async () => {
      using place = new Workplace();
      for (const flags of [
        ['--wait', '--dry-run'],
        ['--timeout', '5'],
      ]) {
        expect((await place.run('send', 'form', '--campaign', '42', ...flags)).exitCode).toBe(2);
      }
    });
  });

  test('shows an answer without what could drive the terminal', async () => {
    using place = new Workplace();
    const server = createServer((_request, response) => void response.writeHead(404).end('one\u001B]0;title\u0007\ntwo'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { stdout } = await place.run('send', 'form', '--campaign', '42', '--url', `http://127.0.0.1:${port}`);
    server.close();
    expect(stdout).toContain('\none·]0;title·\ntwo\n');
  });

  test('says that nothing listens', async () => {
    using place = new Workplace();
    const result = await place.run('send', 'form', '--campaign', '42', '--url', 'http://127.0.0.1:1');
    expect(result).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('Nothing is listening at 127.0.0.1:1') });
  });

  test('--dry-run prints a curl command that works, and warns of a secret in it', async () => {
    using place = new Workplace();
    await using service = await startService(place.folder, place.env);
    const dry = await place.run('send', 'form', '--campaign', '42', '--name', "D'Ávila", '--dry-run', '--url', service.url);
    expect(execFileSync('sh', ['-c', dry.stdout.replace(/^curl /, 'curl -s ')], { encoding: 'utf8' })).toMatch(/^HTTP\/1\.1 202 /);
    expect(await place.json('events', 'list')).toMatchObject({ itens: [{ status: 'recebido' }] });
    const key = await place.run('send', 'search-ads', '--google-key', '--dry-run');
    expect(key.stdout).toContain('"google_key":"search-secret-00001"');
    expect(key.stderr).toContain('contains the secret');
  });

  test.each([
    [['form']],
    [['form', '--campaign', '42', '--value', 'much']],
    [['form', '--campaign', '42', '--field', 'novalue']],
    [['form', '--campaign', '42', '--url', 'localhost']],
    [['search-ads', '--flat']],
    [['search-ads', '--google-key', '--unsigned']],
  ])('%j is wrong usage', async (args) => {
    using place = new Workplace();
    expect(await place.run('send', ...args)).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
