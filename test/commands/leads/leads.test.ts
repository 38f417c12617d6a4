import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { LEAD_CSV_COLUMNS } from '../../../src/presentation/csv.ts';
import { Workplace } from '../../support/workplace.ts';

const FORMULA = { name: '=HYPERLINK("http://evil.example")', email: 'rosa@example.com', phone: '+5511987654321' };

async function filled(place: Workplace, count: number): Promise<void> {
  await place.addCampaign();
  const ids = Array.from({ length: count }, (_, index) => `form-${index}`);
  await place.acceptAll(ids, { person: FORMULA });
  await place.processJobs();
}

test.each([
  ['events', 'zzz', 'a number'],
  ['events', '1763800000000-17', 'a number'],
  ['leads', 'zzz', 'such as 1763800000000-17'],
  ['leads', '17', 'such as 1763800000000-17'],
  ['conversions', 'zzz', 'a number'],
  ['refused', 'zzz', 'a number'],
])('%s list takes no cursor that no page ended with: %s', async (list, cursor, looks) => {
  using place = new Workplace();
  expect(await place.run(list, 'list', '--before', cursor)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`--before must be the cursor from the previous page, ${looks}, not "${cursor}".`),
  });
});

describe('leads list and show', () => {
  test('mask personal data until they are revealed, which is recorded', async () => {
    using place = new Workplace();
    await filled(place, 1);
    const list = await place.run('leads', 'list', '--client', 'Agência Um', '--campaign', '42', '--since', '1h');
    expect(list.stdout).toMatch(/^1 .* Agência Um +Verão .* r\*\*\*@example\.com +\+55119\*\*\*\*4321/m);
    expect(JSON.stringify([await place.json('leads', 'list'), await place.json('leads', 'show', '1')])).not.toMatch(
      /HYPERLINK|rosa@|98765/,
    );
    expect(place.activity().filter((line) => line.startsWith('revelar'))).toEqual([]);
    const ofDay = async (flag: string, day: string) => (await place.json('leads', 'list', flag, day)) as { itens: unknown[] };
    const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    expect([(await ofDay('--since', '2026-11-01')).itens.length, (await ofDay('--until', '2026-11-01')).itens.length]).toEqual([1, 0]);
    expect((await ofDay('--since', today)).itens).toHaveLength(1);
    expect((await ofDay('--until', '2099-01-01')).itens).toHaveLength(1);
    expect(await place.json('leads', 'show', '1', '--reveal')).toMatchObject({
      lead: { nome: FORMULA.name },
      eventos: [{ identidade: 'form-0' }],
    });
    expect(place.activity()).toContain('revelar lead:1 leads show --reveal');
  });

  test('show what events changed, masked until it is revealed', async () => {
    using place = new Workplace();
    await filled(place, 1);
    const eventId = await place.accept('update', { eventType: 'lead_updated', person: { ...FORMULA, name: 'Rosa Lima' } });
    await place.processJobs();
    const change = { evento_id: eventId, lead_id: '1' };
    const masked = { ...change, campos: [{ campo: 'nome', antes: '=***', depois: 'R*** L***' }] };
    expect(await place.json('leads', 'show', '1')).toMatchObject({ mudancas: [masked] });
    expect(await place.json('events', 'show', eventId)).toMatchObject({ mudancas: masked });
    const revealed = { ...change, campos: [{ campo: 'nome', antes: FORMULA.name, depois: 'Rosa Lima' }] };
    expect(await place.json('leads', 'show', '1', '--reveal')).toMatchObject({ mudancas: [revealed] });
    for (const of of [
      ['leads', 'show', '1'],
      ['events', 'show', eventId],
    ]) {
      const { stdout } = await place.run(...of);
      expect(stdout).toMatch(
        new RegExp(`^Changes\\nWHEN .* EVENT +FIELD +BEFORE +AFTER\\n.* ${eventId} +Name +=\\*\\*\\* +R\\*\\*\\* L\\*\\*\\*$`, 'm'),
      );
      expect(stdout).not.toContain('Rosa');
    }
    expect(await place.json('events', 'show', '1')).toMatchObject({ mudancas: null });
  });

  test('searches, also for what the list masks', async () => {
    using place = new Workplace();
    await filled(place, 3);
    const list = async (...flags: string[]) =>
      ((await place.json('leads', 'list', ...flags)) as { itens: { identidade: string }[] }).itens.map((lead) => lead.identidade);
    expect(await list('--search', 'rosa@example.com', '--limit', '2')).toEqual(['form-2', 'form-1']);
    expect(await list('--search', 'form-0')).toEqual(['form-0']);
    expect(await place.run('leads', 'list', '--search', 'bernardo')).toEqual({ exitCode: 0, stdout: '', stderr: 'Nothing found.\n' });
  });

  test('an unknown lead or client is not found', async () => {
    using place = new Workplace();
    expect(await place.json('leads', 'show', '9')).toMatchObject({ error: { code: 'not_found' } });
    expect(await place.json('leads', 'list', '--client', 'nobody')).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('leads export', () => {
  test('writes every lead, page after page, safe against formulas, and is recorded', async () => {
    using place = new Workplace();
    await filled(place, 501);
    const result = await place.run('leads', 'export');
    const rows: Record<string, string>[] = parse(result.stdout, { columns: true });
    expect(result.stderr).toBe('501 leads exported.\n');
    expect(Object.keys(rows[0] ?? {})).toEqual([...LEAD_CSV_COLUMNS]);
    expect(new Set(rows.map((row) => row['identidade'])).size).toBe(501);
    expect(rows[0]).toMatchObject({
      nome: `'${FORMULA.name}`,
      email: FORMULA.email,
      telefone_e164: "'+5511987654321",
      cliente: 'Agência Um',
    });
    expect(place.activity().at(-1)).toBe('revelar leads leads export {"isTest":false}');
  });

  test('to a file that only its owner reads, for Excel', async () => {
    using place = new Workplace();
    await filled(place, 1);
    const file = join(place.folder, 'leads.csv');
    expect(await place.json('leads', 'export', '--output', file, '--excel', '--delimiter', ';')).toEqual({ leads: 1, arquivo: file });
    expect(await place.run('leads', 'export', '--output', file)).toMatchObject({
      exitCode: 1,
      stderr: `Error: The file ${file} already exists.\nChoose another file, or add --force to replace it.\n`,
    });
    expect(await place.run('leads', 'export', '--output', file, '--force', '--excel', '--delimiter', ';')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFFlead_id;origem;identidade;/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('leaves test leads out unless asked, and filters', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.run('campaign', 'link', '42', '--search-ads-form', '5');
    const body = Buffer.from(
      '{"lead_id":"t","form_id":5,"is_test":true,"user_column_data":[{"column_id":"EMAIL","string_value":"a@b.co"}]}',
    );
    const request = {
      body,
      headers: '[]',
      remoteAddress: '::1',
      requestId: 'r',
      credential: 'hmac',
      receivedAt: Date.now(),
      queue: 'webhooks',
    } as const;
    await place.use((store) => store.accept({ ...request, origin: 'search_ads', events: [{ eventType: 'lead_form', identity: 't' }] }));
    await place.processJobs();
    expect((await place.run('leads', 'export')).stderr).toBe('0 leads exported.\n');
    expect((await place.run('leads', 'export', '--include-tests')).stderr).toBe('1 lead exported.\n');
    expect((await place.run('leads', 'export', '--include-tests', '--source', 'social_ads')).stderr).toBe('0 leads exported.\n');
  });

  test('a file that cannot be written, and JSON without a file, are wrong usage', async () => {
    using place = new Workplace();
    expect(await place.run('leads', 'export', '-o', '/nonexistent/leads.csv')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await place.json('leads', 'export')).toMatchObject({ error: { code: 'usage' } });
  });
});
