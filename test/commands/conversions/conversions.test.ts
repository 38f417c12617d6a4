import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PERSON, formBody } from '../../../src/cli/sending/bodies.ts';
import type { Platform } from '../../../src/domain/conversion.ts';
import { formDelivery } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { Workplace } from '../../support/workplace.ts';

const PERSON = { name: 'Rosa', email: 'rosa@example.com', phone: '+5511987654321' };

/** A workplace with website-form leads 1 … n, each from a search click or from none. */
async function withLeads(
  place: Workplace,
  count = 1,
  { clickId = 'Cj0-', fbclid }: { readonly clickId?: string | null; readonly fbclid?: string } = {},
): Promise<void> {
  await place.addCampaign();
  await place.use(async (store) => {
    for (let index = 1; index <= count; index += 1) {
      const body = {
        ...formBody({ eventType: 'lead', id: `form-${index}`, campaignId: '42', person: PERSON }, Date.now()),
        ...(clickId === null ? {} : { gclid: `${clickId}${index}` }),
        ...(fbclid === undefined ? {} : { fbclid }),
      };
      await store.accept(formDelivery(`form-${index}`, { body: Buffer.from(JSON.stringify(body)), receivedAt: Date.now() }));
    }
  });
  await place.processJobs();
}

/** A test lead of Google Ads, with the next number. */
async function addTestLead(place: Workplace): Promise<void> {
  const lead = { lead_id: 't', is_test: true, cliente_id: 1, user_column_data: [{ column_id: 'EMAIL', string_value: 't@example.com' }] };
  const body = Buffer.from(JSON.stringify(lead));
  await place.use((store) => store.accept(formDelivery('t', { origin: 'search_ads', body, receivedAt: Date.now() })));
  await place.processJobs();
}

/** Ends the conversion's job with the outcome, as a worker would. */
async function endJob(
  place: Workplace,
  kind: 'failed' | 'parked' | 'sent' | 'unanswered',
  code: string,
  platform: Platform = 'search_ads',
): Promise<void> {
  await place.use(async (store) => {
    const now = Date.now();
    await store.enqueueConversions([platform], 100, now);
    const [job] = await store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 60_000, now });
    if (job === undefined) throw new Error('no job');
    const fault = { code, params: inWords('The platform says: "no".') };
    const outcomes = {
      sent: { kind: 'sent', requestId: null },
      failed: { kind: 'failed', fault },
      parked: { kind: 'parked', fault },
      unanswered: { kind: 'retry', fault, availableAt: now, spendsAttempt: true, uncertain: true },
    } as const;
    await store.finish([{ claim: job, outcome: outcomes[kind] }], now);
  });
}

describe('leads stage', () => {
  test('registers a stage once, and says to whom it is reported', async () => {
    using place = new Workplace();
    await withLeads(place);
    const won = await place.run('lead', 'stage', '1', '--won', '--value', '2.600,50');
    expect(won).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^Conversion 1 recorded for lead 1: sale, 2,600\.50 BRL\. It is reported to Google Ads if /),
      stderr: '',
    });
    expect(await place.run('leads', 'stage', '1', '--won', '--value', '2600.50')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Conversion 1 of lead 1 already has this key\. Nothing was changed/),
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
    expect(place.activity()).toContain('registrar_etapa lead:1 conversao:1');
  });

  test.each([
    [['1'], 2, /No stage was given/],
    [[], 2, /Pass either a lead or --file/],
    [['1', '--won', '--value', '2.600'], 2, /"2.600" is not a clear amount/],
    [['9', '--won'], 1, /There is no lead 9/],
    [['1', '--won', '--qualified'], 2, /--qualified/],
  ])('%j is told', async (args, exitCode, message) => {
    using place = new Workplace();
    const result = await place.run('leads', 'stage', ...args);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stderr).toMatch(message);
  });

  test('told again with different values it fails and names the command that corrects it: another key would be a second sale', async () => {
    using place = new Workplace();
    await withLeads(place);
    const sale = ['leads', 'stage', '1', '--key', 'pedido-1'];
    await place.run(...sale, '--won', '--value', '26000', '--at', '2026-11-20T09:00:00Z');
    const again = await place.run(...sale, '--won', '--value', '2600');
    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    const words = again.stderr.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Conversion 1 of lead 1 already has this key, with different values: sale, 26,000.00 BRL');
    expect(words).toContain('`lead-intake conversions correct 1 --value 2600 --reason …`');
    expect(words).not.toContain('Another --key');
    const other = await place.run(...sale, '--won', '--value', '26000', '--currency', 'USD', '--at', '2026-11-20T10:00:00Z');
    expect(other.stderr.replaceAll(/\s+/g, ' ')).toContain('correct 1 --currency USD --at 2026-11-20T10:00:00.000Z --reason …');
    const renamed = await place.run(...sale, '--name', 'gahno');
    expect(renamed.exitCode).toBe(1);
    expect(renamed.stderr.replaceAll(/\s+/g, ' ')).toContain('`lead-intake conversions withdraw 1 --reason …`, then record it again');
    expect(await place.run(...sale, '--won')).toMatchObject({ exitCode: 0 });
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: { nome: 'sale', valor: 26_000, correcoes: [] } });
  });

  test('a dry run refuses what would be refused, and says what is already there', async () => {
    using place = new Workplace();
    await withLeads(place);
    await addTestLead(place);
    const dry = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await place.run('leads', 'stage', ...args, '--dry-run');
      return [exitCode, (stdout + stderr).replaceAll(/\s+/g, ' ')];
    };
    await place.run('leads', 'stage', '1', '--won', '--value', '100');
    expect(await dry('1', '--won', '--value', '100')).toEqual([0, expect.stringMatching(/^Conversion 1 of lead 1 already has this key\./)]);
    expect(await dry('1', '--won', '--value', '999')).toEqual([1, expect.stringContaining('with different values: sale, 100.00 BRL')]);
    expect(await dry('2', '--won')).toEqual([1, expect.stringContaining('Lead 2 is a test lead')]);
    expect(await place.json('leads', 'stage', '1', '--won', '--dry-run')).toMatchObject({
      simulacao: true,
      conversao_id: '1',
      nova: false,
    });
    await place.run('conversions', 'withdraw', '1', '--reason', 'cancelled');
    expect(await dry('1', '--won', '--value', '999')).toEqual([0, expect.stringContaining('would be recorded for lead 1')]);
  });

  test('records nothing more about an erased person: no stage, no line of a file, no consent', async () => {
    using place = new Workplace();
    await withLeads(place);
    const person = { emails: [], phones: [], clickIds: [], leadIds: ['1'], clientId: null };
    await place.use((store) => store.erasePerson(person, 'ticket', { name: 'test', now: Date.now() }, Date.now));
    const refused = expect.objectContaining({
      exitCode: 1,
      stderr: expect.stringMatching(/The person of lead 1 was erased, so nothing more/i),
    });
    expect(await place.run('leads', 'stage', '1', '--won')).toEqual(refused);
    expect(await place.run('leads', 'stage', '1', '--won', '--dry-run')).toEqual(refused);
    expect(await place.feed('lead_id,etapa\n1,ganho', 'leads', 'stage', '--file', '-')).toEqual(refused);
    expect(await place.run('leads', 'consent', '1', '--grant', '--purpose', 'ads', '--reason', 'by phone')).toEqual(refused);
    expect(await place.json('conversions', 'list')).toMatchObject({ itens: [] });
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
      '1,,,won,100',
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
      stdout: '3 stages recorded, 1 already recorded, 1 line skipped.\n',
      stderr: 'line 5: there is no lead 9\n',
    });
    const again = await place.feed(readFileSync(file, 'utf8'), 'leads', 'stage', '--file', '-');
    expect(again.stdout).toBe('0 stages recorded, 4 already recorded, 1 line skipped.\n');
    const list = (await place.json('conversions', 'list')) as { itens: { lead_id: string; nome: string; valor: number | null }[] };
    expect(list.itens.map(({ lead_id, nome, valor }) => [lead_id, nome, valor]).toSorted()).toEqual([
      ['1', 'sale', 100],
      ['2', 'lead_qualified', null],
      ['3', 'sale', 300],
    ]);
  });

  test('takes a file with two sales of one lead on one day; again nothing changes', async () => {
    using place = new Workplace();
    await withLeads(place, 1);
    const lines = ['p1;2026-11-20', 'p2;2026-11-20', 'p3;2026-11-20 00:00:00'].map((line) => `1;ganho;${line}`);
    const file = ['lead_id;etapa;chave;ocorrida_em', ...lines].join('\n');
    const known = [3, 0].map((count) => `${count} stages recorded, ${3 - count} already recorded, 0 lines skipped.\n`);
    for (const stdout of known) {
      expect(await place.feed(file, 'leads', 'stage', '--file', '-')).toEqual({ exitCode: 0, stdout, stderr: '' });
    }
    const { itens } = (await place.json('conversions', 'list')) as { itens: { ocorrida_em: string }[] };
    expect(new Set(itens.map(({ ocorrida_em }) => ocorrida_em)).size).toBe(3);
  });

  test('finds the lead of a line by its external ID and its click ID, however many newer leads have a phone that begins like them', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const phone = DEFAULT_PERSON.phone.replaceAll(/\D/g, '').slice(0, 8);
    await place.accept(phone);
    await place.accept('of-a-click', { searchClickId: phone });
    await place.acceptAll(Array.from({ length: 250 }, (_, index) => `newer-${index}`));
    await place.processJobs();
    const file = `identidade,gclid,etapa\n${phone},,ganho\n,${phone},ganho`;
    expect(await place.feed(file, 'leads', 'stage', '--file', '-')).toEqual({
      exitCode: 0,
      stdout: '2 stages recorded, 0 already recorded, 0 lines skipped.\n',
      stderr: '',
    });
  });

  test('says of each line of a file that has other values than what is registered what differs and how to correct it, and counts it apart', async () => {
    using place = new Workplace();
    await withLeads(place, 2);
    const importLines = (lines: readonly string[], ...flags: string[]) =>
      place.feed(['lead_id,etapa,valor,moeda,chave', ...lines].join('\n'), 'leads', 'stage', '--file', '-', ...flags);
    const lines = ['1,ganho,100,,p-1', '1,ganho,7,,p-1', '1,ganho,,,p-1', '2,ganho,5,,'];
    const dry = await importLines(lines, '--dry-run');
    expect(dry.stdout).toContain('2 stages recorded, 1 already recorded, 1 already recorded with different values (not changed), 0 lines');
    expect(dry.stderr).toContain('line 3: Line 2 has the same stage of lead 1 with different values: sale, 100.00 BRL.');
    const result = await importLines(lines);
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: '2 stages recorded, 1 already recorded, 1 already recorded with different values (not changed), 0 lines skipped.\n',
    });
    expect(result.stderr).toMatch(
      /^line 3: Conversion \d of lead 1 already has this key, with different values: sale, 100\.00 BRL, .* Nothing was changed\. To correct it: `lead-intake conversions correct \d --value 7 --reason …`\./,
    );
    const renamed = await importLines(['1,visita,100,,p-1', '2,ganho,5,USD,']);
    expect(renamed.stdout).toMatch(/^0 stages recorded, 0 already recorded, 2 already recorded with different values/);
    expect(renamed.stderr).toMatch(/line 2: .*`lead-intake conversions withdraw \d --reason …`, then record it again/);
    expect(renamed.stderr).toMatch(/line 3: .*--currency USD --reason/);
    const file = join(place.folder, 'vendas.csv');
    writeFileSync(file, 'lead_id,etapa,valor\n2,ganho,9');
    const portuguese = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, 'leads', 'stage', '--file', file);
    expect(portuguese.stdout).toMatch(/1 já registrada com outros dados \(sem alteração\)/);
    expect(portuguese.stderr).toMatch(/^linha 2: A conversão \d do lead 2 já tem esta chave, com outros dados/);
    const list = (await place.json('conversions', 'list')) as { itens: { valor: number | null }[] };
    expect(list.itens.map(({ valor }) => valor).toSorted()).toEqual([100, 5]);
  });

  test('names stage names that no conversion has had, with the one that was probably meant', async () => {
    using place = new Workplace();
    await withLeads(place, 3);
    const file = join(place.folder, 'vendas.csv');
    writeFileSync(file, 'lead_id,etapa\n1,gahno\n2,gahno\n3,ganho\n3,Visita ao decorado');
    const dry = await place.run('leads', 'stage', '--file', file, '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
    expect(dry.stdout.trimEnd().split('\n').slice(1)).toEqual([
      'New stage name "gahno" (2 stages): no conversion has this name yet. Did you mean "ganho"?',
      'New stage name "Visita ao decorado" (1 stage): no conversion has this name yet.',
    ]);
    const done = await place.json('leads', 'stage', '--file', file);
    const newNames = [
      { nome: 'gahno', etapas: 2, parecido_com: 'ganho' },
      { nome: 'Visita ao decorado', etapas: 1, parecido_com: null },
    ];
    expect(done).toMatchObject({ registradas: 4, nomes_novos: newNames });
    expect(await place.json('leads', 'stage', '--file', file)).toMatchObject({ ja_registradas: 4, nomes_novos: [] });
    const one = await place.run('leads', 'stage', '1', '--name', 'visita ao decorado', '--key', 'v-2');
    expect(one.stdout).toContain(
      'New stage name "visita ao decorado" (1 stage): no conversion has this name yet. Did you mean "Visita ao decorado"?',
    );
    expect(one.stdout).toContain('`lead-intake conversions withdraw ID --reason …` before they are sent');
    expect((await place.run('leads', 'stage', '1', '--name', 'Visita ao decorado', '--key', 'v-3')).stdout).not.toContain('New stage name');
    const known = await place.runWith({ CONVERSIONS_NAMES: 'proposta=Proposta' }, 'leads', 'stage', '1', '--name', 'proposta');
    expect(known.stdout).not.toContain('New stage name');
    const typo = await place.runWith(
      { CONVERSIONS_NAMES: 'contrato=Contrato', LC_ALL: 'pt_BR.UTF-8' },
      'leads',
      'stage',
      '1',
      '--name',
      'contarto',
    );
    expect(typo.stdout).toContain(
      'Etapa com nome novo: "contarto" (1 vez). Nenhuma conversão tem este nome ainda. Você quis dizer "contrato"?',
    );
  });

  test('one that is registered again after it was sent says what its platform gets: Meta nothing, Google Ads by the action of the name', async () => {
    using place = new Workplace();
    await withLeads(place);
    const stage = ['leads', 'stage', '1', '--key', 'p-1'];
    await place.run(...stage, '--name', 'visita', '--value', '5');
    await endJob(place, 'sent', '');
    const refused = await place.run(...stage, '--name', 'proposta');
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'Google Ads already has it: a name that belongs to another conversion action counts as a new',
    );
    await place.run('conversions', 'withdraw', '1', '--reason', 'wrong name');
    const renamed = await place.run(...stage, '--name', 'proposta', '--value', '5');
    expect(renamed.stdout).toMatch(
      /^Conversion 1 of lead 1, which was withdrawn, is recorded again: proposta, 5\.00 BRL\. Google Ads has it under its previous name, "visita"\. .*\(RETRACT\) with the previous conversion action and the order ID lead-[0-9a-f]{32}\./,
    );
    expect(await place.json('conversions', 'show', '1')).toMatchObject({
      conversao: { estado: 'pendente', observacao: expect.stringContaining('previous name') },
    });
    await endJob(place, 'sent', '');
    expect(await place.json('conversions', 'show', '1')).toMatchObject({
      conversao: { estado: 'enviada', observacao: expect.stringContaining('keeps the previous one') },
    });
  });

  test('one that Google Ads has stays sent if a correction of it is given up, which is said', async () => {
    using place = new Workplace();
    await withLeads(place);
    await place.run('leads', 'stage', '1', '--won', '--value', '100');
    await endJob(place, 'sent', '');
    await place.run('conversions', 'correct', '1', '--value', '80', '--reason', 'discount');
    await endJob(place, 'failed', 'consent_denied');
    expect(await place.json('conversions', 'show', '1')).toMatchObject({
      conversao: { estado: 'enviada', valor: 80, observacao: expect.stringMatching(/^The error is about a correction/) },
    });
    expect(await place.json('conversions', 'retry', '1')).toMatchObject({ conversoes: ['1'] });
  });

  test('one of Meta that is registered again after it was sent is not said to be reported', async () => {
    using place = new Workplace();
    await withLeads(place, 1, { clickId: null, fbclid: 'fb-1' });
    const stage = ['leads', 'stage', '1', '--key', 'p-1', '--name'];
    expect((await place.run(...stage, 'visita')).stdout).toContain('It is reported to Meta if');
    await endJob(place, 'sent', '', 'social_ads');
    await place.run('conversions', 'withdraw', '1', '--reason', 'wrong name');
    const renamed = await place.run(...stage, 'proposta');
    expect(renamed.stdout).not.toContain('is reported');
    expect(renamed.stdout).toMatch(
      /is recorded again: proposta\. Meta keeps it as it was sent: a conversion cannot be changed or withdrawn/,
    );
    const again = await place.json(...stage, 'proposta');
    expect(again).toMatchObject({ nova: false, observacao: expect.stringMatching(/^Meta keeps it as it was sent/) });
  });

  test('one of Meta that Meta may have is reported when it is registered again', async () => {
    using place = new Workplace();
    await withLeads(place, 1, { clickId: null, fbclid: 'fb-1' });
    await place.run('leads', 'stage', '1', '--won', '--value', '100');
    await endJob(place, 'unanswered', 'platform_unavailable', 'social_ads');
    const withdrawn = await place.run('conversions', 'withdraw', '1', '--reason', 'wrong value');
    expect(withdrawn.stdout).toContain('Meta may have it: lead-intake sent it, but Meta did not answer.');
    const again = await place.run('leads', 'stage', '1', '--won', '--value', '250');
    expect(again.stdout).toMatch(/is recorded again: sale, 250\.00 BRL\. It is reported to Meta if/);
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: { estado: 'pendente', observacao: null } });
  });

  test('a file that is imported again leaves a stage withdrawn that was withdrawn, and says so', async () => {
    using place = new Workplace();
    await withLeads(place);
    const file = 'lead_id,etapa,valor\n1,ganho,100';
    await place.feed(file, 'leads', 'stage', '--file', '-');
    await place.run('conversions', 'withdraw', '1', '--reason', 'the wrong lead');
    const again = await place.feed(file, 'leads', 'stage', '--file', '-');
    expect(again).toMatchObject({ exitCode: 1, stdout: '0 stages recorded, 0 already recorded, 1 line skipped.\n' });
    expect(again.stderr).toContain('line 2: conversion 1 of lead 1 stays withdrawn; to record it again, use `lead-intake leads stage 1`');
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: { estado: 'retirada' } });
  });
});

describe('conversions', () => {
  test('list and show what was rejected and why, and retry sends it again', async () => {
    using place = new Workplace();
    await withLeads(place);
    await place.run('leads', 'stage', '1', '--won');
    await endJob(place, 'failed', 'conversion_refused');
    expect((await place.run('conversions', 'list', '--state', 'rejeitada')).stdout).toMatch(
      /^1 .* sale .* Rejected .* Rejected by the platform$/m,
    );
    const show = await place.run('conversions', 'show', '1');
    expect(show.stdout).toMatch(/What happened +The platform says: "no"\./);
    expect(show.stdout).toMatch(/failed +job c1, 1 attempt, conversion_refused: The platform says/);
    expect(await place.json('conversions', 'show', '1')).toMatchObject({
      conversao: { conversao_id: '1', erro_codigo: 'conversion_refused', registrada_por: expect.stringMatching(/^cli:/) },
      jobs: [{ fila: 'conversoes', conversao_id: '1', estado: 'falhou' }],
      tentativas: [],
    });
    expect((await place.json('queue', 'failed', 'conversoes', '--before', 'c2')) as object).toMatchObject({ itens: [{ job_id: 'c1' }] });
    expect((await place.run('queue', 'failed', 'conversoes')).stdout).toMatch(/^JOB +CONVERSION .*\nc1 +1 /);
    expect(await place.run('conversions', 'retry', '--all', '--error', 'other', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/No conversions match/),
    });
    expect((await place.run('conversions', 'retry', '--all', '--dry-run')).stdout).toBe('1 conversion selected; nothing was changed.\n');
    expect((await place.run('conversions', 'retry', '1', '--dry-run')).stdout).toBe('1 conversion selected; nothing was changed.\n');
    expect(await place.json('conversions', 'list', '--state', 'rejeitada')).toMatchObject({ itens: [{ conversao_id: '1' }] });
    expect(await place.run('conversions', 'retry', '--all')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/Send 1 rejected conversion again\?/),
    });
    expect((await place.run('conversions', 'retry', '--all', '--yes')).stdout).toBe('1 conversion queued.\n');
    expect(await place.json('conversions', 'show', '1')).toMatchObject({ conversao: { estado: 'pendente', erro_codigo: null } });
    expect(await place.run('conversions', 'retry', '1', '7')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/Conversions 1, 7 do not exist or are not rejected or waiting/),
    });
  });

  test('one that there is nobody to tell says so, and what to do', async () => {
    using place = new Workplace();
    await withLeads(place, 1, { clickId: null });
    await place.run('leads', 'stage', '1', '--won');
    const shown = await place.run('conversions', 'show', '1');
    expect(shown.stdout).toMatch(/Note +It is not reported to any platform: .*has no click ID/);
    for (const args of [
      ['conversions', 'show', '1'],
      ['leads', 'show', '1'],
    ]) {
      const inPortuguese = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, ...args);
      expect(inPortuguese.stdout).toMatch(/Observação +Ela não é informada a nenhuma plataforma, .*não tem ID de clique/);
    }
    const note = expect.stringMatching(/^It is not reported to any platform: .* gclid or fbclid\.$/);
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
      /Parked +1 +waiting for an external cause: `lead-intake queue failed conversoes --parked`/,
    );
    expect((await place.run('conversions', 'retry', '--all', '--waiting', '--yes')).stdout).toBe('1 conversion queued.\n');
    expect(await place.json('queue', 'status', 'conversoes')).toMatchObject({ pendente: 1 });
  });

  test.each([[['retry']], [['retry', '1', '--all']], [['retry', '--error', 'x']], [['retry', '1', '--waiting']]])(
    '%j is wrong use',
    async (args) => {
      using place = new Workplace();
      expect(await place.run('conversions', ...args)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/either IDs of conversions, or --all/),
      });
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
      stdout: 'Conversion 1 was corrected. It had not been sent to any platform yet.\n',
      stderr: '',
    });
    expect(await place.json('conversions', 'show', '1')).toMatchObject({
      conversao: { valor: 1234.56, correcoes: [{ motivo: 'typed without the comma', antes: { valor: 12_345_678.9 } }] },
    });
    expect((await place.run('conversions', 'correct', '1', '--value', '1234.56', ...why)).stderr).toContain(
      'The stage already has these values',
    );
    expect((await place.run('conversions', 'withdraw', '1')).exitCode).toBe(2);
    await place.use(async (store) => {
      const now = Date.now();
      await store.enqueueConversions(['search_ads'], 100, now);
      const [claim] = await store.claim({ queue: 'conversoes', workerId: 'w', limit: 1, leaseMs: 60_000, now });
      if (claim !== undefined) await store.finish([{ claim, outcome: { kind: 'sent', requestId: null } }], now);
    });
    const retimed = await place.run('conversions', 'correct', '1', '--at', '2026-11-20T10:00:00Z', ...why);
    expect(retimed.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /^Conversion 1 was corrected. Google Ads keeps the time that was sent: .* No action needed\. $/,
    );
    expect(retimed.stdout).not.toContain('RETRACT');
    const withdrawn = await place.run('conversions', 'withdraw', '1', ...why);
    expect(withdrawn.exitCode).toBe(0);
    expect(withdrawn.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Google Ads keeps it as it was sent: .* upload an adjustment \(RETRACT\) with the order ID lead-[0-9a-f]{32}/,
    );
    expect((await place.run('conversions', 'withdraw', '1', ...why)).stderr).toContain('was already withdrawn');
    for (const command of [['withdraw'], ['correct', '--value', '1']]) {
      const missing = await place.run('conversions', ...command, '99', ...why);
      expect(missing.exitCode).toBe(1);
      expect(missing.stderr).toContain('There is no conversion 99.');
      expect(missing.stderr).toContain('To list all, run `lead-intake conversions list`.');
    }
  });
});
