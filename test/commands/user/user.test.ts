import { describe, expect, test } from 'vitest';
import { Workplace } from '../../support/workplace.ts';

describe('user', () => {
  test('add, list of one client, remove', async () => {
    using place = new Workplace();
    await place.addCampaign();
    await place.run('client', 'add', '--name', 'Agência Dois');
    const added = await place.json('user', 'add', '--client', 'Agência Dois', '--email', 'bia@example.com', '--name', 'Bia Souza');
    expect(added).toMatchObject({ email: 'bia@example.com', nome: 'Bia Souza' });
    const { usuario_id: id } = added as { usuario_id: string };
    expect(await place.json('user', 'list')).toMatchObject({ itens: [{ cliente: 'Agência Dois' }, { cliente: 'Agência Um' }] });
    expect(await place.json('user', 'list', '--client', 'Agência Um')).toMatchObject({ itens: [{ email: 'ana@example.com' }] });
    expect(await place.json('user', 'show', id)).toMatchObject({ cliente: 'Agência Dois', nome: 'Bia Souza', campanhas: [] });
    expect(await place.json('user', 'show', '1')).toMatchObject({ email: 'ana@example.com', campanhas: [{ usuario: 'ana@example.com' }] });
    expect((await place.run('user', 'remove', id, '--yes')).stdout).toBe(`User ${id} removed: bia@example.com\n`);
  });

  test('is not added twice, nor to an unknown client, nor without an address', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const add = (client: string, email: string) => place.json('user', 'add', '--client', client, '--email', email);
    expect(await add('Agência Um', 'ana@example.com')).toMatchObject({ error: { code: 'conflict' } });
    expect(await add('nobody', 'x@example.com')).toMatchObject({ error: { code: 'not_found' } });
    expect(await add('Agência Um', 'ana')).toMatchObject({
      error: { code: 'usage', message: '--email must be an email address, not "ana".' },
    });
    expect(await place.json('user', 'show', '99')).toMatchObject({ error: { code: 'not_found' } });
    expect(await place.json('user', 'remove', '99')).toMatchObject({ error: { code: 'not_found' } });
  });
});
