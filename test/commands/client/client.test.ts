import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../processing/event-under-test.ts';
import { english } from '../../support/saying.ts';
import { Workplace } from '../../support/workplace.ts';

describe('client', () => {
  test('add, list, show by id and by name, remove', async () => {
    using place = new Workplace();
    expect(await place.run('client', 'add', '--name', 'Agência Um', '--id', '7')).toEqual({
      exitCode: 0,
      stdout: 'Client 7 added: Agência Um\n',
      stderr: '',
    });
    expect(await place.json('client', 'list')).toMatchObject({ itens: [{ cliente_id: '7', nome: 'Agência Um' }] });
    expect(await place.json('client', 'show', '7')).toMatchObject({
      nome: 'Agência Um',
      usuarios: [],
      campanhas: [],
      contas: [],
      conversoes_sem_conta: 0,
    });
    for (const name of ['Agência Um', 'agência  um']) {
      expect((await place.run('client', 'show', name)).stdout).toMatch(/^Client ID +7$/m);
      expect(await place.run('leads', 'list', '--client', name)).toMatchObject({ exitCode: 0 });
    }
    expect((await place.run('client', 'remove', '7', '--yes')).stdout).toBe('Client 7 removed: Agência Um\n');
    expect(await place.run('client', 'list')).toMatchObject({ exitCode: 0, stdout: '', stderr: expect.stringContaining('client add') });
  });

  test.each(['123456789012345', '999999999999999'])('add does what is advised for an event of client %s', async (id) => {
    using place = new Workplace();
    const outcome = outcomeOf({ origin: 'search_ads', body: { cliente_id: id } }, null);
    const advice = outcome.kind === 'failed' ? english(outcome.fault.params) : '';
    const command = /`lead-intake (client add [^`]*)`/.exec(advice)?.[1] ?? '';
    const added = await place.run(...command.replace('NAME', 'Nova').split(' '));
    expect(added).toEqual({ exitCode: 0, stdout: `Client ${id} added: Nova\n`, stderr: '' });
    expect(await place.json('client', 'show', id)).toMatchObject({ cliente_id: id });
  });

  test.each(['0', '1000000000000000', '7a'])('add takes no id %s', async (id) => {
    using place = new Workplace();
    const refused = await place.run('client', 'add', '--name', 'Nova', '--id', id);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('from 1 to 999999999999999,');
  });

  test('add says that conversions wait now, when the accounts of the settings had one client and have none any more', async () => {
    const accounts = { SOCIALADS_DATASET_ID: '990000000000001', SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset' };
    using place = new Workplace({ env: accounts });
    expect(await place.json('client', 'add', '--name', 'Agência Um')).toMatchObject({ observacoes: [] });
    const second = await place.run('client', 'add', '--name', 'Agência Dois');
    expect(second).toMatchObject({ exitCode: 0, stdout: 'Client 2 added: Agência Dois\n' });
    expect(second.stderr).toMatch(/ACCOUNTS_CLIENT is not set.*dataset 990000000000001.*client connect/s);
    expect(await place.run('client', 'add', '--name', 'Agência Três')).toMatchObject({ stderr: '' });
    using decided = new Workplace({ env: { ...accounts, ACCOUNTS_CLIENT: '1' } });
    await decided.run('client', 'add', '--name', 'Agência Um');
    expect(await decided.json('client', 'add', '--name', 'Agência Dois')).toMatchObject({ observacoes: [] });
  });

  test('show tells what the accounts of the client are told of leads, as it was chosen when they were connected', async () => {
    using place = new Workplace({ env: { SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-agency', SEARCHADS_CREDENTIALS_FILE: 'key.json' } });
    await place.run('client', 'add', '--name', 'Agência Um');
    const shared = ['--settings-credential', '--no-check'];
    const dataset = ['client', 'connect', '1', '--dataset', '990000000000001', ...shared];
    const account = ['client', 'connect', '1', '--account', '123-456-7890', '--action', '*=1', ...shared];
    expect((await place.run(...dataset, '--initial-stage', 'lead')).exitCode).toBe(0);
    expect((await place.run(...account, '--enhanced-leads')).exitCode).toBe(0);
    const twice = await place.run(...account, '--action', '*=2');
    expect(twice).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--action has two actions for "*"') });
    const choices = async (): Promise<unknown> => Reflect.get(Object(await place.json('client', 'show', '1')), 'contas');
    expect(await choices()).toMatchObject([
      { conta: '1234567890', leads_por_contato: true, etapa_inicial: null },
      { conta: '990000000000001', leads_por_contato: null, etapa_inicial: 'lead' },
    ]);
    const shown = (await place.run('client', 'show', '1')).stdout;
    expect(shown).toContain('Google Ads account 1234567890, leads without a click ID: reported by hashed email and phone');
    expect(shown).toContain('Meta dataset 990000000000001, new leads of instant forms: reported as "lead"');
    await place.run(...dataset);
    await place.run(...account, '--no-enhanced-leads');
    expect(await choices()).toMatchObject([{ leads_por_contato: false }, { etapa_inicial: 'lead' }]);
    await place.run(...dataset, '--initial-stage', '-');
    expect(await choices()).toMatchObject([{}, { etapa_inicial: null }]);
    expect(await place.run(...dataset, '--enhanced-leads')).toMatchObject({ exitCode: 2 });
    expect(await place.run(...dataset, '--initial-stage', 'a\nb')).toMatchObject({ exitCode: 2 });
  });

  test('connect without a token names the flag that it has', async () => {
    using place = new Workplace({ env: { CREDENTIALS_KEY: 'a key that seals what is kept in the database' } });
    await place.addCampaign();
    const { stderr } = await place.feed('', 'client', 'connect', '1', '--dataset', '99');
    expect(stderr).toMatch(/No token was given\.\nPass it on standard input or with --credential-file\./);
  });

  test('rename keeps the id and what belongs to it', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.run('client', 'add', '--name', 'Agência Dois');
    expect((await place.run('client', 'rename', 'Agência Um', '--name', 'Agência 1')).stdout).toBe('Client 1 renamed: Agência 1\n');
    expect(await place.json('client', 'show', '1')).toMatchObject({ nome: 'Agência 1', campanhas: [{ campanha_id: '42' }] });
    const taken = await place.run('client', 'rename', '1', '--name', 'Agência Dois');
    expect([taken.exitCode, taken.stderr.includes('already exists')]).toEqual([1, true]);
  });

  test('with its users and campaigns, and not removed while it has them', async () => {
    using place = new Workplace();
    await place.addCampaign();
    expect(await place.json('client', 'show', 'Agência Um')).toMatchObject({
      usuarios: [{ email: 'ana@example.com' }],
      campanhas: [{ campanha_id: '42' }],
    });
    const removed = await place.run('client', 'remove', 'Agência Um', '--yes');
    expect(removed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(removed.stderr).toContain('still has campaigns');
  });

  test.each([
    [['client', 'add', '--name', ' '], 2, 'usage'],
    [['client', 'add', '--name', 'x', '--id', '0'], 2, 'usage'],
    [['client', 'add'], 2, 'usage'],
    [['client', 'show', 'nobody'], 1, 'not_found'],
    [['client', 'remove', 'nobody'], 1, 'not_found'],
    [['client', 'rename', 'nobody', '--name', 'x'], 1, 'not_found'],
    [['client', 'rename', '1'], 2, 'usage'],
  ])('%j exits %i with %s', async (args, exitCode, code) => {
    using place = new Workplace();
    const result = await place.run(...args, '--json');
    expect(result.exitCode).toBe(exitCode);
    expect(JSON.parse(result.stdout)).toMatchObject({ error: { code, hint: expect.any(String) } });
  });
});
