import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formBody } from '../../../src/cli/sending/form-body.ts';
import { Workplace } from '../../support/workplace.ts';

const PERSON = { name: 'Rosa', email: 'rosa@example.com', phone: '+5511987654321' };

/** A place with leads 1 … n of the own form that came by a search click each, or by none. */
async function withLeads(place: Workplace, count = 1, { clickId = 'Cj0-' }: { readonly clickId?: string | null } = {}): Promise<void> {
  await place.addCampaign();
  await place.use(async (store) => {
    for (let index = 1; index <= count; index += 1) {
      const body = {
        ...formBody({ eventType: 'lead', id: `form-${index}`, campaignId: '42', person: PERSON }, Date.now()),
        ...(clickId === null ? {} : { gclid: `${clickId}${index}` }),
      };
      await store.accept({
        origin: 'formulario_proprio',
        body: Buffer.from(JSON.stringify(body)),
        headers: '[]',
        remoteAddress: '192.0.2.1',
        requestId: 'r',
        credential: 'hmac',
        receivedAt: Date.now(),
        queue: 'webhooks',
        events: [{ eventType: 'lead', identity: `form-${index}` }],
      });
    }
  });
  await place.run('queue', 'once');
}

/** Has the conversion's job end as told, as a worker would. */
async function endJob(place: Workplace, kind: 'failed' | 'parked', code: string): Promise<void> {
  await place.use(async (store) => {
    const now = Date.now();
    await store.enqueueConversions(['search_ads'], 100, now);
    const [job] = await store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 60_000, now });
    if (job === undefined) throw new Error('no job');
    await store.finish([{ claim: job, outcome: { kind, fault: { code, message: 'The platform says: "no".' } } }], now);
  });
}

describe('leads stage', () => {
  test('registers a stage once, and says to whom it is reported', async () => {
    using place = new Workplace();
    await withLeads(place);
    const won = await place.run('lead', 'stage', '1', '--won', '--value', '2.600,50');
    expect(won).toEqual({
      exitCode: 0,
      stdout: 'Conversion 1 registered for lead 1: sale, 2,600.50 BRL. It is reported to search_ads.\n',
      stderr: '',
    });
    expect(await place.run('leads', 'stage', '1', '--won', '--value', '2600.50')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Conversion 1 of lead 1 has this key already; nothing was changed/),
    });
    expect(await place.json('leads', 'stage', '1', '--won', '--value', '9', '--key', 'pedido-2')).toMatchObject({
      chave: 'pedido-2',
      nova: true,
    });
    expect(await place.json('leads', 'stage', '1', '--qualified', '--dry-run')).toMatchObject({ simulacao: true, nome: 'lead_qualified' });
    expect(await place.json('conversions', 'list', '--lead', '1')).toMatchObject({
      itens: [
        { nome: 'sale', chave: 'pedido-2', valor: 9 },
        { conversao_id: '1', nome: 'sale', chave: 'sale', valor: 2600.5, moeda: 'BRL', estado: 'pendente', plataforma: 'search_ads' },
      ],
    });
    expect(place.activity()).toContain('stage lead:1 conversao:1');
  });

  test.each([
    [['1'], 2, /No stage was named/],
    [[], 2, /Name either a lead or a file/],
    [['1', '--won', '--value', '2.600'], 2, /"2.600" is not a certain amount/],
    [['9', '--won'], 1, /There is no lead 9/],
    [['1', '--won', '--qualified'], 2, /--qualified/],
  ])('%j is told', async (args, exitCode, message) => {
    using place = new Workplace();
    const result = await place.run('leads', 'stage', ...args);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stderr).toMatch(message);
  });

  test('told again with other values it fails and names the command that corrects it: another key would be a second sale', async () => {
    using place = new Workplace();
    await withLeads(place);
    const sale = ['leads', 'stage', '1', '--key', 'pedido-1'];
    await place.run(...sale, '--won', '--value', '26000', '--at', '2026-11-20T09:00:00Z');
    const again = await place.run(...sale, '--won', '--value', '2600');
    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    const words = again.stderr.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Conversion 1 of lead 1 has this key already, with other values: sale, 26,000.00 BRL');
    expect(words).toContain('`lead-intake conversions correct 1 --value 2600 --reason …`');
    expect(words).not.toContain('Another --key');
    const other = await place.run(...sale, '--won', '--value', '26000', '--currency', 'USD', '--at', '2026-11-20T10:00:00Z');
    expect(other.stderr.replaceAll(/\s+/g, ' ')).toContain('correct 1 --currency USD --at 2026-11-20T10:00:00.000Z --reason …');
    const renamed = await place.run(...sale, '--name', 'gahno');
    expect(renamed.exitCode).toBe(1);
    expect(renamed.stderr.replaceAll(/\s+/g, ' ')).toContain('`lead-intake conversions withdraw 1 --reason …`, then register it again');
    expect(await place.run(...sale, '--won')).toMatchObject({ exitCode: 0 });
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: { nome: 'sale', valor: 26_000, correcoes: [] } });
  });

  test('takes a file: good lines are registered, bad ones told, and again nothing changes', async () => {
    using place = new Workplace();
    await withLeads(place, 3);
    const file = join(place.folder, 'vendas.csv');
    const lines = [
      'lead_id,identidade,gclid,etapa,valor',
      '1,,,ganho,100',
      ',form-2,,qualificado,',
      ',,Cj0-3,ganho,300',
      '9,,,ganho,1',
      '1,,,ganho,7',
    ];
    writeFileSync(file, lines.join('\n'));
    expect(await place.json('leads', 'stage', '--file', file, '--dry-run')).toMatchObject({
      simulacao: true,
      registradas: 3,
      ja_registradas: 1,
    });
    expect(await place.json('conversions', 'list')).toMatchObject({ itens: [] });
    const result = await place.run('leads', 'stage', '--file', file);
    expect(result).toEqual({
      exitCode: 1,
      stdout: '3 stages registered, 1 registered already, 1 line left out.\n',
      stderr: 'line 5: there is no lead 9\n',
    });
    const again = await place.feed(readFileSync(file, 'utf8'), 'leads', 'stage', '--file', '-');
    expect(again.stdout).toBe('0 stages registered, 4 registered already, 1 line left out.\n');
    const list = (await place.json('conversions', 'list')) as { itens: { lead_id: string; nome: string; valor: number | null }[] };
    expect(list.itens.map(({ lead_id, nome, valor }) => [lead_id, nome, valor]).toSorted()).toEqual([
      ['1', 'sale', 100],
      ['2', 'lead_qualified', null],
      ['3', 'sale', 300],
    ]);
  });
});

describe('conversions', () => {
  test('list and show what was rejected and why, and retry sends it again', async () => {
    using place = new Workplace();
    await withLeads(place);
    await place.run('leads', 'stage', '1', '--won');
    await endJob(place, 'failed', 'conversion_refused');
    expect((await place.run('conversions', 'list', '--state', 'rejeitada')).stdout).toMatch(
      /^1 .* sale .* rejeitada .* conversion_refused$/m,
    );
    const show = await place.run('conversions', 'show', '1');
    expect(show.stdout).toMatch(/erro_mensagem +The platform says: "no"\./);
    expect(show.stdout).toMatch(/failed +job 2, 1 attempt, conversion_refused: The platform says/);
    expect(await place.json('conversions', 'show', '1')).toMatchObject({
      conversao: { conversao_id: '1', erro_codigo: 'conversion_refused', registrada_por: expect.stringMatching(/^cli:/) },
      jobs: [{ fila: 'conversoes', conversao_id: '1', estado: 'falhou' }],
      tentativas: [],
    });
    expect((await place.run('queue', 'failed', 'conversoes')).stdout).toMatch(/^JOB +CONVERSION .*\n2 +1 /);
    expect(await place.run('conversions', 'retry', '--all', '--error', 'other', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/No conversion is selected/),
    });
    expect((await place.run('conversions', 'retry', '--all', '--dry-run')).stdout).toBe('1 conversion selected; nothing was changed.\n');
    expect(await place.run('conversions', 'retry', '--all')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/Send 1 rejected conversion again\?/),
    });
    expect((await place.run('conversions', 'retry', '--all', '--yes')).stdout).toBe('1 conversion put back into the queue.\n');
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: { estado: 'pendente', erro_codigo: null } });
    expect(await place.run('conversions', 'retry', '1', '7')).toMatchObject({
      exitCode: 1,
      stderr: /Conversions 1, 7 do not exist or are not rejected or waiting/,
    });
  });

  test('one that there is nobody to tell says so, and what to do', async () => {
    using place = new Workplace();
    await withLeads(place, 1, { clickId: null });
    await place.run('leads', 'stage', '1', '--won');
    const shown = await place.run('conversions', 'show', '1');
    expect(shown.stdout).toMatch(/observacao +It is reported to no platform: .*has no click id/);
    for (const args of [
      ['conversions', 'show', '1'],
      ['leads', 'show', '1'],
    ]) {
      const inPortuguese = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, ...args);
      expect(inPortuguese.stdout).toMatch(/observacao +Ela não é informada a nenhuma plataforma: .*não tem click id/);
    }
    const note = expect.stringMatching(/^It is reported to no platform: .* gclid or fbclid\.$/);
    const conversion = { plataforma: null, estado: 'sem_destino', erro_codigo: null, observacao: note };
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: conversion });
    expect(await place.json('conversions', 'list')).toMatchObject({ itens: [conversion] });
  });

  test('one that waits for its platform has no such note', async () => {
    using place = new Workplace();
    await withLeads(place);
    await place.run('leads', 'stage', '1', '--won');
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: { plataforma: 'search_ads', observacao: null } });
  });

  test('retry runs those that wait for something outside', async () => {
    using place = new Workplace();
    await withLeads(place);
    await place.run('leads', 'stage', '1', '--won');
    await endJob(place, 'parked', 'credential_refused');
    expect((await place.run('queue', 'status', 'conversoes')).stdout).toMatch(
      /estacionado +1 +wait for something outside; `lead-intake queue failed conversoes --parked`/,
    );
    expect((await place.run('conversions', 'retry', '--all', '--waiting', '--yes')).stdout).toBe('1 conversion put back into the queue.\n');
    expect(await place.json('queue', 'status', 'conversoes')).toMatchObject({ pendente: 1 });
  });

  test.each([[['retry']], [['retry', '1', '--all']], [['retry', '--error', 'x']], [['retry', '1', '--waiting']]])(
    '%j is wrong use',
    async (args) => {
      using place = new Workplace();
      expect(await place.run('conversions', ...args)).toMatchObject({ exitCode: 2, stderr: /either named, or selected with --all/ });
    },
  );

  test('one that does not exist is not found', async () => {
    using place = new Workplace();
    expect(await place.json('conversions', 'show', '9')).toMatchObject({ error: { code: 'not_found' } });
  });

  test('queue once conversoes says that nothing is connected', async () => {
    using place = new Workplace();
    const result = await place.run('queue', 'once', 'conversoes');
    expect(result.stdout).toMatch(/^sent 0, rejected 0, waiting 0 in /);
    expect(result.stderr).toMatch(/^No platform is connected/);
    expect((await place.run('queue', 'once', 'conversoes', '--quiet')).stderr).toBe('');
  });
});

describe('conversions correct and withdraw', () => {
  test('change a stage that was registered by mistake, and say what the platform learns', async () => {
    using place = new Workplace();
    await withLeads(place);
    await place.run('leads', 'stage', '1', '--won', '--value', '12345678.90');
    const why = ['--reason', 'typed without the comma'];
    expect(await place.run('conversions', 'correct', '1', '--value', '1.234,56', ...why)).toEqual({
      exitCode: 0,
      stdout: 'Conversion 1 was corrected. No platform had been told of it yet.\n',
      stderr: '',
    });
    expect(await place.json('conversions', 'show', '1')).toMatchObject({
      conversao: { valor: 1234.56, correcoes: [{ motivo: 'typed without the comma', antes: { valor: 12_345_678.9 } }] },
    });
    expect((await place.run('conversions', 'correct', '1', '--value', '1234.56', ...why)).stderr).toContain('Nothing would change');
    expect((await place.run('conversions', 'withdraw', '1')).exitCode).toBe(2);
    await place.use(async (store) => {
      const now = Date.now();
      await store.enqueueConversions(['search_ads'], 100, now);
      const [claim] = await store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 60_000, now });
      if (claim !== undefined) await store.finish([{ claim, outcome: { kind: 'sent', requestId: null } }], now);
    });
    const retimed = await place.run('conversions', 'correct', '1', '--at', '2026-11-20T10:00:00Z', ...why);
    expect(retimed.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /^Conversion 1 was corrected. Google Ads keeps the time it was sent: .* no action needed\. $/,
    );
    expect(retimed.stdout).not.toContain('RETRACT');
    const withdrawn = await place.run('conversions', 'withdraw', '1', ...why);
    expect(withdrawn.exitCode).toBe(0);
    expect(withdrawn.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Google Ads has it as it was sent: .* upload an adjustment \(RETRACT\) with the order ID lead-[0-9a-f]{32}/,
    );
    expect((await place.run('conversions', 'withdraw', '1', ...why)).stderr).toContain('was withdrawn already');
    for (const command of [['withdraw'], ['correct', '--value', '1']]) {
      const missing = await place.run('conversions', ...command, '99', ...why);
      expect(missing.exitCode).toBe(1);
      expect(missing.stderr).toContain('There is no conversion 99.');
      expect(missing.stderr).toContain('`lead-intake conversions list` shows them all.');
    }
  });
});
