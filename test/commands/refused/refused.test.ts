import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../../src/base/signature.ts';
import { SECRETS, Workplace } from '../../support/workplace.ts';

const BODY = '{"event_type":"lead","id":"f-1","timestamp":1,"campanha_id":"42","nome":"Maria"}\n';

async function refuse(place: Workplace, secret: string, body = BODY): Promise<string> {
  const bytes = Buffer.from(body);
  await place.use((store) =>
    store.recordRefused([
      {
        origin: 'formulario_proprio',
        method: 'POST',
        path: '/integracoes/leads',
        httpStatus: 401,
        code: 'signature_invalid',
        detail: 'The signature is wrong.',
        remoteAddress: '192.0.2.1',
        requestId: 'r',
        headers: JSON.stringify([['X-Formulario-Signature', signatureHeader(secret, bytes)]]),
        body: bytes,
        complete: true,
        isProven: false,
        receivedAt: Date.now(),
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
      new RegExp(`^${id} .* formulario_proprio +192\\.0\\.2\\.1 +401 +signature_invalid`, 'm'),
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

  test('replay stores what is valid now and refuses the rest again', async () => {
    using place = new Workplace();
    const valid = await refuse(place, SECRETS.FORMULARIO_SECRET);
    const invalid = await refuse(place, 'other');
    const result = await place.run('refused', 'replay', valid, invalid);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(
      new RegExp(`^Refused request ${valid}: stored as event 1\\.\nRefused request ${invalid}: refused again, signature_invalid\\.`),
    );
    expect(await place.json('events', 'list')).toMatchObject({ itens: [{ identidade: 'f-1', status: 'recebido' }] });
    expect(await place.json('refused', 'list')).toMatchObject({ itens: [{ repetida_evento_id: null }, { repetida_evento_id: '1' }] });
  });

  test('what is stored is written to the log of operators, and is not put through twice', async () => {
    using place = new Workplace();
    const id = await refuse(place, SECRETS.FORMULARIO_SECRET);
    await place.run('refused', 'replay', id);
    expect(place.activity()).toEqual([`refused replay recusa:${id} evento:1`]);
    const again = await place.run('refused', 'replay', id);
    expect(again).toMatchObject({ exitCode: 1, stderr: '' });
    expect(again.stdout).toContain(`Refused request ${id} was put through already, as event 1.`);
    expect(await place.json('refused', 'replay', id)).toMatchObject({ itens: [{ resultado: 'impossible', codigo: 'conflict' }] });
    expect(place.activity()).toHaveLength(1);
  });

  test('one that cannot be put through does not keep the others back', async () => {
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

  test('an unknown one is not found', async () => {
    using place = new Workplace();
    expect(await place.json('refused', 'show', '9')).toMatchObject({ error: { code: 'not_found' } });
  });
});
