import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Workplace } from '../../support/workplace.ts';

const KEY = 'a key that seals what is kept in the database';

describe('secret', () => {
  test('add prints the secret alone to standard output, once; the source it opens counts as set', async () => {
    using place = new Workplace({ env: { CREDENTIALS_KEY: KEY } });
    await place.addCampaign();
    const added = await place.run('secret', 'add', 'landing page', '--source', 'form', '--client', 'Agência Um');
    expect(added.stdout).toMatch(/^[\w-]{43}\n$/);
    expect(added.stderr).toContain('limited to client 1 (Agência Um)');
    const listed = await place.run('secret', 'list');
    expect(listed.stdout).toMatch(/landing page +Website form +Agência Um/);
    expect(listed.stdout).not.toContain(added.stdout.trim());
    expect(await place.json('source', 'list')).toMatchObject({
      fontes: expect.arrayContaining([expect.objectContaining({ origem: 'formulario_proprio', configurada: true })]),
    });
    expect((await place.run('secret', 'remove', 'landing page', '--yes')).exitCode).toBe(0);
    expect(await place.run('secret', 'remove', 'landing page', '--yes')).toMatchObject({ exitCode: 1, stdout: '' });
  });

  test('add takes one from a file, and refuses one that is too short without repeating it', async () => {
    using place = new Workplace({ env: { CREDENTIALS_KEY: KEY } });
    writeFileSync(join(place.folder, 'key.txt'), 'a-key-that-the-forms-have\n');
    const args = ['secret', 'add', 'google', '--source', 'search-ads', '--secret-file'];
    expect(await place.json(...args, 'key.txt')).toEqual({
      nome: 'google',
      origem: 'search_ads',
      cliente_id: null,
      segredo: 'a-key-that-the-forms-have',
    });
    writeFileSync(join(place.folder, 'short.txt'), 'tooshort');
    const refused = await place.run('secret', 'add', 'other', '--source', 'search-ads', '--secret-file', 'short.txt');
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('must have 16 to 256 characters');
    expect(refused.stderr).not.toContain('tooshort');
  });

  test('an error about the name says so', async () => {
    using place = new Workplace();
    const { stderr } = await place.run('secret', 'add', 'x'.repeat(300), '--source', 'form');
    expect(stderr).toMatch(/^Error: NAME must have at most 255 characters\.$/m);
  });

  test('add for the export takes no secret without a client', async () => {
    using place = new Workplace({ env: { CREDENTIALS_KEY: KEY } });
    await place.addCampaign();
    const unlimited = await place.run('secret', 'add', 'import', '--source', 'export');
    expect(unlimited).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('--client') });
    const added = await place.run('secret', 'add', 'import', '--source', 'export', '--client', '1');
    expect([added.exitCode, added.stderr]).toEqual([0, expect.stringContaining('/export/conversions.csv')]);
    expect(await place.json('secret', 'list')).toMatchObject({
      itens: [{ nome: 'import', origem: 'exportacao', cliente_id: '1', usado_em: null }],
    });
    const { stdout } = await place.run('doctor', '--offline');
    expect(stdout).toContain('the conversion export is on (client secrets: 1)');
  });

  test('add says what to do without CREDENTIALS_KEY', async () => {
    using place = new Workplace();
    const refused = await place.run('secret', 'add', 'google', '--source', 'search-ads');
    expect(refused.stderr).toContain('CREDENTIALS_KEY is not set');
    expect(refused.stderr).toContain('lead-intake secret generate');
    expect(refused.exitCode).toBe(3);
  });
});
