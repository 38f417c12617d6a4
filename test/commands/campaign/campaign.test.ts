import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Workplace } from '../../support/workplace.ts';

describe('campaign add, show, remove', () => {
  test('makes the client and the user too', async () => {
    using place = new Workplace();
    const added = await place.run(
      'campaign',
      'add',
      '--id',
      '042',
      '--name',
      'Verão',
      '--client',
      'Agência Um',
      '--user',
      'ana@example.com',
    );
    expect(added).toEqual({
      exitCode: 0,
      stdout: 'Campaign 042 added: Verão, client 1 (Agência Um), user ana@example.com\n',
      stderr: '',
    });
    expect(await place.json('campaign', 'show', '042')).toMatchObject({
      campanha_id: '042',
      cliente: 'Agência Um',
      usuario: 'ana@example.com',
    });
    expect(await place.json('campaign', 'list', '--client', '1')).toMatchObject({ itens: [{ campanha_id: '042' }] });
    expect(await place.json('campaign', 'remove', '042', '--yes')).toEqual({ campanha_id: '042', nome: 'Verão' });
    expect(await place.json('campaign', 'show', '042')).toMatchObject({ error: { code: 'not_found' } });
  });

  test('a campaign with leads stays, and the reason is told', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.accept('a');
    await place.processJobs();
    const result = await place.run('campaign', 'remove', '42', '--yes');
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/has leads, so it cannot be removed.*\n.*campaign link --remove/),
    });
    expect(await place.json('campaign', 'show', '42')).toMatchObject({ campanha_id: '42' });
  });

  test('an id that exists is a conflict', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const result = await place.run('campaign', 'add', '--id', '42', '--name', 'x', '--client', 'y');
    expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already exists') });
  });
});

describe('campaign link', () => {
  test('ties and unties several ids', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const link = (...flags: string[]) => place.run('campaign', 'link', '42', ...flags);
    const tied = await link(
      '--search-ads-form',
      '40000000000',
      '--search-ads-form',
      '5',
      '--social-ads-page',
      '9',
      '--search-ads-campaign',
      '7',
      '--social-ads-form',
      '3',
    );
    expect(tied.stdout).toContain('  Google Ads form 40000000000\n');
    await link('--remove', '--search-ads-form', '5', '--social-ads-page', '9');
    await link('--search-ads-form', '40000000000');
    expect(await place.json('campaign', 'show', '42')).toMatchObject({
      vinculos: [
        { origem: 'search_ads', tipo: 'campaign', valor: '7' },
        { origem: 'search_ads', tipo: 'form', valor: '40000000000' },
        { origem: 'social_ads', tipo: 'form', valor: '3' },
      ],
    });
  });

  test('refuses what is not linked, linked elsewhere, or nothing at all', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.run('campaign', 'add', '--id', '43', '--name', 'Inverno', '--client', 'Agência Um');
    await place.run('campaign', 'link', '43', '--search-ads-form', '5');
    expect(await place.json('campaign', 'link', '42', '--search-ads-form', '5')).toMatchObject({ error: { code: 'conflict' } });
    expect(await place.json('campaign', 'link', '42', '--remove', '--search-ads-form', '5')).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await place.json('campaign', 'show', '43')).toMatchObject({ vinculos: [{ valor: '5' }] });
    expect(await place.json('campaign', 'link', '42')).toMatchObject({ error: { code: 'usage' } });
    expect(await place.json('campaign', 'link', '99', '--search-ads-form', '6')).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('campaign import', () => {
  test('from a file, with links, then again with --replace', async () => {
    using place = new Workplace();
    const file = join(place.folder, 'campanhas.csv');
    writeFileSync(
      file,
      '\uFEFFid;nome;cliente;usuario;search_ads_form\r\n42;Verão;Agência Um;ana@example.com;10|11\r\n43;Inverno;Agência Dois;;\r\n',
    );
    const dry = await place.run('campaign', 'import', file, '--dry-run');
    expect(dry.stdout).toBe('Dry run: 2 campaigns added, 0 updated, 2 links created. Nothing was changed.\n');
    expect(await place.json('campaign', 'list')).toEqual({ itens: [] });
    expect(await place.json('campaign', 'import', file)).toMatchObject({ simulacao: false, incluidas: ['42', '43'], atualizadas: [] });
    expect(await place.json('campaign', 'show', '42')).toMatchObject({
      usuario: 'ana@example.com',
      vinculos: [{ valor: '10' }, { valor: '11' }],
    });
    expect(await place.run('campaign', 'import', file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('line 2: campaign 42 already exists'),
    });
    expect((await place.run('campaign', 'import', file, '--replace')).stdout).toBe('0 campaigns added, 2 updated, 0 links created.\n');
  });

  test('without a column for users, replacing keeps them', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.feed('id,nome,cliente\n42,Verão 2,Agência Um\n', 'campaign', 'import', '-', '--replace');
    expect(await place.json('campaign', 'show', '42')).toMatchObject({ nome: 'Verão 2', usuario: 'ana@example.com' });
    await place.feed('id,nome,cliente,usuario\n42,Verão 3,Agência Um,\n', 'campaign', 'import', '-', '--replace');
    expect(await place.json('campaign', 'show', '42')).toMatchObject({ nome: 'Verão 3', usuario: null });
  });

  test('links are part of the same step, also for a campaign that is replaced', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const text = 'id,nome,cliente,search_ads_form\n42,Verão,Agência Um,10|11\n';
    await place.feed(text, 'campaign', 'import', '-', '--replace');
    expect(await place.json('campaign', 'show', '42')).toMatchObject({ vinculos: [{ valor: '10' }, { valor: '11' }] });
    const again = await place.feed(text, 'campaign', 'import', '-', '--replace');
    expect(again.stdout).toBe('0 campaigns added, 1 updated, 0 links created.\n');
  });

  test('one bad line imports nothing, and all are told', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.run('campaign', 'link', '42', '--search-ads-form', '10');
    const text = 'id,nome,cliente,usuario,search_ads_form\n1,ok,Nova,,\n2,,Nova,,\n3,c,Nova,bia,\n4,d,Nova,,10\n';
    const result = await place.feed(text, 'campaign', 'import', '-');
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr.split('\n').slice(1, 4)).toEqual([
      '  line 3: nome must have at least one visible character',
      '  line 4: usuario must be an email address, not "bia"',
      '  line 5: Google Ads form 10 is linked to campaign 42',
    ]);
    expect(await place.json('client', 'show', 'Nova')).toMatchObject({ error: { code: 'not_found' } });
  });

  test('a file that is not there is wrong usage', async () => {
    using place = new Workplace();
    expect(await place.run('campaign', 'import', 'nope.csv')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('nope.csv cannot be read (ENOENT)'),
    });
  });
});
