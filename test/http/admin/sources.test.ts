import { describe, expect, test } from 'vitest';
import { sourcesSchema } from '../../../src/presentation/schemas/sources.ts';
import { refusedRequest } from '../../support/factories.ts';
import { ADMIN_TOKEN, type AdminOptions, type AdminUnderTest, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };
const SECRETS = {
  WEBHOOK_SEARCHADS_SECRET: 'search-secret-of-many-characters',
  WEBHOOK_SOCIALADS_SECRET: 'social-secret-of-many-characters',
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'verify-token-of-many-characters',
  FORMULARIO_SECRET: 'form-secret-of-many-characters',
  FORMULARIO_SECRET_PREVIOUS: 'old-form-secret-of-many-characters',
};

async function sourcesOf(admin: AdminUnderTest) {
  const { fontes } = sourcesSchema.parse(await (await admin.askJson('/admin/fontes', { headers: BEARER })).json());
  const [search, social, form] = fontes;
  if (search === undefined || social === undefined || form === undefined) throw new Error('a source is missing');
  return { search, social, form };
}

async function pageOf(options: AdminOptions, role = ADMIN_TOKEN): Promise<{ admin: AdminUnderTest; html: string }> {
  const admin = await startAdmin(options);
  const cookie = await admin.logIn(role);
  return { admin, html: await (await admin.ask('/admin/fontes', { cookie, headers: { 'accept-language': 'en' } })).text() };
}

describe('the sources', () => {
  test('without secrets say which setting opens each', async () => {
    const { html } = await pageOf({});
    for (const setting of ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SOCIALADS_SECRET', 'FORMULARIO_SECRET']) {
      expect(html).toContain(`It answers 503 until ${setting} is set.`);
    }
    expect(html).toContain('WEBHOOK_SOCIALADS_VERIFY_TOKEN is not set');
    expect(html).toContain('never sent any');
  });

  test('never show a secret, to nobody', async () => {
    for (const role of [ADMIN_TOKEN, READONLY_TOKEN]) {
      const { admin, html } = await pageOf({ env: SECRETS }, role);
      const json = await (await admin.askJson('/admin/fontes', { headers: BEARER })).text();
      for (const secret of Object.values(SECRETS)) expect(html + json).not.toContain(secret);
      expect(html).toContain('FORMULARIO_SECRET is set');
      expect(html).not.toContain('not configured');
    }
  });

  test('give the address to enter at the platform, as this page was asked for, and a signing example', async () => {
    const { admin, html } = await pageOf({ env: SECRETS });
    for (const path of ['/webhooks/search_ads', '/webhooks/social_ads', '/integracoes/leads']) {
      expect(html).toContain(`<code>${admin.origin}${path}</code>`);
    }
    expect(html).toContain('openssl dgst -sha256 -hmac');
    expect(html).toContain(`curl -sS &#x27;${admin.origin}/integracoes/leads&#x27;`);
    expect(html).toContain('The platforms need the public https address');
  });

  test('tell when the last event came, and for how long there was none', async () => {
    const admin = await startAdmin({ env: SECRETS });
    await admin.receive({ credential: 'hmac' });
    admin.pass(3 * 3_600_000);
    expect((await sourcesOf(admin)).form).toMatchObject({
      ultimo_evento_em: new Date(admin.now - 3 * 3_600_000).toISOString(),
      silencio_ms: 3 * 3_600_000,
      ultima_credencial: 'hmac',
      recebidos_24h: 1,
    });
    const cookie = await admin.logIn();
    expect(await (await admin.ask('/admin/fontes', { cookie })).text()).toContain('em silêncio há 3 h');
  });

  test('tell whether the previous secret may go', async () => {
    const admin = await startAdmin({ env: SECRETS });
    expect((await sourcesOf(admin)).search.rotacao).toBe('nenhuma');
    expect((await sourcesOf(admin)).form.rotacao).toBe('concluida');
    await admin.receive({ credential: 'hmac_previous' });
    await admin.receive({ identity: 'newer', credential: 'hmac' });
    expect((await sourcesOf(admin)).form).toMatchObject({
      rotacao: 'em_uso',
      segredo_anterior_usado_em: new Date(admin.now).toISOString(),
    });
    const cookie = await admin.logIn();
    expect(await (await admin.ask('/admin/fontes', { cookie })).text()).toContain('Remetentes ainda usam FORMULARIO_SECRET_PREVIOUS');
  });

  test('count what was refused, and lead to it', async () => {
    const admin = await startAdmin({ env: SECRETS });
    await admin.store.recordRefused([refusedRequest({ origin: 'social_ads' })]);
    expect(await sourcesOf(admin)).toMatchObject({ search: { recusadas: 0 }, social: { recusadas: 1 } });
    const cookie = await admin.logIn();
    expect(await (await admin.ask('/admin/fontes', { cookie })).text()).toContain('href="/admin/recusadas?origem=social_ads"');
  });

  test('warn where events without a signature are taken', async () => {
    const { html } = await pageOf({ env: { WEBHOOK_ALLOW_UNSIGNED: 'true' } });
    expect(html.match(/Events without a signature are accepted/g)).toHaveLength(2);
    expect(html).toContain('It answers 503 until FORMULARIO_SECRET is set.');
    expect(html).not.toContain('It answers 503 until WEBHOOK_SEARCHADS_SECRET is set.');
  });
});
