import { describe, expect, test } from 'vitest';
import { slowFingerprint } from '../../../src/base/fingerprint.ts';
import { sourcesRecord } from '../../../src/presentation/source-record.ts';
import { eventTrailRecord } from '../../../src/presentation/trail-record.ts';
import { refusedRequest } from '../../support/factories.ts';
import { english, inWords } from '../../support/saying.ts';
import { ADMIN_TOKEN, type AdminOptions, type AdminUnderTest, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { openEvents } from './event-reader.ts';

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };
const SECRETS = {
  WEBHOOK_SEARCHADS_SECRET: 'search-secret-of-many-characters',
  WEBHOOK_SOCIALADS_SECRET: 'social-secret-of-many-characters',
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'verify-token-of-many-characters',
  FORMULARIO_SECRET: 'form-secret-of-many-characters',
  FORMULARIO_SECRET_PREVIOUS: 'old-form-secret-of-many-characters',
};

async function sourcesOf(admin: AdminUnderTest) {
  const { fontes } = sourcesRecord.schema().parse(await (await admin.askJson('/admin/fontes', { headers: BEARER })).json());
  const [search, social, form] = fontes;
  if (search === undefined || social === undefined || form === undefined) throw new Error('a source is missing');
  return { search, social, form };
}

async function pageOf(options: AdminOptions, role = ADMIN_TOKEN): Promise<{ admin: AdminUnderTest; html: string }> {
  const admin = await startAdmin(options);
  const cookie = await admin.logIn(role);
  return { admin, html: await (await admin.ask('/admin/fontes', { cookie, headers: { 'accept-language': 'en' } })).text() };
}

/** The text of a page as a person reads it; names of settings and paths are in elements of their own. */
function readable(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

describe('the sources', () => {
  test('without secrets say which setting opens each', async () => {
    const { html } = await pageOf({});
    for (const setting of ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SOCIALADS_SECRET', 'FORMULARIO_SECRET']) {
      expect(readable(html)).toContain(`Requests are answered with HTTP 503 until you set ${setting}.`);
    }
    expect(readable(html)).toContain('WEBHOOK_SOCIALADS_VERIFY_TOKEN is not set');
    expect(html).toContain('None yet');
  });

  test('never show a secret, to nobody', async () => {
    for (const role of [ADMIN_TOKEN, READONLY_TOKEN]) {
      const { admin, html } = await pageOf({ env: SECRETS }, role);
      const json = await (await admin.askJson('/admin/fontes', { headers: BEARER })).text();
      for (const secret of Object.values(SECRETS)) expect(html + json).not.toContain(secret);
      expect(readable(html)).toContain('FORMULARIO_SECRET is set');
      expect(html).not.toContain('Not configured');
    }
  });

  test('give the fingerprint of a secret to operators, and none to readers, who could guess a secret by it', async () => {
    const admin = await startAdmin({ env: SECRETS });
    const [current, previous] = [slowFingerprint(SECRETS.FORMULARIO_SECRET), slowFingerprint(SECRETS.FORMULARIO_SECRET_PREVIOUS)];
    const id = await admin.receive({ secret: current });
    const ask = async (token: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
      admin.askJson(path, { headers: { authorization: `Bearer ${token}`, ...headers } });
    const streamed = async (token: string) => {
      const events = await openEvents(await ask(token, `/admin/webhooks/${id}`, { accept: 'text/event-stream' }));
      return eventTrailRecord.schema().parse(JSON.parse(await events.next('evento'))).evento.segredo;
    };
    const shown = async (token: string) => {
      const { fontes } = sourcesRecord.schema().parse(await (await ask(token, '/admin/fontes')).json());
      const { evento } = eventTrailRecord.schema().parse(await (await ask(token, `/admin/webhooks/${id}`)).json());
      const { segredo, segredo_anterior } = fontes.find(({ origem }) => origem === 'formulario_proprio') ?? {};
      return [segredo?.impressao_digital, segredo_anterior?.impressao_digital, evento.segredo, await streamed(token)];
    };
    expect(await shown(ADMIN_TOKEN)).toEqual([current, previous, current, current]);
    expect(await shown(READONLY_TOKEN)).toEqual([null, null, null, null]);
  });

  test('give the address to enter at the platform, as this page was asked for, and a signing example', async () => {
    const { admin, html } = await pageOf({ env: SECRETS });
    for (const path of ['/webhooks/search_ads', '/webhooks/social_ads', '/integracoes/leads']) {
      expect(html.replaceAll('<wbr/>', '')).toContain(`<code>${admin.origin}${path}</code>`);
    }
    expect(html).toContain('openssl dgst -sha256 -hmac');
    expect(html).toContain(`curl -sS &#x27;${admin.origin}/integracoes/leads&#x27;`);
    expect(html).toContain('open it at the public https address');
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
    const received = new Date(admin.now - 3 * 3_600_000).toISOString();
    expect(await (await admin.ask('/admin/fontes', { cookie })).text()).toContain(`<time dateTime="${received}"`);
  });

  test('say that the previous secret can be removed only when every sender has moved and it was not used for seven days', async () => {
    const admin = await startAdmin({ env: SECRETS });
    const [current, previous] = [slowFingerprint(SECRETS.FORMULARIO_SECRET), slowFingerprint(SECRETS.FORMULARIO_SECRET_PREVIOUS)];
    const page = async (path = '/admin/fontes') =>
      readable(await (await admin.ask(path, { cookie: await admin.logIn(), headers: { 'accept-language': 'en' } })).text());
    const sent = (identity: string, campaign: string, secret: string) =>
      admin.receive({ identity, secret, senders: [{ kind: 'campanha', id: campaign }] });
    const eventId = await sent('rare-1', 'rare', previous);
    await sent('busy-1', 'busy', previous);
    await admin.store.noteCurrentSecrets([{ origin: 'formulario_proprio', secret: current, since: admin.now }]);
    admin.pass(3_000);
    expect((await sourcesOf(admin)).search.rotacao).toBe('nenhuma');
    expect((await sourcesOf(admin)).form).toMatchObject({
      rotacao: 'em_uso',
      segredo: { impressao_digital: current },
      segredo_atual_usado_em: null,
      remetentes_segredo_anterior: [{ remetente: 'busy' }, { remetente: 'rare' }],
    });
    expect(await page()).toContain('no sender has used the new secret yet, which has been the current one for 3 s.');
    expect(await page(`/admin/webhooks/${eventId}`)).toContain('HMAC-SHA256 signature with the previous secret');
    await sent('busy-2', 'busy', current);
    admin.pass(8 * 86_400_000);
    expect((await sourcesOf(admin)).form).toMatchObject({
      rotacao: 'a_conferir',
      remetentes_segredo_anterior: [{ remetente: 'rare' }, {}],
    });
    expect(await page()).toContain('campaign rare (last used');
    expect(await page()).toContain('but 1 sender that used it has not switched to the new secret yet.');
    await sent('rare-2', 'rare', current);
    expect((await sourcesOf(admin)).form.rotacao).toBe('concluida');
    expect(await page()).toContain('FORMULARIO_SECRET_PREVIOUS can be removed: it has not been used for 8 d 0 h');
  });

  test('count what was refused, and lead to it', async () => {
    const admin = await startAdmin({ env: SECRETS });
    await admin.store.recordRefused([
      refusedRequest({ origin: 'social_ads' }),
      refusedRequest({ origin: 'social_ads', code: 'signature_missing' }),
    ]);
    expect(await sourcesOf(admin)).toMatchObject({
      search: { recusadas: 0, recusadas_abertas: 0 },
      social: { recusadas: 2, recusadas_abertas: 1 },
    });
    const cookie = await admin.logIn();
    const html = await (await admin.ask('/admin/fontes', { cookie })).text();
    expect(html).toContain('href="/admin/recusadas?origem=social_ads"');
    expect(html).toContain('href="/admin/recusadas?origem=social_ads&amp;situacao=aberta"');
  });

  test('warn where events without a signature are taken', async () => {
    const { html } = await pageOf({ env: { WEBHOOK_ALLOW_UNSIGNED: 'true' } });
    expect(html.match(/Events without a signature are accepted/g)).toHaveLength(2);
    expect(readable(html)).toContain('Requests are answered with HTTP 503 until you set FORMULARIO_SECRET.');
    expect(readable(html)).not.toContain('It answers 503 until WEBHOOK_SEARCHADS_SECRET is set.');
  });
});

const PLATFORMS = {
  WEBHOOK_SOCIALADS_TOKENS: '123=token-of-a-page,456=token-of-another',
  SOCIALADS_DATASET_ID: '789',
  SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset',
  SEARCHADS_CREDENTIALS_FILE: '/etc/google.json',
  SEARCHADS_ACCOUNT_ID: '123-456-7890',
};
const TOKENS = ['token-of-a-page', 'token-of-another', 'token-of-the-dataset', 'sealed-bytes'];

describe('the connections', () => {
  const page = { platform: 'social_ads', kind: 'page' } as const;

  test('say how to connect where nothing is', async () => {
    const { admin, html } = await pageOf({ env: SECRETS });
    expect(html).toContain('set SEARCHADS_CREDENTIALS_FILE and SEARCHADS_ACCOUNT_ID');
    expect(html).toContain('SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN');
    const { search, social, form } = await sourcesOf(admin);
    expect([search.contas, social.contas, form.contas]).toEqual([[], [], []]);
  });

  test('tell of each account where its credential comes from, and never what it is', async () => {
    const admin = await startAdmin({ env: { ...SECRETS, ...PLATFORMS } });
    const sealed = Buffer.from('sealed-bytes');
    await admin.store.saveCredential({ ...page, id: '999', sealed, createdAt: admin.now }, { name: 'test', now: admin.now });
    const { search, social } = await sourcesOf(admin);
    const named = (accounts: typeof social.contas) =>
      accounts.map(({ tipo, conta, estado, credencial }) => [tipo, conta, estado, credencial]);
    const inSettings = (ambiente: string) => ({ ambiente, guardada_em: null });
    expect(named(social.contas)).toEqual([
      ['dataset', '789', 'sem_uso', inSettings('SOCIALADS_CONVERSIONS_TOKEN')],
      ['page', '123', 'sem_uso', inSettings('WEBHOOK_SOCIALADS_TOKENS')],
      ['page', '456', 'sem_uso', inSettings('WEBHOOK_SOCIALADS_TOKENS')],
      ['page', '999', 'sem_uso', { ambiente: null, guardada_em: new Date(admin.now).toISOString() }],
    ]);
    expect(named(search.contas)).toEqual([['ads_account', '1234567890', 'sem_uso', inSettings('SEARCHADS_CREDENTIALS_FILE')]]);
    for (const role of [ADMIN_TOKEN, READONLY_TOKEN]) {
      const html = await (await admin.ask('/admin/fontes', { cookie: await admin.logIn(role) })).text();
      const json = await (await admin.askJson('/admin/fontes', { headers: { authorization: `Bearer ${role}` } })).text();
      for (const token of [...TOKENS, sealed.toString('base64')]) expect(html + json).not.toContain(token);
      expect(html).toContain('Salva');
    }
  });

  test('one token for every page stands for those without their own', async () => {
    const admin = await startAdmin({ env: { ...SECRETS, WEBHOOK_SOCIALADS_TOKENS: 'token-of-every-page' } });
    await admin.store.noteAccount({ ...page, id: '123' }, { kind: 'used' }, admin.now);
    const { social } = await sourcesOf(admin);
    expect(social.contas.map(({ conta, estado, credencial }) => [conta, estado, credencial.ambiente])).toEqual([
      ['*', 'sem_uso', 'WEBHOOK_SOCIALADS_TOKENS'],
      ['123', 'ok', 'WEBHOOK_SOCIALADS_TOKENS'],
    ]);
  });

  test('tell what the platform refuses or throttles, since or until when, why, and what to do', async () => {
    const admin = await startAdmin({ env: { ...SECRETS, ...PLATFORMS } });
    const expired = { code: 'credential_refused', params: inWords('Error validating access token: <i>expired</i>.') };
    await admin.store.noteAccount({ ...page, id: '123' }, { kind: 'refused', credential: 'f', fault: expired }, admin.now);
    await admin.store.noteAccount(
      { ...page, id: '456' },
      { kind: 'throttled', until: admin.now + 600_000, fault: { code: 'platform_throttled', params: inWords('x') } },
      admin.now,
    );
    await admin.store.noteAccount({ ...page, id: '777' }, { kind: 'used' }, admin.now - 5);
    const states = async () => (await sourcesOf(admin)).social.contas.map(({ conta, estado }) => `${conta} ${estado}`);
    expect(await states()).toEqual(['789 sem_uso', '123 recusada', '456 pausada', '777 desconectada']);
    const { social } = await sourcesOf(admin);
    expect(social.contas[1]).toMatchObject({
      recusada_desde: new Date(admin.now).toISOString(),
      erro_codigo: 'credential_refused',
      erro_mensagem: english(expired.params),
    });
    const html = await (await admin.ask('/admin/fontes', { cookie: await admin.logIn(), headers: { 'accept-language': 'en' } })).text();
    expect(html).toContain('Credential not accepted');
    expect(html).toContain('Error validating access token: &lt;i&gt;expired&lt;/i&gt;.');
    expect(html).toContain('lead-intake source connect');
    admin.pass(600_000);
    expect(await states()).toEqual(['789 sem_uso', '123 recusada', '456 sem_uso', '777 desconectada']);
  });

  test('tell of a blocked account what a person does at the platform, here and on the overview', async () => {
    const admin = await startAdmin({ env: { ...SECRETS, ...PLATFORMS } });
    const terms = {
      code: 'contact_data_blocked',
      params: inWords('Google Ads account 1 takes no conversions with contact data (X). Turn on enhanced conversions.'),
    };
    await admin.store.noteAccount({ ...page, id: '123' }, { kind: 'refused', credential: 'f', fault: terms }, admin.now);
    const ask = async (path: string) =>
      await (await admin.ask(path, { cookie: await admin.logIn(), headers: { 'accept-language': 'en' } })).text();
    const html = await ask('/admin/fontes');
    expect(html).toContain('blocked');
    expect(html).toContain('Turn on enhanced conversions.');
    expect(html).not.toContain('Credential not accepted');
    expect(await ask('/admin')).toContain('Meta has blocked page');
  });

  test('tell what the last comparison of each form found', async () => {
    const admin = await startAdmin({ env: { ...SECRETS, ...PLATFORMS } });
    const html = async () =>
      (await admin.ask('/admin/fontes', { cookie: await admin.logIn(), headers: { 'accept-language': 'en' } })).text();
    expect(await html()).toContain('No form compared yet.');
    const check = {
      platform: 'social_ads',
      pageId: '123',
      storedUntil: admin.now - 1,
      checkedAt: admin.now,
      found: 9,
      recovered: 0,
    } as const;
    const away = { code: 'platform_unavailable', params: inWords('The platform is away.') };
    await admin.store.saveFormCheck({ ...check, formId: '7', missing: 2, fault: null });
    await admin.store.saveFormCheck({ ...check, formId: '8', missing: 0, fault: away });
    const { formularios } = (await sourcesOf(admin)).social;
    expect(formularios).toMatchObject([
      {
        formulario_id: '7',
        pagina_id: '123',
        encontrados: 9,
        faltavam: 2,
        recuperados: 0,
        erro_codigo: null,
        comparado_em: new Date(admin.now).toISOString(),
      },
      { formulario_id: '8', faltavam: 0, erro_codigo: 'platform_unavailable' },
    ]);
    expect(await html()).toContain('every 6 hours and fetches those that are missing.');
    expect(await html()).toContain('The platform is away.');
  });
});
