import { describe, expect, test } from 'vitest';
import { consentProofRecord } from '../../../src/presentation/consent-record.ts';
import { ADMIN_TOKEN, type AdminUnderTest, BEARER, ownFormBody, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const PATH = '/admin/leads/1/consentimento';
const CONSENT = { finalidade: 'ads', concedido: true, em: '2026-11-19T12:00:00Z', texto: 'Aceito receber anúncios', ip: '198.51.100.4' };

/** A lead of the website form, with a consent. */
async function withConsent(more: { readonly secret?: string } = {}): Promise<AdminUnderTest> {
  const admin = await startAdmin();
  await admin.addCampaign();
  await admin.receive({ identity: 'form-1', json: { ...ownFormBody('form-1'), consentimentos: [CONSENT] }, ...more });
  await admin.work();
  return admin;
}

async function proof(admin: AdminUnderTest, query = '') {
  const response = await admin.askJson(`${PATH}${query}`, { headers: BEARER });
  return consentProofRecord.schema().parse(await response.json());
}

const change = (admin: AdminUnderTest, form: Record<string, string>) => admin.askJson(PATH, { form, headers: BEARER });

describe('the consents of a lead', () => {
  test('are proven on one page, masked for everybody until an operator reveals them; JSON the same', async () => {
    const admin = await withConsent();
    for (const token of [ADMIN_TOKEN, READONLY_TOKEN]) {
      const html = await (await admin.ask(PATH, { cookie: await admin.logIn(token) })).text();
      for (const text of ['Concedido: <bdi>ads</bdi>', 'href="/admin/webhooks/1"', 'não impede o envio', '203.0.113.9']) {
        expect(html).toContain(text);
      }
      expect(html).not.toMatch(/Aceito receber|198\.51\.100\.4/);
    }
    const revealed = await (await admin.ask(`${PATH}?mostrar=1`, { cookie: await admin.logIn() })).text();
    expect(revealed).toMatch(/Aceito receber anúncios.*198\.51\.100\.4/s);
    expect(admin.activities()).toContainEqual(expect.objectContaining({ action: 'revelar', target: 'lead:1', detail: 'consent' }));
    expect((await admin.ask(`${PATH}?mostrar=1`, { cookie: await admin.logIn(READONLY_TOKEN) })).status).toBe(403);
    expect(await proof(admin)).toMatchObject({
      consentimentos: [{ finalidade: 'ads', decisao: 'concedido', texto: 'A***', evento_id: '1', vale_desde: '2026-11-19T12:00:00.000Z' }],
      conversoes_permitidas: true,
    });
    expect(await (await admin.ask('/admin/leads/1', { cookie: await admin.logIn() })).text()).toContain(`href="${PATH}"`);
  });

  test('a withdrawal keeps what was there, and conversions from being sent, until there is a new consent', async () => {
    const admin = await withConsent();
    const cookie = await admin.logIn();
    const form = { csrf: await admin.csrfTokenOf(cookie), acao: 'retirar', motivo: 'ligou dia 20' };
    const answer = await admin.ask(PATH, { cookie, form });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PATH}?aviso=retirado`]);
    const html = await (await admin.ask(PATH, { cookie })).text();
    expect(html).toMatch(/Concedido: .*Retirado: todas as finalidades/s);
    expect(await proof(admin)).toMatchObject({
      consentimentos: [
        { decisao: 'concedido' },
        { finalidade: null, decisao: 'retirado', registrado_por: 'admin@127.0.0.1', motivo: 'l***' },
      ],
      conversoes_permitidas: false,
      erro_codigo: 'consent_denied',
    });
    admin.pass(1_000);
    const granted = await change(admin, { acao: 'conceder', finalidade: 'ads', motivo: 'ligou de novo' });
    expect(await granted.json()).toMatchObject({ conversoes_permitidas: true });
    expect(await (await admin.ask('/admin/atividade', { cookie })).text()).toContain('Registrou a retirada de um consentimento');
  });

  test.each([
    [{ motivo: 'r' }, 'acao'],
    [{ acao: 'retirar' }, 'motivo'],
    [{ acao: 'conceder', motivo: 'r' }, 'finalidade'],
    [{ acao: 'retirar', motivo: 'r', ocorrida_em: 'logo' }, 'ocorrida_em'],
    [{ acao: 'retirar', motivo: 'r', ocorrida_em: '2099-01-01T10:00' }, 'ocorrida_em'],
  ])('a form with %j is refused, and names the field', async (form, field) => {
    const admin = await withConsent();
    const answer = await change(admin, form as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
    const cookie = await admin.logIn();
    const page = await admin.ask(PATH, { cookie, form: { csrf: await admin.csrfTokenOf(cookie), ...form } });
    expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('<details class="panel" open="">')]);
    expect((await proof(admin)).consentimentos).toHaveLength(1);
  });

  test('a reason that is too long is refused as too long, not as missing', async () => {
    const answer = await change(await withConsent(), { acao: 'retirar', motivo: 'x'.repeat(501) });
    const errors = [{ field: 'motivo', problem: 'must have at most 500 characters' }];
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors }]);
  });

  test('name the fingerprint of a secret to operators, and to no reader, who could guess a secret by it', async () => {
    const fingerprint = '0123456789abcdef';
    const admin = await withConsent({ secret: fingerprint });
    const seen = async (token: string) => {
      const cookie = await admin.logIn(token);
      const answers = await Promise.all([admin.ask(PATH, { cookie }), admin.askJson(PATH, { cookie })]);
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      return texts.map((text) => text.includes(fingerprint));
    };
    expect(await seen(ADMIN_TOKEN)).toEqual([true, true]);
    expect(await seen(READONLY_TOKEN)).toEqual([false, false]);
  });

  test('are in the activity with their purpose for operators only, who may have written a name into it', async () => {
    const admin = await withConsent();
    for (const acao of ['conceder', 'retirar']) await change(admin, { acao, finalidade: 'ligação de Zulmira', motivo: 'x' });
    const activity = async (token: string) =>
      (await admin.askJson('/admin/atividade', { headers: { authorization: `Bearer ${token}` } })).text();
    expect((await activity(ADMIN_TOKEN)).match(/Zulmira/g)).toHaveLength(2);
    expect(await activity(READONLY_TOKEN)).not.toContain('Zulmira');
  });

  test('of a lead that does not exist are not found', async () => {
    const admin = await withConsent();
    expect((await admin.askJson('/admin/leads/9/consentimento', { headers: BEARER })).status).toBe(404);
  });
});
