import { beforeEach, describe, expect, test } from 'vitest';
import type { FormName } from '../../../src/domain/form-fields.ts';
import { formFilledRecord, formViewRecord, listedFormsRecord, mappingPreviewRecord } from '../../../src/presentation/form-record.ts';
import { processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent } from '../../support/factories.ts';
import { ADMIN_TOKEN, type AdminUnderTest, BEARER, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const LIST = '/admin/fontes/formularios';
const FORM: FormName = { origin: 'social_ads', formId: '172036835026334' };
const PATH = `${LIST}/social_ads/172036835026334`;
const KEY = 'onde_te_escrevemos?';
const ENGLISH = { 'accept-language': 'en' };
const JSON_HEADERS = { ...BEARER, accept: 'application/json' };

let admin: AdminUnderTest;
let cookie: string;

/** Two leads of a form whose e-mail question is not recognised; the second gives no e-mail address. */
beforeEach(async () => {
  admin = await startAdmin();
  await admin.addCampaign();
  await addLead('a', 'ana@example.com');
  await addLead('b', 'não tenho');
  cookie = await admin.logIn(ADMIN_TOKEN);
});

async function addLead(identity: string, email: string, form = FORM): Promise<void> {
  const answers = [
    { key: KEY, question: null, values: [email] },
    { key: '<b>plano</b>=x', question: null, values: ['Anual'] },
  ];
  const fields = leadFields({ name: 'Ana', answers, platform: { form_id: form.formId, page_id: '138124712925158' } });
  await processEvent(admin.store, identity, leadIntent(identity, { origin: form.origin, fields }), admin.now);
}

async function read(path: string, asked = cookie): Promise<string> {
  return (await admin.ask(path, { cookie: asked, headers: ENGLISH })).text();
}

async function post(path: string, mapa: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const headers = { ...ENGLISH, 'x-csrf-token': await admin.csrfTokenOf(cookie) };
  const form = new URLSearchParams([...mapa.map((entry) => ['mapa', entry]), ...Object.entries(more)]);
  const answer = await admin.ask(path, { cookie, headers, form });
  return { status: answer.status, location: answer.headers.get('location') ?? '', html: await answer.text() };
}

async function json(path: string, form?: URLSearchParams): Promise<unknown> {
  return await (await admin.ask(path, { headers: JSON_HEADERS, ...(form === undefined ? {} : { form }) })).json();
}

const mapa = (...entries: readonly string[]) => new URLSearchParams(entries.map((entry) => ['mapa', entry]));

async function emails(): Promise<readonly (string | null)[]> {
  return (await admin.store.listLeads({ limit: 10 })).items.map(({ email }) => email);
}

describe('lead forms', () => {
  test('are listed below the sources with the leads that nobody can reach, and what nobody reads', async () => {
    expect(await read('/admin/fontes')).toContain(`href="${LIST}"`);
    const list = await read(LIST);
    expect(list).toContain(`href="${PATH}"`);
    expect(list).toContain('onde_<wbr/>te_<wbr/>escrevemos?');
    expect(list).toContain('Agência Um');
    expect(listedFormsRecord.schema().parse(await json(LIST)).itens).toMatchObject([
      { formulario_id: FORM.formId, leads: 2, sem_contato: 2, chaves_sem_leitura: [KEY, '<b>plano</b>=x'] },
    ]);
  });

  test('show how each answer is read, masked; personal data for operators only, and recorded', async () => {
    const page = await read(PATH);
    expect(page).toContain('2 of 2 leads have no email or phone');
    expect(page).toContain('a***');
    expect(page).not.toContain('ana@example.com');
    expect(await read(`${PATH}?mostrar=1`)).toContain('ana@example.com');
    expect(admin.activities()).toMatchObject([{ action: 'revelar', target: 'formulario:social_ads/172036835026334' }]);
    const view = formViewRecord.schema().parse(await json(PATH));
    expect(view.chaves[0]).toEqual({
      chave: KEY,
      pergunta: null,
      tipo: null,
      campo: null,
      dito_por: null,
      respondida: 2,
      exemplos: ['n***', 'a***'],
    });
    expect(await read('/admin/atividade')).toContain(`href="${PATH}"`);
  });

  test('let a reader look, and offer no choice', async () => {
    const reader = await admin.logIn(READONLY_TOKEN);
    const page = await read(PATH, reader);
    expect(page).toContain('a***');
    expect(page).not.toMatch(/<select|previa/);
    expect((await admin.ask(`${PATH}?mostrar=1`, { cookie: reader })).status).toBe(403);
  });

  test.each([`${LIST}/social_ads/1`, `${LIST}/nowhere/172036835026334`, `${LIST}/search_ads/172036835026334`])(
    '%s is not there',
    async (path) => {
      expect((await admin.ask(path, { headers: JSON_HEADERS })).status).toBe(404);
    },
  );

  test('whose id is no plain word have an address', async () => {
    await addLead('c', 'x', { origin: 'search_ads', formId: '../a b?' });
    const [, path = ''] = /href="([^"]+search_ads[^"]+)"/.exec(await read(LIST)) ?? [];
    expect(formViewRecord.schema().parse(await json(path)).formulario_id).toBe('../a b?');
  });
});

describe('mapping a form', () => {
  test('goes by the preview, which changes nothing, to saving what was previewed', async () => {
    expect(await read(PATH)).not.toContain('Save and update leads');
    const preview = await post(`${PATH}/previa`, [`${KEY}=email`, '<b>plano</b>=x=']);
    expect(preview.status).toBe(200);
    expect(preview.html).toContain('2 of 2 leads will change.');
    expect(preview.html).toContain('2 now, 1 after saving');
    expect(preview.html).toContain('a***@example.com');
    expect(preview.html).not.toContain('ana@example.com');
    expect(preview.html).toContain('In 1 lead, the answer to');
    expect(preview.html).toContain(`<option value="${KEY}=email" selected="">`);
    expect(await emails()).toEqual([null, null]);
    const hidden = [...preview.html.matchAll(/<input type="hidden" name="mapa" value="([^"]+)"/g)].map(([, value = '']) =>
      value.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    );
    expect(hidden).toEqual([`${KEY}=email`, '<b>plano</b>=x=']);
    const saved = await post(`${PATH}/mapa`, hidden);
    expect(saved).toMatchObject({ status: 303, location: `${PATH}?aviso=mapeado&numero=2` });
    expect(await read(saved.location)).toContain('Mapping saved. Leads changed: 2.');
    expect(await emails()).toEqual([null, 'ana@example.com']);
    expect(admin.activities()).toMatchObject([{ action: 'mapear_formulario', detail: `"${KEY}": — → email` }]);
    expect(await read('/admin/atividade')).toContain('Mapped the answers of a form');
    expect(await read('/admin/leads/1')).toContain('(Email)');
  });

  test('previews with personal data when they are shown, and records that', async () => {
    const preview = await post(`${PATH}/previa`, [`${KEY}=email`], { mostrar: '1' });
    expect(preview.html).toContain('ana@example.com');
    expect(admin.activities()).toMatchObject([{ action: 'revelar', detail: 'preview' }]);
  });

  test('goes back to the automatic reading, and leaves keys alone that are not named', async () => {
    await json(`${PATH}/mapa`, mapa(`${KEY}=email`, '<b>plano</b>=x=nenhum'));
    expect(formFilledRecord.schema().parse(await json(`${PATH}/mapa`, mapa(`${KEY}=`)))).toMatchObject({ alterado: true, mudaram: 2 });
    expect(formViewRecord.schema().parse(await json(PATH))).toMatchObject({
      mapa: [{ chave: '<b>plano</b>=x', campo: 'nenhum' }],
      a_preencher: true,
    });
    expect(formFilledRecord.schema().parse(await json(`${PATH}/mapa`, mapa()))).toMatchObject({ alterado: false, leads: 2, mudaram: 0 });
  });

  test('by a program is previewed and answered in JSON', async () => {
    expect(mappingPreviewRecord.schema().parse(await json(`${PATH}/previa`, mapa(`${KEY}=email`)))).toEqual({
      leads: 2,
      mudam: 2,
      ganhos: { email: 1 },
      sem_contato_antes: 2,
      sem_contato_depois: 1,
      inaproveitaveis: [{ chave: KEY, campo: 'email', leads: 1 }],
      exemplos: [{ lead_id: '1', ganha: [{ campo: 'email', valor: 'a***@example.com' }] }],
      completo: true,
    });
  });

  test.each([
    [`${KEY}=e-mail`, 'Did you mean &quot;email&quot;?'],
    ['outra=email', 'has no question or answer with the key'],
    ['sem igual', 'does not have the form key=field'],
  ])('is refused for %s, and nothing is changed', async (entry, text) => {
    const refused = await post(`${PATH}/mapa`, [entry]);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(text);
    expect(await emails()).toEqual([null, null]);
  });

  test('offers no choice for a key that a browser would send back in another way', async () => {
    const answers = ['linha\nquebrada', ' com espaço '].map((key) => ({ key, question: null, values: ['ana@example.com'] }));
    const fields = leadFields({ answers, platform: { form_id: '9' } });
    await processEvent(admin.store, 'odd', leadIntent('odd', { origin: 'search_ads', fields }), admin.now);
    const page = await read(`${LIST}/search_ads/9`);
    expect(page.match(/<select/g)).toHaveLength(1);
    expect((await post(`${LIST}/search_ads/9/mapa`, [' com espaço =email'])).status).toBe(303);
    expect(await emails()).toContain('ana@example.com');
  });

  test('offers only as many choices as a posted form can carry', async () => {
    const answers = Array.from({ length: 120 }, (_, index) => ({
      key: `${'pergunta ção '.repeat(20)}${index}`,
      question: null,
      values: ['x'],
    }));
    const fields = leadFields({ answers, platform: { form_id: '9' } });
    await processEvent(admin.store, 'long', leadIntent('long', { origin: 'search_ads', fields }), admin.now);
    const page = await read(`${LIST}/search_ads/9`);
    const chosen = [...page.matchAll(/<option value="([^"]+)=" selected="">/g)].map(([, key]) => `${key}=primeiro_nome`);
    expect(chosen.length).toBeGreaterThan(10);
    expect(chosen.length).toBeLessThan(120);
    expect((await post(`${LIST}/search_ads/9/previa`, chosen)).status).toBe(200);
  });
});
