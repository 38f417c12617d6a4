import { describe, expect, test } from 'vitest';
import { failedJobPage, failureGroups, jobsChanged, totalRecord } from '../../../src/presentation/job-record.ts';
import { inWords } from '../../support/saying.ts';
import { type AdminUnderTest, BEARER, ownFormBody, QUEUE, startAdmin } from './admin-under-test.ts';

/** Events of a campaign that does not exist, processed: as many failed jobs. */
async function failing(...identities: readonly string[]): Promise<AdminUnderTest> {
  const admin = await startAdmin();
  for (const identity of identities) await admin.receive({ identity });
  await admin.work();
  return admin;
}

async function json(admin: AdminUnderTest, path: string, form?: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await admin.askJson(path, { headers: BEARER, ...(form === undefined ? {} : { form }) });
  return await response.json();
}

describe('failures', () => {
  test('by error code, with their number, and one by one', async () => {
    const admin = await failing('a', 'b');
    expect(await json(admin, '/admin/falhas/grupos')).toMatchObject({
      grupos: [{ erro_codigo: 'unknown_campaign', estacionado: false, total: 2, mais_recente: { job_id: '2', estado: 'falhou' } }],
    });
    expect(await json(admin, '/admin/falhas?limite=1')).toMatchObject({ itens: [{ job_id: '2' }], proximo: '2' });
    expect(await json(admin, '/admin/falhas?limite=1&antes=2')).toMatchObject({ itens: [{ job_id: '1' }], proximo: null });
    expect(await json(admin, '/admin/falhas?erro_codigo=other')).toMatchObject({ itens: [] });
    expect(await json(admin, '/admin/falhas/total?erro_codigo=unknown_campaign')).toEqual({ total: 2 });
  });

  test('errors that name different things are different groups, and each runs again alone', async () => {
    const admin = await startAdmin();
    for (const [identity, campaign] of [
      ['a', 'verao'],
      ['b', 'outono'],
      ['c', 'verao'],
      ['d', 'ana@example.com'],
    ] as const) {
      await admin.receive({ identity, json: { ...ownFormBody(identity), campanha_id: campaign } });
    }
    await admin.receive({ identity: 'e', json: { ...ownFormBody('e'), campanha_id: null } });
    await admin.work();
    const { grupos } = failureGroups.schema().parse(await json(admin, '/admin/falhas/grupos'));
    expect(grupos.map(({ erro_alvo, total }) => [erro_alvo, total])).toEqual([
      ['campanha_id:verao', 2],
      ['-', 1],
      [expect.stringMatching(/^campanha_id:#[0-9a-f]{4}$/), 1],
      ['campanha_id:outono', 1],
    ]);
    expect(await json(admin, '/admin/falhas?erro_alvo=campanha_id:outono')).toMatchObject({
      itens: [{ job_id: '2', erro_alvo: 'campanha_id:outono' }],
    });
    expect(await json(admin, '/admin/falhas/total?erro_alvo=-')).toEqual({ total: 1 });
    const group = { todos: '1', erro_codigo: 'unknown_campaign', erro_alvo: 'campanha_id:verao' };
    expect(await json(admin, '/admin/falhas/repetir', group)).toEqual({ jobs: ['1', '3'], total: 2 });
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ waiting: 2, failed: 3 });
    const waiting = (await admin.store.eventTrail('1'))?.jobs[0];
    expect(waiting).toMatchObject({ state: 'pendente', named: '' });
  });

  test('answers are as they are described', async () => {
    const admin = await failing('a', 'b');
    expect(failureGroups.schema().parse(await json(admin, '/admin/falhas/grupos')).grupos).toHaveLength(1);
    expect(failedJobPage.schema().parse(await json(admin, '/admin/falhas')).itens).toHaveLength(2);
    expect(totalRecord.schema().parse(await json(admin, '/admin/falhas/total'))).toEqual({ total: 2 });
    expect(jobsChanged.schema().parse(await json(admin, '/admin/falhas/repetir', { job: '1' }))).toEqual({ jobs: ['1'], total: 1 });
  });

  test('named jobs run again, those of a code are deleted; both are written down', async () => {
    const admin = await failing('a', 'b', 'c');
    expect(await json(admin, '/admin/falhas/repetir', { job: '1' })).toEqual({ jobs: ['1'], total: 1 });
    expect(await json(admin, '/admin/falhas/esquecer', { todos: '1', erro_codigo: 'unknown_campaign' })).toMatchObject({ total: 2 });
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ waiting: 1, failed: 0 });
    expect(admin.activities()).toHaveLength(2);
  });

  test.each(['codigo', 'erro_code', 'status', 'constructor'])('a misspelled filter (%s) does not mean every job', async (name) => {
    const admin = await failing('a', 'b');
    const form = { todos: '1', [name]: 'some_other_code' };
    for (const verb of ['esquecer', 'repetir']) {
      expect((await admin.askJson(`/admin/falhas/${verb}`, { headers: BEARER, form })).status).toBe(422);
    }
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ failed: 2, waiting: 0 });
  });

  test('nothing is touched because a field was forgotten, by a stranger, or without the CSRF token', async () => {
    const admin = await failing('a');
    const cookie = await admin.logIn();
    const asks = [
      admin.askJson('/admin/falhas/esquecer', { headers: BEARER, form: {} }),
      admin.askJson('/admin/falhas/esquecer', { headers: BEARER, form: { job: 'all' } }),
      admin.askJson('/admin/falhas/esquecer', { headers: BEARER, form: { todos: '1', erro_codigo: ' ' } }),
      admin.askJson('/admin/falhas/esquecer', { headers: BEARER, form: { todos: '1', fila: '' } }),
      admin.askJson('/admin/falhas/esquecer', { form: { todos: '1' } }),
      admin.askJson('/admin/falhas/esquecer', { cookie, form: { todos: '1' } }),
    ];
    expect((await Promise.all(asks)).map((response) => response.status)).toEqual([422, 422, 422, 422, 401, 403]);
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ failed: 1 });
  });
});

describe('leads', () => {
  test('are masked, newest first, a page at a time', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    for (const identity of ['a', 'b']) await admin.receive({ json: ownFormBody(identity), identity });
    await admin.work();
    const secondSubmittedAt = `${new Date(admin.now).getTime()}-2`;
    expect(await json(admin, '/admin/leads?limite=1')).toMatchObject({
      itens: [{ lead_id: '2', nome: 'J*** S***', email: 'j***@example.com' }],
      proximo: secondSubmittedAt,
    });
    expect(await json(admin, `/admin/leads?antes=${secondSubmittedAt}`)).toMatchObject({ itens: [{ lead_id: '1' }], proximo: null });
    expect((await admin.askJson('/admin/leads')).status).toBe(401);
  });

  test.each(['0', '1001', 'all', '-1'])('a limit of %s is refused', async (limit) => {
    const admin = await startAdmin();
    expect((await admin.askJson(`/admin/leads?limite=${limit}`, { headers: BEARER })).status).toBe(422);
  });
});

test('those of conversions are asked for by their queue, and name the conversion', async () => {
  const admin = await startAdmin();
  await admin.addCampaign();
  const sale = { ...ownFormBody('a'), event_type: 'venda', gclid: 'G' };
  await admin.receive({ json: sale, events: [{ eventType: 'venda', identity: 'a' }] });
  await admin.work();
  await admin.store.enqueueConversions(['search_ads'], 10, admin.now);
  const [claim] = await admin.store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 1, now: admin.now });
  if (claim === undefined) throw new Error('no conversion is due');
  await admin.store.finish(
    [{ claim, outcome: { kind: 'failed', fault: { code: 'conversion_refused', params: inWords('no') } } }],
    admin.now,
  );
  expect(await json(admin, '/admin/falhas/total')).toEqual({ total: 0 });
  expect(await json(admin, '/admin/falhas/total?fila=conversoes')).toEqual({ total: 1 });
  const { itens } = failedJobPage.schema().parse(await json(admin, '/admin/falhas?fila=conversoes'));
  expect(itens).toMatchObject([{ fila: 'conversoes', conversao_id: '1', erro_codigo: 'conversion_refused' }]);
  const { grupos } = failureGroups.schema().parse(await json(admin, '/admin/falhas/grupos?fila=conversoes'));
  expect(grupos).toMatchObject([{ erro_codigo: 'conversion_refused', total: 1 }]);
  expect(await json(admin, '/admin/falhas?fila=conversoes&antes=c2')).toMatchObject({ itens: [{ job_id: 'c1' }] });
  expect(await json(admin, '/admin/falhas?fila=conversoes&antes=c1')).toMatchObject({ itens: [] });
  expect((await admin.askJson('/admin/falhas?antes=17-3', { headers: BEARER })).status).toBe(422);
  expect(await json(admin, '/admin/falhas/repetir', { todos: '1' })).toMatchObject({ total: 0 });
  expect(await json(admin, '/admin/falhas/repetir', { job: 'c1', fila: 'conversoes' })).toEqual({ jobs: ['c1'], total: 1 });
});

test.each(['/admin/falhas/total', '/admin/webhooks/total', '/admin/leads/exportar'])(
  '%s takes no misspelled filter for none',
  async (path) => {
    const admin = await startAdmin();
    const refused = await admin.askJson(`${path}?erro_codgo=not_linked`, { headers: BEARER });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid_input', detail: expect.stringContaining('The fields are ') }),
    ]);
    expect((await admin.ask(path, { headers: BEARER })).status).toBe(200);
  },
);
