import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../../src/base/signature.ts';
import { runProgram } from '../../support/run-program.ts';
import { SECRETS, Workplace } from '../../support/workplace.ts';

const BODY = '{"id":1,"nome":"João"}';

describe('signature sign', () => {
  test('says the same as openssl, for standard input and for a file byte for byte', async () => {
    using place = new Workplace();
    const openssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRETS.FORMULARIO_SECRET], { input: BODY, encoding: 'utf8' });
    const expected = `sha256=${openssl.trim().split(' ').at(-1)}\n`;
    expect(await place.feed(BODY, 'signature', 'sign', '--source', 'form')).toEqual({ exitCode: 0, stdout: expected, stderr: '' });
    const file = join(place.folder, 'body');
    writeFileSync(file, Buffer.from([0xff, 0x00, 0x0a]));
    expect(await place.json('signature', 'sign', file, '--source', 'search-ads')).toMatchObject({
      cabecalho: 'X-Webhook-Signature',
      corpo_bytes: 3,
    });
  });

  test('takes another secret from the environment only, and says when there is none', async () => {
    using place = new Workplace();
    const sign = (env: Record<string, string>, ...flags: string[]) =>
      runProgram(['signature', 'sign', '--source', 'form', ...flags], { cwd: place.folder, env, stdin: BODY });
    expect(await sign({ NOVO: SECRETS.FORMULARIO_SECRET }, '--secret-env', 'NOVO')).toMatchObject(
      await place.feed(BODY, 'signature', 'sign', '--source', 'form'),
    );
    expect(await sign({}, '--secret-env', 'NOVO')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('NOVO is not set') });
    expect(await sign({})).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('FORMULARIO_SECRET is not set') });
    const meta = await runProgram(['signature', 'sign', '--source', 'meta'], { cwd: place.folder, env: {}, stdin: BODY });
    expect(meta.stderr).toContain('set WEBHOOK_SOCIALADS_SECRET to the app secret of your Meta app');
  });
});

describe('signature verify', () => {
  const verify = (place: Workplace, body: string, signature: string, ...flags: string[]) =>
    place.feed(body, 'signature', 'verify', '--source', 'form', '--signature', signature, ...flags);

  test('valid is exit 0; the timestamp is told apart', async () => {
    using place = new Workplace();
    const body = `{"timestamp":${Math.floor(Date.now() / 1_000) - 7_200}}`;
    const { stdout } = await place.feed(body, 'signature', 'sign', '--source', 'form');
    const result = await verify(place, body, stdout.trim());
    expect(result).toMatchObject({ exitCode: 0, stdout: 'Valid: signed with the current secret.\n' });
    expect(result.stderr).toContain('the service answers 401');
  });

  test('not valid is exit 1 with the reasons, in words and as JSON', async () => {
    using place = new Workplace();
    const { stdout } = await place.feed(BODY, 'signature', 'sign', '--source', 'social-ads');
    const result = await verify(place, `${BODY}\n`, stdout.trim());
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(/^Not valid\.\n- .*secret of Meta.*\n- .*without the line break/);
    const json = await verify(place, BODY, 'sha256=00', '--json');
    expect(json).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      valida: false,
      segredo: null,
      motivos: [expect.any(String)],
      timestamp: { resultado: 'unreadable' },
    });
    expect(result.stdout).not.toContain('secret-0000');
  });

  test('named secrets are tried too, and what is not tried is named', async () => {
    using place = new Workplace({ env: { CREDENTIALS_KEY: 'a key that seals what is kept in the database', FORMULARIO_SECRET: '' } });
    const secret = (await place.run('secret', 'add', 'landing page', '--source', 'form')).stdout.trim();
    const signature = signatureHeader(secret, Buffer.from(BODY));
    expect(await verify(place, BODY, signature)).toMatchObject({
      exitCode: 0,
      stdout: 'Valid: signed with the named secret "landing page".\n',
    });
    expect(JSON.parse((await verify(place, BODY, signature, '--json')).stdout)).toMatchObject({
      segredo: null,
      segredo_nomeado: 'landing page',
    });
    const damaged = await verify(place, BODY, signatureHeader(`${secret}\n`, Buffer.from(BODY)));
    expect(damaged.stdout).toMatch(/^Not valid\.\n- .*with a line break at its end/);
    const args = ['signature', 'verify', '--source', 'form', '--signature', signature];
    const otherKey = { CREDENTIALS_KEY: 'another key, which does not open what is in there', FORMULARIO_SECRET: 'form-secret-000001' };
    const unread = await runProgram(args, { cwd: place.folder, env: { ...place.env, ...otherKey }, stdin: BODY });
    expect(unread).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('The named secret "landing page" was not tried') });
    const elsewhere = { ...otherKey, DATABASE_URL: `sqlite:${join(place.folder, 'none.db')}` };
    const missing = await runProgram(args, { cwd: place.folder, env: { ...place.env, ...elsewhere }, stdin: BODY });
    expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('The named secrets were not tried.') });
    const sent = await place.run('send', 'form', '--campaign', '1', '--dry-run');
    expect(sent).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('To use a named secret, set FORMULARIO_SECRET') });
  });
});
