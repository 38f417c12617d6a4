import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { startService } from '../../support/running-service.ts';
import { Workplace } from '../../support/workplace.ts';

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
      ['12345678901234567', 'f', 'g', 's', 'x', 'y'].map((id) => `${id} processado`),
    );
  });

  test('explains a refusal and exits 1; the refused request can be looked into', async () => {
    using place = new Workplace();
    await using service = await startService(place.folder, { ...place.env, FORMULARIO_SECRET: 'another-secret-01' });
    const refused = await place.run('send', 'form', '--campaign', '42', '--url', service.url);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toMatch(/^HTTP 401 in \d+ ms from http/);
    expect(refused.stderr).toContain('another FORMULARIO_SECRET');
    const unsigned = await place.run('send', 'search-ads', '--unsigned', '--url', service.url);
    expect(unsigned).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('WEBHOOK_ALLOW_UNSIGNED=true') });
  });

  test('says that nothing listens', async () => {
    using place = new Workplace();
    const result = await place.run('send', 'form', '--campaign', '42', '--url', 'http://127.0.0.1:1');
    expect(result).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('Nothing listens at 127.0.0.1:1') });
  });

  test('--dry-run prints a curl command that works, and warns of a secret in it', async () => {
    using place = new Workplace();
    await using service = await startService(place.folder, place.env);
    const dry = await place.run('send', 'form', '--campaign', '42', '--name', "D'Ávila", '--dry-run', '--url', service.url);
    expect(execFileSync('sh', ['-c', dry.stdout.replace(/^curl /, 'curl -s ')], { encoding: 'utf8' })).toMatch(/^HTTP\/1\.1 202 /);
    expect(await place.json('events', 'list')).toMatchObject({ itens: [{ status: 'recebido' }] });
    const key = await place.run('send', 'search-ads', '--google-key', '--dry-run');
    expect(key.stdout).toContain('"google_key":"search-secret-00001"');
    expect(key.stderr).toContain('holds the secret');
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
