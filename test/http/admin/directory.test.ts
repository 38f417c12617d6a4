import { describe, expect, test } from 'vitest';
import { campaignPath } from '../../../src/http/admin/addresses/directory-paths.ts';
import {
  addedClientRecord,
  campaignDetailRecord,
  campaignPage,
  campaignRecord,
  campaignRemoved,
  clientDetailRecord,
  clientListRecord,
  userRecord,
} from '../../../src/presentation/directory-record.ts';
import { totalRecord } from '../../../src/presentation/job-record.ts';
import { type AdminUnderTest, BEARER, NOON, ownFormBody, QUEUE, READONLY_TOKEN, startAdmin, versionIn } from './admin-under-test.ts';

const ENGLISH = { 'accept-language': 'en' };
const HOSTILE = '"><script>alert(1)</script>\u202e<img src=x onerror=alert(1)>';

/** An operator in a browser: opens pages and posts forms with their token. */
async function operatorAt(admin: AdminUnderTest) {
  const cookie = await admin.logIn();
  const csrf = await admin.csrfTokenOf(cookie);
  const read = async (path: string): Promise<string> => (await admin.ask(path, { cookie, headers: ENGLISH })).text();
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    admin.ask(path, { cookie, form: { csrf, ...form }, headers: ENGLISH });
  return { cookie, csrf, read, post };
}

function postJson(admin: AdminUnderTest, path: string, form: Readonly<Record<string, string>> = {}): Promise<Response> {
  return admin.askJson(path, { form, headers: BEARER });
}

async function jsonOf(admin: AdminUnderTest, path: string): Promise<unknown> {
  return (await admin.askJson(path, { headers: BEARER })).json();
}

test('the page of a client shows how long its data is kept, and changes it', async () => {
  const admin = await startAdmin({ env: { RETENTION_BODIES_DAYS: '90' } });
  await admin.addCampaign();
  const { read, post } = await operatorAt(admin);
  const path = '/admin/clientes/1';
  const shown = async (): Promise<string> =>
    (await read(path))
      .split('id="retention"')[1]
      ?.split('</dl>')[0]
      ?.replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ') ?? '';
  expect(await shown()).toMatch(/Bodies of events 90 days from the settings Leads without activity kept until erased from the settings/);
  const changed = await post(`${path}/retencao`, { corpos: '0', leads: '365' });
  expect([changed.status, changed.headers.get('location')]).toEqual([303, `${path}?aviso=retencao_alterada#retention`]);
  expect(await shown()).toMatch(/Bodies of events kept until erased own limit Leads without activity 365 days own limit/);
  expect(await admin.store.listClientRetentions()).toEqual([{ clientId: '1', bodies: 0, leads: 365 }]);
  expect(admin.activities().at(-1)).toMatchObject({ action: 'definir_retencao', target: 'cliente:1', detail: '0 365' });
  const refused = await post(`${path}/retencao`, { leads: '99999' });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('at most 36500')]);
  const misspelled = await post(`${path}/retencao`, { lead: '60' });
  expect([misspelled.status, await misspelled.text()]).toEqual([422, expect.stringContaining('an unknown field')]);
  expect(await admin.store.listClientRetentions()).toHaveLength(1);
  expect(await (await postJson(admin, `${path}/retencao`)).json()).toMatchObject({
    corpos_dias: 90,
    corpos_proprio: false,
    leads_dias: null,
  });
  expect(await admin.store.listClientRetentions()).toEqual([]);
});

test('a form that was opened before somebody else changed its values comes back with the new ones, and takes nothing back', async () => {
  const admin = await startAdmin();
  await admin.addCampaign();
  const { read, post } = await operatorAt(admin);
  await post('/admin/clientes', { nome: 'Agência Dois' });
  const campaign = '/admin/campanhas/42';
  const opened = { nome: 'Verão', cliente: '1', usuario: 'ana@example.com', versao: versionIn(await read(campaign), campaign) };
  expect((await post(campaign, { ...opened, cliente: '2', usuario: '' })).status).toBe(303);
  const refused = await post(campaign, { ...opened, nome: 'Verão 2026' });
  const html = await refused.text();
  expect([refused.status, html]).toEqual([409, expect.stringContaining('These values have been changed since you opened the page.')]);
  expect(html).toMatch(/id="edit-nome"[^>]* value="Verão".*<option value="2" selected="">.*id="edit-usuario"[^>]* value=""/s);
  const again = { nome: 'Verão 2026', cliente: '2', usuario: '', versao: versionIn(html, campaign) };
  expect((await post(campaign, again)).status).toBe(303);
  expect(await admin.store.findCampaign('42')).toMatchObject({ name: 'Verão 2026', clientName: 'Agência Dois', userId: null });

  const limits = '/admin/clientes/1/retencao';
  const versao = versionIn(await read('/admin/clientes/1'), limits);
  expect((await post(limits, { leads: '30', versao })).status).toBe(303);
  expect((await post(limits, { corpos: '90', versao })).status).toBe(409);
  expect(await admin.store.listClientRetentions()).toEqual([{ clientId: '1', bodies: null, leads: 30 }]);
});

describe('from a failed event to its lead', () => {
  test('the missing campaign is added by the link of the event, and the failed events run again', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    const eventId = await admin.receive();
    await admin.receive({ identity: 'form-2', json: { ...ownFormBody('form-2'), campanha_id: 'another' } });
    await admin.work();
    const wished = await read('/admin/campanhas?id=42');
    expect(wished).toContain('No campaign has this ID');
    expect(wished).toMatch(/id="add-id"[^>]*value="42"/);
    const added = await post('/admin/campanhas', { id: '42', nome: 'Verão', cliente_novo: 'Agência Um', usuario: 'ana@example.com' });
    expect([added.status, added.headers.get('location')]).toEqual([303, '/admin/campanhas/42?aviso=incluida']);
    const page = await read('/admin/campanhas/42?aviso=incluida');
    expect(page).toContain('Campaign added.');
    expect(page).toContain('1 failed event: Unknown campaign');
    expect(page).toContain('href="/admin/webhooks?status=erro&amp;erro_codigo=unknown_campaign&amp;erro_alvo=campanha_id%3A42"');
    expect(page).toContain('action="/admin/campanhas/42/repetir"');
    const again = await post('/admin/campanhas/42/repetir', { erro_codigo: 'unknown_campaign' });
    expect(again.headers.get('location')).toBe('/admin/campanhas/42?aviso=repetidos&numero=1');
    await admin.work();
    expect((await admin.store.eventTrail(eventId))?.event.status).toBe('processado');
    const after = await read('/admin/campanhas/42');
    expect(after).toContain('1 lead</a>');
    expect(after).toContain('href="/admin/leads?campanha=42"');
    expect(after).not.toContain('unknown_campaign');
    expect((await admin.store.eventTrail('2'))?.event.status).toBe('erro');
    expect(admin.activities()).toContainEqual({
      action: 'incluir_campanha',
      target: 'campanha:42',
      detail: 'cliente:1',
      operator: 'admin@127.0.0.1',
    });
  });

  test('every form that mends an event leads back to it, also after it was refused', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    const back = 'href="/admin/webhooks/7"';
    expect(await read('/admin/campanhas?id=42&evento=7')).toContain('name="evento" value="7"');
    expect(await (await post('/admin/campanhas', { id: '42', evento: '7' })).text()).toContain('name="evento" value="7"');
    const campaign = await post('/admin/campanhas', { id: '42', nome: 'Verão', cliente_novo: 'Agência Um', evento: '7' });
    expect(campaign.headers.get('location')).toBe('/admin/campanhas/42?aviso=incluida&evento=7');
    expect(await read('/admin/campanhas/42?aviso=incluida&evento=7')).toContain(back);
    expect(await read('/admin/campanhas/42')).not.toContain(back);
    expect(await read('/admin/campanhas?vincular=social_ads:form:9&evento=7')).toContain('name="evento" value="7"');
    const linked = await post('/admin/campanhas/42/vincular', { tipo: 'social_ads:form', valor: '9', evento: '7' });
    expect(linked.headers.get('location')).toBe('/admin/campanhas/42?aviso=vinculada&evento=7');
    const client = await post('/admin/clientes', { nome: 'Agência Dois', id: '2', evento: '7' });
    expect(client.headers.get('location')).toBe('/admin/clientes/2?aviso=cliente_incluido&evento=7');
    expect(await read('/admin/clientes/2?evento=7')).toContain(back);
    expect((await post('/admin/clientes', { nome: 'Agência Três', evento: '//evil' })).status).toBe(422);
  });

  test('an id of a platform is linked to a campaign that the operator finds', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    await admin.addCampaign();
    await admin.store.addCampaigns(
      [{ id: '43', name: 'Outono', client: 'Agência Um', user: null }],
      { replace: false },
      { name: 't', now: 1 },
    );
    const wish = '/admin/campanhas?vincular=social_ads:form:f-1';
    const page = await read(`${wish}&busca=outono`);
    expect(page).toContain('Choose a campaign for this ID');
    expect(page).toContain('action="/admin/campanhas/43/vincular"');
    expect(page).not.toContain('action="/admin/campanhas/42/vincular"');
    expect(page).toContain('name="vincular" value="social_ads:form:f-1"');
    const linked = await post('/admin/campanhas/43/vincular', { tipo: 'social_ads:form', valor: 'f-1' });
    expect(linked.headers.get('location')).toBe('/admin/campanhas/43?aviso=vinculada');
    expect((await admin.store.findCampaign('43'))?.links).toMatchObject([{ origin: 'social_ads', kind: 'form', value: 'f-1' }]);
    expect(await read(wish)).toContain('This ID is already linked to campaign');
    const again = await post('/admin/campanhas/42/vincular', { tipo: 'social_ads:form', valor: 'f-1' });
    expect(again.status).toBe(409);
    expect(await again.text()).toMatch(/The (Google Ads|Meta|Facebook) \w+ \S+ is already linked to campaign 43\./);
  });

  test('failures that name something else are neither offered nor run again', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    await admin.addCampaign();
    const events = [
      ['a', { campaign_id: 'c-1', form_id: '7' }],
      ['b', { campaign_id: 'c-2', form_id: '8' }],
      ['c', { cliente_id: 9 }],
    ] as const;
    for (const [id, fields] of events) {
      const json = { event_type: 'lead', id, timestamp: NOON / 1_000, email: `${id}@example.com`, ...fields };
      await admin.receive({ origin: 'search_ads', identity: id, json });
    }
    await admin.receive({ identity: 'd', json: { ...ownFormBody('d'), campanha_id: 'Verão 2026' } });
    await admin.work();
    const failing = async () => (await admin.store.listFailedJobs({ limit: 10 })).items.map(({ eventId }) => eventId);
    expect(await failing()).toEqual(['4', '3', '2', '1']);
    expect(await read('/admin/campanhas/42')).not.toMatch(/failed events?:/);
    expect(await read('/admin/clientes/1')).not.toMatch(/failed events?:/);
    await post('/admin/campanhas/42/vincular', { tipo: 'search_ads:form', valor: '7' });
    expect(await read('/admin/campanhas/42')).toContain('1 failed event: Not linked to a campaign');
    await post('/admin/campanhas/42/repetir', { erro_codigo: 'not_linked' });
    await post('/admin/campanhas/42/repetir', { erro_codigo: 'unknown_campaign' });
    await post('/admin/clientes/1/repetir', { erro_codigo: 'unknown_client' });
    expect(await failing()).toEqual(['4', '3', '2']);
    await post('/admin/campanhas', { id: 'Verão 2026', nome: 'Verão', cliente: '1' });
    await post('/admin/clientes', { nome: 'Nove', id: '9' });
    expect(await read('/admin/campanhas/Ver%C3%A3o%202026')).toContain('1 failed event: Unknown campaign');
    expect(await read('/admin/clientes/9')).toContain('1 failed event: Unknown client');
  });

  test('a new campaign takes the id of the platform in the same step', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    await admin.addCampaign();
    expect(await read('/admin/campanhas?vincular=search_ads:form:9')).toMatch(
      /<input type="hidden" name="vincular" value="search_ads:form:9"\/>.*id="add"|id="add"/s,
    );
    await post('/admin/campanhas', { id: 'n', nome: 'Nova', cliente: '1', vincular: 'search_ads:form:9' });
    expect((await admin.store.findCampaign('n'))?.links).toMatchObject([{ origin: 'search_ads', kind: 'form', value: '9' }]);
  });

  test('a client that is missing is added with the id the events name', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    expect(await read('/admin/clientes?id=77')).toMatch(/id="add-id"[^>]*value="77"/);
    const added = await post('/admin/clientes', { nome: 'Agência Sete', id: '77' });
    expect(added.headers.get('location')).toBe('/admin/clientes/77?aviso=cliente_incluido');
    expect(await read('/admin/clientes/77')).toContain('Agência Sete');
  });
});

test('failures whose jobs were pruned are counted and retried too, and their error names the command that does', async () => {
  const admin = await startAdmin();
  const { read, post } = await operatorAt(admin);
  const id = await admin.receive();
  await admin.work();
  await admin.store.prune({ queue: QUEUE, kind: 'failed', before: admin.now + 1 }, { name: 'test', now: admin.now });
  const page = await read(`/admin/webhooks/${id}`);
  expect(page).toContain(`lead-intake events replay ${id}`);
  expect(page).not.toContain('queue retry');
  expect(JSON.stringify(await jsonOf(admin, `/admin/webhooks/${id}`))).toContain(`lead-intake events replay ${id}`);
  await admin.addCampaign();
  expect(await read('/admin/campanhas/42')).toContain('1 failed event: Unknown campaign');
  await post('/admin/campanhas/42/repetir', { erro_codigo: 'unknown_campaign' });
  await admin.work();
  expect((await admin.store.eventTrail(id))?.event.status).toBe('processado');
  expect(await read('/admin/campanhas/42')).not.toContain('1 failed event');
});

test('failures are counted as far as a page can wait for it', async () => {
  const admin = await startAdmin();
  await admin.addCampaign();
  const { read } = await operatorAt(admin);
  await admin.receive();
  await admin.receive({ identity: 'other', json: { ...ownFormBody('other'), campanha_id: 'x' } });
  await admin.store.removeCampaign('42', { name: 't', now: 1 });
  await admin.work();
  await admin.addCampaign();
  admin.store.countEvents = () => Promise.resolve({ retryable: 10_001, forgettable: 0, atLeast: true });
  const page = await read('/admin/campanhas/42');
  expect(page).toContain('more than 10,000 failed events: Unknown campaign');
  expect(page).toContain('Retry more than 10,000 events');
  expect(campaignDetailRecord.schema().parse(await jsonOf(admin, '/admin/campanhas/42')).falhas[0]).toMatchObject({
    total: 10_000,
    ou_mais: true,
  });
  admin.store.countEvents = () => Promise.resolve({ retryable: 10_000, forgettable: 0, atLeast: false });
  expect(await read('/admin/campanhas/42')).toContain('>10,000 failed events: Unknown campaign');
});

describe('a form that is refused', () => {
  test('comes back with what was typed and what is wrong at each field', async () => {
    const admin = await startAdmin();
    const { post } = await operatorAt(admin);
    const response = await post('/admin/campanhas', { id: 'x'.repeat(256), nome: 'Verão & Cia', usuario: 'nobody' });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toMatch(/<div[^>]*role="alert"[^>]*id="add-errors"[^>]*autofocus/i);
    expect(html).toContain('<title>Error: Add campaign');
    expect(html).toMatch(/id="add-nome"[^>]*value="Verão &amp; Cia"/);
    expect(html).toMatch(/aria-describedby="add-id-error add-id-hint" aria-invalid="true" id="add-id"/);
    expect(html).toContain('id="add-id-error"');
    expect(html).toContain('href="#add-usuario"');
    expect(html).toContain('must be an email address');
    expect(await admin.store.listClients()).toEqual([]);
  });

  test('says it in Portuguese too', async () => {
    const admin = await startAdmin();
    const { cookie, csrf } = await operatorAt(admin);
    const html = await (await admin.ask('/admin/campanhas', { cookie, form: { csrf, id: '1', nome: 'A' } })).text();
    expect(html).toContain('escolha um cliente ou informe um novo');
    expect(html).toContain('Nada foi alterado.');
  });

  test('programs get a problem document that names each field', async () => {
    const admin = await startAdmin();
    const response = await postJson(admin, '/admin/campanhas', { nome: 'A', cliente: 'nobody' });
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'invalid_input', errors: [{ field: 'id', problem: 'must not be empty' }] });
  });

  test('an id that is taken, a client that is none, two clients, a new client that is not new', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const problemOf = async (form: Record<string, string>) =>
      ((await (await postJson(admin, '/admin/campanhas', { id: 'new', nome: 'N', ...form })).json()) as { errors: unknown }).errors;
    expect(await problemOf({ id: '42', cliente: '1' })).toMatchObject([{ field: 'id' }]);
    expect(await problemOf({ cliente: '99' })).toMatchObject([{ field: 'cliente', problem: 'is not an existing client' }]);
    expect(await problemOf({ cliente: '1', cliente_novo: 'Nova' })).toMatchObject([{ field: 'cliente_novo' }]);
    for (const name of ['Agência Um', 'AGÊNCIA  um', '1']) {
      const problem = 'is the name or ID of client 1, "Agência Um": choose it from the list';
      expect(await problemOf({ cliente_novo: name })).toMatchObject([{ field: 'cliente_novo', problem }]);
    }
    expect(await problemOf({ cliente: '1', vincular: 'nonsense' })).toMatchObject([{ field: 'vincular' }]);
    expect((await admin.store.listCampaigns({})).items).toHaveLength(1);
  });

  test('without the CSRF token, or by a reader, nothing is changed', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const { cookie } = await operatorAt(admin);
    const reader = await admin.logIn(READONLY_TOKEN);
    const readerCsrf = await admin.csrfTokenOf(reader);
    for (const path of ['', '/42', '/42/vincular', '/42/desvincular', '/42/remover', '/42/repetir'].map(
      (end) => `/admin/campanhas${end}`,
    )) {
      expect([path, (await admin.ask(path, { cookie, form: { nome: 'x' } })).status]).toEqual([path, 403]);
      expect([path, (await admin.ask(path, { cookie: reader, form: { csrf: readerCsrf, nome: 'x' } })).status]).toEqual([path, 403]);
    }
    for (const path of ['', '/1', '/1/usuarios', '/1/usuarios/remover', '/1/remover', '/1/repetir'].map((end) => `/admin/clientes${end}`)) {
      expect([path, (await admin.ask(path, { cookie, form: { nome: 'x' } })).status]).toEqual([path, 403]);
      expect([path, (await admin.ask(path, { cookie: reader, form: { csrf: readerCsrf, nome: 'x' } })).status]).toEqual([path, 403]);
    }
    expect(await admin.store.findCampaign('42')).toMatchObject({ name: 'Verão' });
  });

  test('a reader sees the pages without forms that change anything', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const reader = await admin.logIn(READONLY_TOKEN);
    for (const path of ['/admin/campanhas?vincular=social_ads:form:1', '/admin/campanhas/42', '/admin/clientes', '/admin/clientes/1']) {
      const html = await (await admin.ask(path, { cookie: reader })).text();
      const forms = [...html.matchAll(/<form [^>]*>/g)].map(([form]) => form).filter((form) => form.includes('method="post"'));
      const actions = forms.map((form) => /action="([^"]*)"/.exec(form)?.[1]);
      expect([path, [...new Set(actions)]]).toEqual([path, ['/admin/logout']]);
    }
  });
});

describe('a campaign', () => {
  test('is changed, and its links taken off one by one', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const { read, post } = await operatorAt(admin);
    await post('/admin/clientes', { nome: 'Agência Dois' });
    const edited = await post('/admin/campanhas/42', { nome: 'Inverno', cliente: '2', usuario: '' });
    expect(edited.headers.get('location')).toBe('/admin/campanhas/42?aviso=outro_cliente');
    expect(await read('/admin/campanhas/42?aviso=outro_cliente')).toContain('The leads it has stay with the previous one');
    expect(await admin.store.findCampaign('42')).toMatchObject({ name: 'Inverno', clientName: 'Agência Dois', userId: null });
    const renamed = await post('/admin/campanhas/42', { nome: 'Outono', cliente: '2', usuario: '' });
    expect(renamed.headers.get('location')).toBe('/admin/campanhas/42?aviso=alterada');
    await post('/admin/campanhas/42/vincular', { tipo: 'search_ads:campaign', valor: ' 123 ' });
    expect(await read('/admin/campanhas/42')).toContain('aria-label="Unlink Google Ads campaign 123"');
    await post('/admin/campanhas/42/desvincular', { tipo: 'search_ads:campaign', valor: '123' });
    expect((await admin.store.findCampaign('42'))?.links).toEqual([]);
  });

  test('that is given to another client does not take its user along', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const { post } = await operatorAt(admin);
    await post('/admin/clientes', { nome: 'Agência Dois' });
    const form = { nome: 'Verão', cliente: '2', usuario: 'ana@example.com' };
    const refused = await post('/admin/campanhas/42', form);
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('is a user of the previous client')]);
    expect(await admin.store.listUsers('2')).toEqual([]);
    await post('/admin/clientes/2/usuarios', { email: 'ana@example.com' });
    expect((await post('/admin/campanhas/42', form)).status).toBe(303);
    expect(await admin.store.findCampaign('42')).toMatchObject({ clientId: '2', userEmail: 'ana@example.com' });
  });

  test('does not lose links to the address of another', async () => {
    const admin = await startAdmin();
    await admin.addCampaign('42');
    await admin.addCampaign('43');
    await postJson(admin, '/admin/campanhas/43/vincular', { tipo: 'social_ads:page', valor: 'p' });
    expect((await postJson(admin, '/admin/campanhas/42/desvincular', { tipo: 'social_ads:page', valor: 'p' })).status).toBe(404);
    expect((await admin.store.findCampaign('43'))?.links).toHaveLength(1);
  });

  test('with leads is not removed, and the page says why; without them it is', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const { read, post } = await operatorAt(admin);
    await admin.receive();
    await admin.work();
    expect(await read('/admin/campanhas/42')).not.toContain('action="/admin/campanhas/42/remover"');
    const refused = await post('/admin/campanhas/42/remover', {});
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('Campaign "Verão" has leads, so it cannot be removed.'.replaceAll('"', '&quot;'));
    expect(html).toContain('This campaign has leads, so it can’t be removed.');
    expect(html).not.toContain('lead-intake campaign link');
    await admin.addCampaign('43');
    expect((await post('/admin/campanhas/43/remover', {})).headers.get('location')).toBe('/admin/campanhas?aviso=removida');
    expect(await admin.store.findCampaign('43')).toBeNull();
  });

  test('has an address whatever its id is', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    const ids = [
      'a/b',
      'a?b=c',
      'a#b',
      '..',
      '.',
      '...',
      'com espaço',
      '100%',
      '%2e%2e',
      '%2F',
      '😀 verão',
      '😀'.repeat(255),
      'repetir',
      'vincular',
      '+',
      '\\',
      "x'; drop",
    ];
    for (const id of ids) {
      const added = await postJson(admin, '/admin/campanhas', {
        id,
        nome: `Nome ${id.length}`,
        ...(id === 'a/b' ? { cliente_novo: 'Um' } : { cliente: 'Um' }),
      });
      expect([id, added.status]).toEqual([id, 200]);
      const shown = await jsonOf(admin, campaignPath(id));
      expect(shown).toMatchObject({ campanha_id: id });
      const linked = await postJson(admin, `${campaignPath(id)}/vincular`, {
        tipo: 'search_ads:form',
        valor: `form of ${id}`.slice(0, 100).toWellFormed(),
      });
      expect([id, linked.status]).toEqual([id, 200]);
    }
    const list = await read('/admin/campanhas');
    for (const id of ids) expect(list).toContain(`href="${campaignPath(id).replaceAll("'", '&#x27;')}"`);
    for (const id of ids) expect((await postJson(admin, `${campaignPath(id)}/remover`)).status).toBe(200);
  });

  test('names of strangers stay text on every page', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    const name = HOSTILE.replace('\u202e', '');
    await admin.store.addCampaigns(
      [{ id: HOSTILE, name: HOSTILE, client: name, user: null, links: [{ origin: 'social_ads', kind: 'form', value: HOSTILE }] }],
      { replace: false },
      { name: 't', now: 1 },
    );
    await admin.store.addUser({ client: name, email: HOSTILE, name: HOSTILE }, { name: 't', now: 1 });
    const wish = new URLSearchParams({ id: `${HOSTILE}2`, vincular: `social_ads:page:${HOSTILE}`, busca: 'script', aviso: HOSTILE });
    const pages = [`/admin/campanhas?${wish}`, campaignPath(HOSTILE), '/admin/clientes', '/admin/clientes/1'];
    const refused = await (await post('/admin/clientes/1', { nome: `${HOSTILE}\u0000` })).text();
    for (const html of [...(await Promise.all(pages.map(read))), refused]) {
      expect(html).toContain('&lt;script&gt;');
      expect(html).not.toMatch(/<script>|<img(?! src="\/admin\/assets\/)/);
    }
  });

  test('that does not exist is not found, also for changes', async () => {
    const admin = await startAdmin();
    for (const path of ['/admin/campanhas/none', '/admin/clientes/9', '/admin/clientes/x', '/admin/clientes/%00']) {
      expect([path, (await admin.askJson(path, { headers: BEARER })).status]).toEqual([path, 404]);
      expect([path, (await postJson(admin, `${path}/remover`)).status]).toEqual([path, 404]);
    }
  });
});

describe('the list of campaigns', () => {
  test('goes on page by page with its filter', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    const inputs = Array.from({ length: 5 }, (_, index) => ({ id: `id ${index}`, name: `Nome ${index}`, client: 'Um', user: null }));
    await admin.store.addCampaigns(
      [...inputs, { id: 'other', name: 'Other', client: 'Dois', user: null }],
      { replace: false },
      { name: 't', now: 1 },
    );
    const ids: string[] = [];
    let path = '/admin/campanhas?limite=2&cliente=Um';
    for (;;) {
      const page = campaignPage.schema().parse(await jsonOf(admin, path));
      ids.push(...page.itens.map((campaign) => campaign.campanha_id));
      if (page.proximo === null) break;
      path = `/admin/campanhas?limite=2&cliente=Um&${new URLSearchParams({ antes: page.proximo })}`;
    }
    expect(ids).toEqual(inputs.map(({ id }) => id));
    const html = await read('/admin/campanhas?limite=2&cliente=1&busca=nome');
    expect(html).toContain('href="/admin/campanhas?busca=nome&amp;cliente=1&amp;antes=id+1" rel="next"');
  });

  test('says so when it is empty, and when nothing fits', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    expect(await read('/admin/campanhas')).toContain('No campaigns yet.');
    await admin.addCampaign();
    expect(await read('/admin/campanhas?busca=zzz')).toContain('Nothing matches the filter.');
    expect((await admin.ask('/admin/campanhas?cliente=zzz', { headers: BEARER })).status).toBe(404);
  });
});

describe('clients', () => {
  test('are renamed, get and lose users, and are removed when nothing is left', async () => {
    const admin = await startAdmin();
    const { read, post } = await operatorAt(admin);
    await admin.addCampaign();
    expect((await post('/admin/clientes/1', { nome: 'Agência 1' })).headers.get('location')).toBe(
      '/admin/clientes/1?aviso=cliente_alterado',
    );
    expect((await post('/admin/clientes/1/usuarios', { email: 'bia@example.com', nome: 'Bia' })).status).toBe(303);
    const twice = await post('/admin/clientes/1/usuarios', { email: 'bia@example.com' });
    expect([twice.status, (await twice.text()).includes('already has a user with this email address.')]).toEqual([409, true]);
    const named = await post('/admin/clientes/1/usuarios/remover', { usuario: '1' });
    expect([named.status, (await named.text()).includes('Move the user’s campaigns to another user first.')]).toEqual([409, true]);
    expect((await post('/admin/clientes/1/usuarios/remover', { usuario: '2' })).status).toBe(303);
    const used = await post('/admin/clientes/1/remover', {});
    expect([used.status, (await used.text()).includes('Only a client without campaigns, users and leads')]).toEqual([409, true]);
    await post('/admin/campanhas/42/remover', {});
    await post('/admin/clientes/1/usuarios/remover', { usuario: '1' });
    expect(await read('/admin/clientes/1')).toContain('action="/admin/clientes/1/remover"');
    expect((await post('/admin/clientes/1/remover', {})).headers.get('location')).toBe('/admin/clientes?aviso=cliente_removido');
    expect(await admin.store.listClients()).toEqual([]);
  });

  test('of one address do not touch the users of another', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    await postJson(admin, '/admin/clientes', { nome: 'Dois' });
    expect((await postJson(admin, '/admin/clientes/2/usuarios/remover', { usuario: '1' })).status).toBe(404);
    expect(await admin.store.findUser('1')).not.toBeNull();
  });
});

describe('JSON', () => {
  test('has the shapes that are described, and says what the pages say', async () => {
    const admin = await startAdmin();
    const { read } = await operatorAt(admin);
    const answer = async (path: string, form: Record<string, string>) => (await postJson(admin, path, form)).json();
    addedClientRecord.schema().parse(await answer('/admin/clientes', { nome: 'Um' }));
    userRecord.schema().parse(await answer('/admin/clientes/1/usuarios', { email: 'a@example.com' }));
    campaignRecord.schema().parse(await answer('/admin/campanhas', { id: '42', nome: 'Verão', cliente: 'Um', usuario: 'a@example.com' }));
    campaignRecord.schema().parse(await answer('/admin/campanhas/42/vincular', { tipo: 'social_ads:form', valor: 'f' }));
    await admin.receive();
    await admin.work();
    const list = campaignPage.schema().parse(await jsonOf(admin, '/admin/campanhas'));
    const html = await read('/admin/campanhas');
    for (const text of ['42', 'Verão', 'Um', 'a@example.com']) {
      expect(JSON.stringify(list)).toContain(text);
      expect(html).toContain(text);
    }
    expect(campaignDetailRecord.schema().parse(await jsonOf(admin, '/admin/campanhas/42'))).toMatchObject({
      vinculos: [{ origem: 'social_ads', tipo: 'form', valor: 'f' }],
      leads: { total: 1, ou_mais: false },
      falhas: [
        { erro_codigo: 'unknown_campaign', total: 0, ou_mais: false },
        { erro_codigo: 'not_linked', total: 0, ou_mais: false },
      ],
    });
    expect(clientListRecord.schema().parse(await jsonOf(admin, '/admin/clientes'))).toMatchObject({
      itens: [{ campanhas: 1, usuarios: 1 }],
    });
    clientDetailRecord.schema().parse(await jsonOf(admin, '/admin/clientes/1'));
    totalRecord.schema().parse(await answer('/admin/campanhas/42/repetir', { erro_codigo: 'not_linked' }));
    expect((await postJson(admin, '/admin/campanhas/42/repetir', { erro_codigo: 'other' })).status).toBe(422);
    await admin.store.addCampaigns([{ id: 'gone', name: 'Gone', client: 'Um', user: null }], { replace: false }, { name: 't', now: 1 });
    campaignRemoved.schema().parse(await answer('/admin/campanhas/gone/remover', {}));
  });
});

test('a retry that finds nothing to retry does not say that events are in the queue', async () => {
  const admin = await startAdmin();
  const cookie = await admin.logIn();
  const csrf = await admin.csrfTokenOf(cookie);
  await admin.ask('/admin/clientes', { cookie, form: { csrf, nome: 'Agência Um' } });
  const done = await admin.ask('/admin/clientes/1/repetir', { cookie, form: { csrf, erro_codigo: 'unknown_client' } });
  const page = await admin.ask(done.headers.get('location') ?? '', { cookie, headers: { 'accept-language': 'en' } });
  expect(await page.text()).toContain('Nothing to retry: these events are no longer failed.');
});
