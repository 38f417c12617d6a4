import { expect, test } from 'vitest';
import { formBody } from '../../../src/cli/sending/bodies.ts';
import { Workplace } from '../../support/workplace.ts';

const PERSON = { name: 'Rosa', email: 'rosa@example.com', phone: '+5511987654321' };

/** A lead of the website form, with a consent. */
async function withLead(place: Workplace): Promise<void> {
  await place.addCampaign();
  const form = formBody({ eventType: 'lead', id: 'form-1', campaignId: '42', person: PERSON }, Date.now());
  const consent = { finalidade: 'ads', concedido: true, em: '2026-11-19T12:00:00Z', texto: 'Aceito, Rosa', ip: '203.0.113.9' };
  await place.use(async (store) => {
    await store.accept({
      origin: 'formulario_proprio',
      body: Buffer.from(JSON.stringify({ ...form, consentimentos: [consent] })),
      headers: '[]',
      remoteAddress: '192.0.2.1',
      requestId: 'r',
      credential: 'hmac',
      secret: 'abcd1234',
      receivedAt: Date.now(),
      queue: 'webhooks',
      events: [{ eventType: 'lead', identity: 'form-1' }],
    });
  });
  await place.processJobs();
}

test('leads consent shows what proves a consent, masked until it is revealed', async () => {
  using place = new Workplace();
  await withLead(place);
  const shown = await place.run('leads', 'consent', '1');
  expect(shown.stdout).toMatch(/Decision +Granted/);
  expect(shown.stdout).toMatch(/Verified by +HMAC-SHA256 signature/);
  expect(shown.stdout).toMatch(/Secret \(fingerprint\) +abcd1234/);
  expect(shown.stdout).toMatch(/Sent from +192\.0\.2\.1/);
  expect(shown.stdout).toContain('Consent does not prevent conversions of this lead from being sent.');
  expect(shown.stdout).not.toMatch(/Aceito|203\.0\.113\.9|rosa@/);
  const json = await place.json('leads', 'consent', '1', '--reveal');
  expect(json).toMatchObject({
    lead: { email: 'rosa@example.com' },
    consentimentos: [
      {
        finalidade: 'ads',
        decisao: 'concedido',
        texto: 'Aceito, Rosa',
        ip_pessoa: '203.0.113.9',
        evento_id: '1',
        vale_desde: '2026-11-19T12:00:00.000Z',
      },
    ],
    regra: { modo: 'unless_denied', propria: false },
    conversoes_permitidas: true,
    erro_codigo: null,
  });
  expect(place.activity()).toContain('revelar lead:1 leads consent --reveal');
});

test('leads consent records that the person withdrew or gave consent; the newest counts', async () => {
  using place = new Workplace();
  await withLead(place);
  const withdrawn = await place.run('leads', 'consent', '1', '--withdraw', '--reason', 'email of 20 November');
  expect(withdrawn.stdout).toMatch(/Purpose +every purpose\nDecision +Withdrawn/);
  expect(withdrawn.stdout).toContain('The person refused or withdrew consent');
  const grant = ['--grant', '--purpose', 'ads', '--reason', 'told us on the phone'];
  const before = await place.json('leads', 'consent', '1', ...grant, '--at', '2026-11-20 09:00');
  expect(before).toMatchObject({ conversoes_permitidas: false, erro_codigo: 'consent_denied' });
  expect(await place.json('leads', 'consent', '1', ...grant)).toMatchObject({ conversoes_permitidas: true });
  expect(place.activity()).toContain('retirar_consentimento lead:1');
});

test.each([
  [['--withdraw'], '--reason'],
  [['--grant', '--reason', 'r'], '--purpose'],
  [['--reason', 'r'], 'need --grant or --withdraw'],
  [['--withdraw', '--reason', 'r', '--at', 'soon'], '"soon" is not a valid time'],
  [['--withdraw', '--reason', 'r', '--purpose', ' '], '--purpose takes a text'],
])('leads consent with %j is refused', async (flags, says) => {
  using place = new Workplace();
  await withLead(place);
  expect(await place.run('leads', 'consent', '1', ...flags)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(says) });
  expect(await place.run('leads', 'consent', '9', '--withdraw', '--reason', 'r')).toMatchObject({ exitCode: 1 });
});
