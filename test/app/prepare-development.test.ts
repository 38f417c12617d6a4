import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { loadDevelopmentConfig, sampleCommand } from '../../src/app/prepare-development.ts';
import { TempDir } from '../support/temp-dir.ts';

/** What the command would have sent. A shell runs it in that folder with a `curl` that prints its arguments. */
function sentBy(command: string, folder: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' }).split('\0');
}

test.each(['.env', 'my conf/.env', "conf of D'Ávila/$HOME.env"])('the printed command signs with the secret in %s', (envFile) => {
  using folder = new TempDir();
  mkdirSync(dirname(folder.file(envFile)), { recursive: true });
  writeFileSync(folder.file(envFile), 'FORMULARIO_SECRET=form-secret-000001\n');
  const sent = sentBy(sampleCommand('http://127.0.0.1:8080', envFile), folder.path);
  const body = sent[sent.indexOf('--data-binary') + 1] ?? '';
  expect(JSON.parse(body)).toMatchObject({ event_type: 'lead', campanha_id: 'exemplo' });
  const signature = createHmac('sha256', 'form-secret-000001').update(body).digest('hex');
  expect(sent).toContain(`X-Formulario-Signature: sha256=${signature}`);
});

test('without a file the secret is that of the environment', () => {
  using folder = new TempDir();
  const sent = sentBy(`FORMULARIO_SECRET=form-secret-000002; ${sampleCommand('http://127.0.0.1:8080', undefined)}`, folder.path);
  const body = sent[sent.indexOf('--data-binary') + 1] ?? '';
  expect(sent).toContain(`X-Formulario-Signature: sha256=${createHmac('sha256', 'form-secret-000002').update(body).digest('hex')}`);
});

test('secrets of the environment are not looked for in a file', () => {
  using folder = new TempDir();
  const secrets = [
    'ADMIN_TOKEN',
    'FORMULARIO_SECRET',
    'WEBHOOK_SEARCHADS_SECRET',
    'WEBHOOK_SOCIALADS_SECRET',
    'WEBHOOK_SOCIALADS_VERIFY_TOKEN',
  ];
  const env = Object.fromEntries(secrets.map((name) => [name, `${name.toLowerCase()}-0000001`]));
  const envFile = folder.file('dev.env');
  writeFileSync(envFile, '');
  expect(loadDevelopmentConfig({ env, envFile }).secretsFile).toBeUndefined();
  expect(loadDevelopmentConfig({ env: { ...env, FORMULARIO_SECRET: '' }, envFile }).secretsFile).toBe(envFile);
});

test('an ordinary file stands in the command without quotes', () => {
  expect(sampleCommand('http://127.0.0.1:8080', '.env')).toContain("sed -n 's/^FORMULARIO_SECRET=//p' .env)");
});
