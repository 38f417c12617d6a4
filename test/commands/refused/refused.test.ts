import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../../src/base/signature.ts';
import { DAY_MS } from '../../../src/base/time-units.ts';
import type { RefusedRequest } from '../../../src/domain/refused-request.ts';
import { finished, startProgram } from '../../support/run-program.ts';
import { startService } from '../../support/running-service.ts';
import { inWords } from '../../support/saying.ts';
import { SECRETS, Workplace } from '../../support/workplace.ts';

const BODY = '{"event_type":"lead","id":"f-1","timestamp":1,"campanha_id":"42","nome":"Maria"}\n';

interface Event {
  readonly evento_id: string;
  readonly recebido_em: string;
}

async function refuse(place: Workplace, secret: string, body = BODY, overrides: Partial<RefusedRequest> = {}): Promise<string> {
  const bytes = Buffer.from(body);
  await place.use((store) =>
    store.recordRefused([
      {
        origin: 'formulario_proprio',
        method: 'POST',
        path: '/integracoes/leads',
        httpStatus: 401,
        code: 'signature_invalid',
        params: inWords('The signature is wrong.'),
        remoteAddress: '192.0.2.1',
        requestId: 'r',
        headers: JSON.stringify([['X-Formulario-Signature', signatureHeader(secret, bytes)]]),
        body: bytes,
        complete: true,
        isVerified: false,
        receivedAt: Date.now(),
        ...overrides,
      },
    ]),
  );
  const page = await place.use((store) => store.listRefused({ limit: 1 }));
  return page.items[0]?.id ?? '';
}

describe('refused', () => {
  test('list and show, the body only when it is revealed', async () => {
    using place = new Workplace();
    const id = await refuse(place, 'other');
    expect((await place.run('refused', 'list')).stdout).toMatch(
      new RegExp(`^${id} .* Website form +192\\.0\\.2\\.1 +401 +Invalid signature`, 'm'),
    );
    expect(await place.json('refused', 'list', '--code', 'fields_invalid')).toEqual({ itens: [], proximo: null });
    const shown = (await place.run('refused', 'show', id)).stdout;
    expect(shown).toMatch(/^Headers\n {2}X-Formulario-Signature: sha256=[0-9a-f]{64}$/m);
    expect(shown).not.toContain('Maria');
    expect(place.activity()).toEqual([]);
    expect((await place.run('refused', 'show', id, '--reveal')).stdout).toContain('"nome":"Maria"');
    expect((await place.run('refused', 'show', id, '--raw')).stdout).toBe(BODY);
    expect(place.activity()).toEqual([`revelar recusa:${id} refused show --reveal`, `revelar recusa:${id} refused show --raw`]);
  });

  test('replay goes on without a reader of its output and ends as with one; what only reads ends at once with 0', async () => {
    using place = new Workplace();
    const ids = [
      await refuse(place, 'other'),
      ...(await Promise.all(['a', 'b'].map((id) => refuse(place, SECRETS.FORMULARIO_SECRET, BODY.replace('f-1', id))))),
    ];
    const unread = async (...args: string[]) => {
      const child = startProgram(args, { cwd: place.folder, env: place.env });
      child.stdout?.destroy();
      const { exitCode, stderr } = await finished(child);
      return { exitCode, stderr };
    };
    expect(await unread('refused', 'replay', ...ids)).toEqual({ exitCode: 1, stderr: '' });
    expect(await place.json('events', 'list')).toMatchObject({ itens: [{}, {}] });
    expect(await unread('events', 'show', '99', '--json')).toEqual({ exitCode: 0, stderr: '' });
  });

  test('a google_key that was wrong at Google is replayed only when an operator vouches for it, which the log records', async () => {
    using place = new Workplace();
    await place.use(async () => undefined);
    {
      await using service = await startService(place.folder, place.env);
      const body = JSON.stringify({ lead_id: 'L-1', form_id: 40000000001, google_key: 'wrong-at-google', user_column_data: [] });
      expect((await fetch(`${service.url}/webhooks/search_ads`, { method: 'POST', body })).status).toBe(401);
      await service.stop();
    }
    const { itens } = (await place.json('refused', 'list')) as { itens: { recusa_id: string }[] };
    const id = itens[0]?.recusa_id ?? '';
    const again = await place.run('refused', 'replay', id);
    expect(again.exitCode).toBe(1);
    expect(again.stdout).toContain('refused again (Invalid Google key)');
    expect(again.stdout).toContain('replay the request with --without-credential');
    expect(await place.json('refused', 'replay', '--all', '--without-credential', '--dry-run')).toMatchObject({
      gravadas: 1,
      sem_credencial: 1,
      recusadas_de_novo: [],
    });
    expect(await place.json('refused', 'replay', '--all', '--dry-run')).toMatchObject({ gravadas: 0, sem_credencial: 0 });
    const done = await place.run('refused', 'replay', id, '--without-credential');
    expect([done.exitCode, done.stdout]).toEqual([0, `Refused request ${id}: stored as event 1, without a valid credential.\n`]);
    expect(place.activity()).toEqual([`reaproveitar_recusada_sem_credencial recusa:${id} evento:1`]);
    const trail = await place.use((store) => store.eventTrail('1'));
    expect(trail?.event.credential).toBe('operator');
    expect(Buffer.from(trail?.event.body ?? []).toString()).not.toContain('wrong-at-google');
  });

  test('the first lead that is refused for its key is a problem when the key used to be right, and strangers do not push it out', async () => {
    using place = new Workplace();
    await place.use(async () => undefined);
    const lead = (formId: number, key: string) =>
      JSON.stringify({ lead_id: `${formId}-${'x'.repeat(60)}`, form_id: formId, google_key: key, user_column_data: [] });
    const sent = async (...bodies: readonly string[]) => {
      await using service = await startService(place.folder, place.env);
      const url = `${service.url}/webhooks/search_ads`;
      return await Promise.all(bodies.map(async (body) => (await fetch(url, { method: 'POST', body })).status));
    };
    const alarms = async () => {
      const { achados } = (await place.json('doctor', '--offline')) as {
        achados: readonly { codigo: string; nivel: string }[];
      };
      return achados.filter(({ codigo }) => codigo === 'sources.credential_refused').map(({ nivel }) => nivel);
    };
    expect(await sent(lead(7, 'wrong'))).toEqual([401]);
    expect(await alarms()).toEqual([]);
    expect(await sent(lead(40000000001, SECRETS.WEBHOOK_SEARCHADS_SECRET))).toEqual([200]);
    await place.run('refused', 'forget', '1', '--yes');
    expect(await sent(lead(40000000001, 'wrong'))).toEqual([401]);
    expect(await alarms()).toEqual(['problem']);
    expect((await place.run('doctor', '--offline')).stdout).toContain(
      'Google Ads: 1 request that looks genuine was refused (Invalid Google key)',
    );
    await sent(...Array.from({ length: 100 }, () => '{"google_key":"guess"}'));
    await sent('{"google_key":"guess"}', lead(40000000001, 'wrong again'));
    const bodies = await place.use(async (store) => {
      const { items } = await store.listRefused({ limit: 200 });
      return await Promise.all(items.map(async ({ id }) => Buffer.from((await store.findRefused(id))?.body ?? []).toString()));
    });
    expect(bodies.filter((body) => body.includes('40000000001'))).toHaveLength(2);
    await place.run('refused', 'replay', '--all', '--without-credential', '--yes');
    expect(await alarms()).toEqual([]);
  });

  test('vouching takes nothing that its content refuses, and is not recorded where the credential is valid', async () => {
    using place = new Workplace();
    const broken = await refuse(place, 'other', '{"id":');
    const valid = await refuse(place, SECRETS.FORMULARIO_SECRET);
    const result = (await place.json('refused', 'replay', broken, valid, '--without-credential')) as { itens: unknown[] };
    expect(result.itens).toMatchObject([
      { recusa_id: broken, resultado: 'refused', codigo: 'body_not_json', sem_credencial: false },
      { recusa_id: valid, resultado: 'stored', sem_credencial: false },
    ]);
    expect(place.activity()).toEqual([`reaproveitar_recusada recusa:${valid} evento:1`]);
  });

  test('replay stores what is valid now and refuses the rest again', async () => {
    using place = new Workplace();
    const valid = await refuse(place, SECRETS.FORMULARIO_SECRET);
    const invalid = await refuse(place, 'other');
    const result = await place.run('refused', 'replay', valid, invalid);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(
      new RegExp(`^Refused request ${valid}: stored as event 1\\.\nRefused request ${invalid}: refused again \\(Invalid signature\\)\\.`),
    );
    expect(await place.json('events', 'list')).toMatchObject({ itens: [{ identidade: 'f-1', status: 'recebido' }] });
    expect(await place.json('refused', 'list')).toMatchObject({ itens: [{ repetida_evento_id: null }, { repetida_evento_id: '1' }] });
    expect(await place.json('refused', 'list', '--open')).toMatchObject({ itens: [{ recusa_id: invalid }], proximo: null });
  });

  test('what is replayed is received now; that it was refused before is told besides, and is when the person submitted', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const refusedAt = Date.now() - 8 * DAY_MS;
    const body = JSON.stringify({
      event_type: 'lead',
      lead_id: 'late-1',
      campanha_id: '42',
      full_name: 'Maria',
      google_key: SECRETS.WEBHOOK_SEARCHADS_SECRET,
    });
    await place.accept('before');
    const id = await refuse(place, 'other', body, {
      origin: 'search_ads',
      path: '/webhooks/search_ads',
      headers: '[]',
      receivedAt: refusedAt,
    });
    const replayedFrom = Date.now();
    expect((await place.run('refused', 'replay', id)).exitCode).toBe(0);
    await place.run('queue', 'once');
    const [event] = ((await place.json('events', 'list', '--since', '1h', '--source', 'search_ads')) as { itens: Event[] }).itens;
    expect(event).toMatchObject({ identidade: 'late-1', status: 'processado', recusado_em: new Date(refusedAt).toISOString() });
    expect(Date.parse(event?.recebido_em ?? '')).toBeGreaterThanOrEqual(replayedFrom);
    expect(await place.json('events', 'list', '--external-id', 'before')).toMatchObject({ itens: [{ recusado_em: null }] });
    expect(await place.json('leads', 'list', '--source', 'search_ads')).toMatchObject({
      itens: [{ enviado_em: new Date(refusedAt).toISOString() }],
    });
    const shown = (await place.run('events', 'show', event?.evento_id ?? '')).stdout;
    expect(shown).toMatch(/refused +first request, refused; later replayed/);
    // The job is new: it did not wait in the queue for eight days.
    const [job] = ((await place.json('events', 'show', event?.evento_id ?? '')) as { jobs: { criado_em: string }[] }).jobs;
    expect(Date.parse(job?.criado_em ?? '')).toBeGreaterThanOrEqual(replayedFrom);
  });

  test('what is stored is written to the log of operators, and is not replayed twice', async () => {
    using place = new Workplace();
    const id = await refuse(place, SECRETS.FORMULARIO_SECRET);
    await place.run('refused', 'replay', id);
    expect(place.activity()).toEqual([`reaproveitar_recusada recusa:${id} evento:1`]);
    const again = await place.run('refused', 'replay', id);
    expect(again).toMatchObject({ exitCode: 1, stderr: '' });
    expect(again.stdout).toContain(`Refused request ${id} was already replayed as event 1.`);
    expect(await place.json('refused', 'replay', id)).toMatchObject({ itens: [{ resultado: 'impossible', codigo: 'conflict' }] });
    expect(place.activity()).toHaveLength(1);
  });

  test('one that cannot be replayed does not keep the others back', async () => {
    using place = new Workplace();
    const id = await refuse(place, SECRETS.FORMULARIO_SECRET);
    const result = await place.run('refused', 'replay', '98', id, '99');
    expect(result.exitCode).toBe(1);
    expect(result.stdout.split('\n')).toEqual([
      expect.stringContaining('There is no refused request 98.'),
      `Refused request ${id}: stored as event 1.`,
      expect.stringContaining('There is no refused request 99.'),
      '',
    ]);
  });

  test('finds a person in what was refused, and narrows down by source, reason, time and campaign', async () => {
    using place = new Workplace();
    const joao = BODY.replace('Maria', 'João da Silva').replace('}', ',"telefone":"(11) 98765-4321"}');
    const old = await refuse(place, 'other', joao, { receivedAt: Date.now() - 8 * DAY_MS });
    const encoded = Buffer.from('nome=Ana+Souza&email=ana%40example.com');
    const plain = await refuse(place, 'other', encoded.toString(), { origin: 'search_ads', code: 'body_not_json' });
    const linked = await refuse(place, 'other', '{"form_id":7,"user_column_data":[]}', { origin: 'search_ads' });
    const found = async (...flags: readonly string[]) =>
      ((await place.json('refused', 'list', ...flags)) as { itens: { recusa_id: string }[] }).itens.map((item) => item.recusa_id);
    expect(await found('--search', 'joao silva')).toEqual([old]);
    expect(await found('--search', '+55 11 98765-4321')).toEqual([old]);
    expect(await found('--search', 'ana@example.com')).toEqual([plain]);
    expect(await found('--search', 'Souz')).toEqual([plain]);
    expect(await found('--search', 'nobody')).toEqual([]);
    expect(await found('--campaign', '42')).toEqual([old]);
    await place.addCampaign();
    await place.use((store) =>
      store.linkCampaign({ campaignId: '42', origin: 'search_ads', kind: 'form', value: '7' }, { name: 't', now: 1 }),
    );
    expect(await found('--campaign', '42')).toEqual([linked, old]);
    expect(await found('--until', '7d')).toEqual([old]);
    expect(await found('--since', '7d', '--source', 'search_ads', '--code', 'body_not_json')).toEqual([plain]);
  });

  test.each([
    ['events', 'Nothing found.'],
    ['leads', 'Nothing found.'],
  ])('are pointed out by %s list --search, also where it finds nothing else', async (list, nothing) => {
    using place = new Workplace();
    await refuse(place, 'other', BODY.replace('Maria', "Ana D'Ávila"));
    const one = await place.run(list, 'list', '--search', "d'avila");
    expect(one).toMatchObject({ exitCode: 0, stdout: '' });
    expect(one.stderr).toBe(`${nothing}\n1 refused request matches too: lead-intake refused list --search 'd'\\''avila'\n`);
    await refuse(place, 'other', BODY.replace('Maria', 'Ana'));
    expect((await place.run(list, 'list', '--search', 'ana')).stderr).toContain(
      '2 refused requests match too: lead-intake refused list --search ana',
    );
    for (const flags of [[], ['--search', 'rosa']]) expect((await place.run(list, 'list', ...flags)).stderr).not.toMatch(/match(es)? too/);
  });

  test('replays all that a filter leaves, after showing what would happen', async () => {
    using place = new Workplace();
    const valid = await refuse(place, SECRETS.FORMULARIO_SECRET);
    const other = await refuse(place, SECRETS.FORMULARIO_SECRET, BODY.replace('f-1', 'f-2'));
    await refuse(place, 'other', BODY.replace('f-1', 'f-3'));
    await refuse(place, SECRETS.FORMULARIO_SECRET, BODY.replace('f-1', 'f-4'), { complete: false });
    await refuse(place, SECRETS.FORMULARIO_SECRET, BODY.replace('f-1', 'f-5'), { code: 'timestamp_out_of_window' });
    const all = ['refused', 'replay', '--all', '--code', 'signature_invalid'] as const;
    expect(await place.run(...all, '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: '2 of 3 would be stored. Still refused: Invalid signature (1).\n',
    });
    expect(await place.json(...all, '--dry-run')).toMatchObject({ total: 3, gravadas: 2, simulacao: true });
    const unasked = await place.run(...all);
    expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('Replay 3 refused requests?')]);
    expect(await place.json('events', 'list')).toMatchObject({ itens: [] });
    const replayed = await place.run(...all, '--yes');
    expect([replayed.exitCode, replayed.stdout]).toEqual([1, expect.stringContaining(`Refused request ${valid}: stored as event 1.`)]);
    expect(replayed.stdout).toContain(`Refused request ${other}: stored as event 2.`);
    expect(await place.json('events', 'list')).toMatchObject({ itens: [{ identidade: 'f-2' }, { identidade: 'f-1' }] });
    expect(await place.run(...all, '--dry-run')).toMatchObject({
      stdout: '0 of 1 would be stored. Still refused: Invalid signature (1).\n',
    });
    expect((await place.run('refused', 'replay', '--code', 'x')).exitCode).toBe(2);
    expect((await place.run('refused', 'replay', valid, '--all')).exitCode).toBe(2);
  });

  test('forgets named ones at once and for good, and the log says which', async () => {
    using place = new Workplace();
    const [first, second] = [await refuse(place, 'other'), await refuse(place, 'other')];
    expect(await place.run('refused', 'forget', first, '99', '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: '1 refused request selected.\n',
    });
    const result = await place.run('refused', 'forget', first, '99');
    expect([result.exitCode, result.stderr]).toEqual([
      1,
      expect.stringContaining('There is no refused request 99. 1 refused request deleted.'),
    ]);
    expect(await place.json('refused', 'list')).toMatchObject({ itens: [{ recusa_id: second }], proximo: null });
    expect(place.activity()).toEqual([`esquecer_recusada recusa:${first}`]);
    expect(await place.json('refused', 'forget', second)).toEqual({ recusas: [second], total: 1, simulacao: false });
    const replay = await place.run('refused', 'replay', second);
    expect([replay.exitCode, replay.stdout]).toEqual([1, expect.stringContaining(`There is no refused request ${second}.`)]);
  });

  test('forgets all that a filter leaves after a question that says how many could still be stored, and no more reports them', async () => {
    using place = new Workplace();
    const replayed = await refuse(place, SECRETS.FORMULARIO_SECRET, BODY.replace('f-1', 'f-9'));
    await place.run('refused', 'replay', replayed);
    await refuse(place, SECRETS.FORMULARIO_SECRET);
    await refuse(place, 'other', BODY.replace('f-1', 'f-2'), { complete: false });
    const kept = await refuse(place, 'other', BODY, { code: 'body_not_json' });
    const all = ['refused', 'forget', '--all', '--code', 'signature_invalid'] as const;
    const preview = '2 refused requests selected. 1 of 2 would be stored now if replayed: `lead-intake refused replay`.';
    expect(await place.run(...all, '--dry-run')).toMatchObject({ exitCode: 0, stdout: `${preview}\n` });
    expect(await place.json(...all, '--dry-run')).toEqual({ recusas: [], total: 2, gravadas: 1, simulacao: true });
    const unasked = await place.run(...all);
    expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('Delete 2 refused requests for good?')]);
    expect(await place.run(...all, '--yes')).toMatchObject({ exitCode: 0, stdout: '2 refused requests deleted.\n' });
    expect(await place.json('refused', 'list')).toMatchObject({ itens: [{ recusa_id: kept }, { recusa_id: replayed }], proximo: null });
    expect(await place.json('refused', 'list', '--open')).toMatchObject({ itens: [{ recusa_id: kept }] });
    expect((await place.run('doctor')).stdout).toContain('1 refused request may be a lost lead');
    await place.run('refused', 'forget', kept);
    expect((await place.run('doctor')).stdout).not.toContain('refused request may be');
    expect(await place.run(...all, '--yes')).toMatchObject({ exitCode: 0, stdout: '0 refused requests selected.\n' });
    expect((await place.run('refused', 'forget', '--code', 'x')).exitCode).toBe(2);
    expect((await place.run('refused', 'forget', kept, '--all')).exitCode).toBe(2);
  });

  test.each(['', ' '])('a blank search (%j), as an unset variable of a script leaves it, does not mean every request', async (blank) => {
    using place = new Workplace();
    const kept = await refuse(place, 'other');
    for (const change of ['forget', 'replay']) {
      const result = await place.run('refused', change, '--all', '--search', blank, '--yes');
      expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--search must not be empty.') });
    }
    expect(await place.json('refused', 'list')).toMatchObject({ itens: [{ recusa_id: kept, repetida_em: null }] });
  });

  test('an unknown one is not found', async () => {
    using place = new Workplace();
    expect(await place.json('refused', 'show', '9')).toMatchObject({ error: { code: 'not_found' } });
  });
});
