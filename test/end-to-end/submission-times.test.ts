import { expect, test } from 'vitest';
import { signedPost } from '../platforms/social/notifications.ts';
import { Installation, SECRETS } from './operator.ts';

const DAY_MS = 86_400_000;

interface Lead {
  readonly lead_id: string;
  readonly identidade: string;
  readonly enviado_em: string;
  readonly criado_em: string;
}
interface Page {
  readonly itens: readonly Lead[];
  readonly proximo: string | null;
}

const iso = (at: number): string => new Date(at).toISOString();

test('leads that arrive days after they were submitted stand, are found and exported by the time of submission', async () => {
  await using installation = new Installation();
  await installation.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um', '--user', 'ana@example.com');
  await installation.json('campaign', 'link', '42', '--search-ads-form', '7');
  await installation.serve();
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const submit = async (id: string, at: string | number | undefined) => {
    const form = { lead_id: id, form_id: 7, lead_submit_time: at, user_column_data: [{ column_id: 'FULL_NAME', string_value: id }] };
    const { body, headers } = signedPost(form, SECRETS.WEBHOOK_SEARCHADS_SECRET);
    expect(await installation.post('/webhooks/search_ads', body.toString(), headers)).toMatchObject({ status: 200 });
  };
  // Not in chronological order, as with retries and comparisons; two clocks are wrong, and one form sends no time.
  for (const days of [3, 9, 1, 5]) await submit(`day-${days}`, iso(now - days * DAY_MS));
  await submit('ahead', iso(now + 30 * DAY_MS));
  await submit('ancient', 1);
  await submit('timeless', undefined);
  await installation.json('queue', 'once');

  const names = ({ itens }: Page): readonly string[] => itens.map(({ identidade }) => identidade);
  const sorted = ['timeless', 'ancient', 'ahead', 'day-1', 'day-3', 'day-5', 'day-9'];
  const all = await installation.json<Page>('leads', 'list');
  expect(names(all)).toEqual(sorted);
  for (const lead of all.itens) {
    expect(Date.parse(lead.criado_em)).toBeGreaterThanOrEqual(now);
    expect(Date.parse(lead.enviado_em)).toBeLessThanOrEqual(Date.parse(lead.criado_em));
  }
  expect(all.itens.find(({ identidade }) => identidade === 'day-9')?.enviado_em).toBe(iso(now - 9 * DAY_MS));

  const until = iso(now - DAY_MS + 1_000);
  expect(names(await installation.json<Page>('leads', 'list', '--until', '23h'))).toEqual(['day-1', 'day-3', 'day-5', 'day-9']);
  const narrowed = await installation.json<Page>(
    'leads',
    'list',
    '--campaign',
    '42',
    '--source',
    'search_ads',
    '--since',
    '6d',
    '--until',
    '23h',
  );
  expect(names(narrowed)).toEqual(['day-1', 'day-3', 'day-5']);
  expect(names(await installation.admin<Page>(`/admin/leads?campanha=42&ate=${until}`))).toEqual(['day-1', 'day-3', 'day-5', 'day-9']);
  expect(names(await installation.admin<Page>(`/admin/leads?busca=day&ate=${until}`)).toSorted()).toEqual([
    'day-1',
    'day-3',
    'day-5',
    'day-9',
  ]);

  for (const filter of [[], ['--campaign', '42'], ['--campaign', '42', '--source', 'search_ads']]) {
    const paged: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page: Page = await installation.json(
        'leads',
        'list',
        '--limit',
        '3',
        ...filter,
        ...(before === '' ? [] : ['--before', before]),
      );
      paged.push(...names(page));
      before = page.proximo;
    }
    expect(paged).toEqual(sorted);
  }

  const { stdout } = await installation.run(['leads', 'export', '--campaign', '42', '--until', '23h']);
  const [header = '', ...lines] = stdout.trim().split('\r\n');
  expect(header).toContain('enviado_em,criado_em');
  expect(lines.map((line) => /day-\d/.exec(line)?.[0])).toEqual(['day-1', 'day-3', 'day-5', 'day-9']);
  const table = await installation.run(['leads', 'list', '--until', '23h']);
  expect(table.stdout).toMatch(/SUBMITTED .*CREATED/);
});
