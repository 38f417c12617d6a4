import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/base/app-error.ts';
import { Installation, opensslSignature, SECRETS, untilProcessed } from '../end-to-end/operator.ts';
import { requireTool } from '../support/required-tool.ts';
import { ROOT } from '../support/run-program.ts';

const run = promisify(execFile);
const PAGE = readFileSync(join(ROOT, 'docs/admin-api.md'), 'utf8');

/** The shell examples in order, with their headings. */
function examples(): readonly { readonly heading: string; readonly script: string }[] {
  let heading = '';
  return [...PAGE.matchAll(/^## (.+)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, title, script]) => {
    heading = title ?? heading;
    return script === undefined ? [] : [{ heading, script }];
  });
}

/** Runs all examples in order. Returns what they printed, by heading. */
async function follow(folder: string, url: string): Promise<ReadonlyMap<string, string>> {
  const printed = new Map<string, string>();
  let known = '';
  for (const { heading, script } of examples()) {
    const env = { PATH: process.env['PATH'], LEAD_INTAKE_URL: url, ADMIN_TOKEN: SECRETS.ADMIN_TOKEN };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', known + script], { cwd: folder, env });
    if (script.includes('get()')) known = script;
    printed.set(heading, (printed.get(heading) ?? '') + stdout);
  }
  return printed;
}

test('the examples do what the page says', async ({ skip }) => {
  await requireTool(skip, 'curl');
  await requireTool(skip, 'jq');
  await using installation = new Installation();
  const first = await installation.serve();
  const body = JSON.stringify({
    event_type: 'lead',
    id: 'refused-1',
    timestamp: Math.floor(Date.now() / 1_000),
    campanha_id: '42',
    nome: 'Rui',
  });
  const wrong = { 'X-Formulario-Signature': opensslSignature('the-secret-the-form-has', body) };
  expect(await installation.post('/integracoes/leads', body, wrong)).toMatchObject({ status: 401 });
  await installation.postForm({ id: 'f-1', campanha_id: '42' });
  await installation.postForm({ id: 'f-2', campanha_id: '42', nome: 'Ana Souza' });
  await installation.run(['queue', 'once']);
  await installation.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um');
  await installation.postForm({ id: 'f-3', campanha_id: '42', nome: 'Bia Lima' });
  await installation.run(['queue', 'once']);
  await installation.json('campaign', 'link', '42', '--search-ads-form', '40000000000');
  const answers = [{ column_id: 'onde_te_escrevemos?', string_value: 'bia@example.com' }];
  const ofForm = { lead_id: 'g-1', form_id: '40000000000', user_column_data: answers, google_key: SECRETS.WEBHOOK_SEARCHADS_SECRET };
  expect(await installation.post('/webhooks/search_ads', JSON.stringify(ofForm), {})).toMatchObject({ status: 200 });
  await installation.run(['queue', 'once']);
  await first.stop();
  // The operator fixes the secret, as the page instructs.
  await using fixed = new Installation({ FORMULARIO_SECRET: 'the-secret-the-form-has', DATABASE_URL: installation.databaseUrl });
  const { url } = await fixed.serve(['--work']);

  const printed = await follow(fixed.folder, url);
  await untilProcessed(installation.databaseUrl);

  const state = JSON.parse(/^\{[\s\S]*?^\}/m.exec(printed.get('Is anything wrong?') ?? '')?.[0] ?? '') as Record<string, unknown>;
  expect(state).toEqual({ pendente: 0, falhou: 2, estacionado: 0, mais_antigo_ms: null, pausada_em: null });
  expect(printed.get('Is anything wrong?')).toContain('event: snapshot');
  const again = printed.get('What failed, and retry') ?? '';
  expect(again).toMatch(/^2\tunknown_campaign\t/m);
  expect(again).toMatch(/"status": "erro"/);
  expect(again.trimEnd().split('\n').slice(-2)).toEqual(['2', '2']);
  expect(printed.get('Leads')).toMatch(/^1\t.*\tVerão\tB\*\*\* L\*\*\*$/m);
  expect(printed.get('Leads')?.match(/^\d+\tformulario_proprio\t/gm)?.length).toBeGreaterThanOrEqual(3);
  expect(readFileSync(join(fixed.folder, 'leads.csv'), 'utf8')).toMatch(/^lead_id,[\s\S]*Bia Lima/);
  expect(printed.get('Record a stage')).toMatch(/^true\ntrue\n2\tsale\tsem_destino\t\n1\tlead_qualified\tsem_destino\t\n0\n$/);
  expect(printed.get('Accounts of clients')).toBe(
    '138124712925158\n["required",["marketing","anuncios"]]\n0\nsocial_ads\tpage\t138124712925158\tdesconectada\nwarning\n',
  );
  expect(printed.get('Lead forms')).toBe(
    ['search_ads\t40000000000\t1\t1', 'onde_te_escrevemos?\t\t', '{"leads":1,"mudam":1,"ganhos":{"email":1}}', '1', ''].join('\n'),
  );
  expect(printed.get('Refused requests')).toMatch(/^1\tformulario_proprio\tsignature_invalid\t/m);
  expect(printed.get('The OpenAPI document')).toContain('POST\t/integracoes/leads\t');
  const { total } = await fixed.admin<{ total: number }>('/admin/falhas/total');
  expect(total).toBe(0);
  const { stdout } = await run('bash', ['-c', 'ls -l token | cut -c1-10'], { cwd: fixed.folder });
  expect(stdout.trim()).toBe('-rw-------');
});

test('its codes are real', () => {
  const known = [
    ...ERROR_CODES,
    'login_required',
    'wrong_token',
    'read_only',
    'form_expected',
    'content_encoding_unsupported',
    'too_many_logins',
    'overloaded',
    'too_many_streams',
    'too_many_own_streams',
    'admin_not_configured',
    'query_too_expensive',
  ] as string[];
  const rows = [...PAGE.matchAll(/^\| \d{3} \| (.+?) \|/gm)].flatMap(([, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  );
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter((code) => !known.includes(code))).toEqual([]);
});
