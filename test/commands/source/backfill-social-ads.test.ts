import { expect, test } from 'vitest';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { Workplace } from '../../support/workplace.ts';

const PAGE = '138124712925158';
const FORM = '172036835026334';
const TOKEN = 'EAAtoken-of-the-page';

async function platformWithLeads(count: number): Promise<SocialPlatform> {
  const platform = await SocialPlatform.start();
  platform.directory.addPage({ id: PAGE, token: TOKEN });
  platform.directory.addForm({ id: FORM, pageId: PAGE, name: 'Verão' });
  for (let lead = 0; lead < count; lead += 1) platform.directory.seedLead({ formId: FORM });
  return platform;
}

test('the command stores what is missing, tells it for each form, and never shows the token', async () => {
  await using platform = await platformWithLeads(2);
  using place = new Workplace({ env: { WEBHOOK_SOCIALADS_TOKENS: `${PAGE}=${TOKEN}`, SOCIALADS_API_URL: platform.url } });
  expect(await place.json('source', 'backfill', 'social-ads', '--since', '30d', '--dry-run')).toMatchObject({
    simulacao: true,
    faltavam: 2,
    gravados: 0,
    recuperados: 0,
  });
  const { exitCode, stdout, stderr } = await place.run('source', 'backfill', 'social-ads', '--since', '2026-01-01');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`${FORM} +Verão +${PAGE} +2 +2 +2 +0`));
  expect(stdout).toContain('2 leads missing, 2 stored, 0 recovered.');
  expect(place.activity()).toContain('buscar_leads social_ads 2 leads were missing');
  expect(await place.json('source', 'backfill', 'social-ads')).toMatchObject({
    faltavam: 0,
    formularios: [{ formulario_id: FORM, falha: null }],
  });
  platform.refuseToken(TOKEN);
  const refused = await place.run('source', 'backfill', 'social-ads');
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain(`form ${FORM}: `);
  expect(stdout + stderr + refused.stdout + refused.stderr).not.toContain(TOKEN);
});

test('without a connected page it says how to connect one', async () => {
  using place = new Workplace();
  const { exitCode, stderr } = await place.run('source', 'backfill', 'social-ads');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('source connect social-ads');
});

test.each(['2026-02-30', '2026-02-30T00:00:00Z', '2099-01-01', 'ontem'])('--since %s is a usage error', async (since) => {
  using place = new Workplace();
  expect((await place.run('source', 'backfill', 'social-ads', '--since', since)).exitCode).toBe(2);
});
