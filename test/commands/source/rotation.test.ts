import { describe, expect, test } from 'vitest';
import { slowFingerprint } from '../../../src/base/fingerprint.ts';
import { signatureHeader } from '../../../src/base/signature.ts';
import { startService } from '../../support/running-service.ts';
import { Workplace } from '../../support/workplace.ts';

const OLD = 'old-form-secret-000001';
const NEW = 'new-form-secret-000002';
const ROTATING = { FORMULARIO_SECRET: NEW, FORMULARIO_SECRET_PREVIOUS: OLD };

/** Posts a submission of a campaign's form, signed with the secret. */
async function post(url: string, secret: string, id: string, campaign: string): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ event_type: 'lead', id, timestamp, campanha_id: campaign, nome: 'Ana' });
  const headers = { 'content-type': 'application/json', 'x-formulario-signature': signatureHeader(secret, Buffer.from(body)) };
  const response = await fetch(`${url}/integracoes/leads`, { method: 'POST', headers, body });
  expect(response.status).toBe(202);
}

interface Source {
  readonly origem: string;
  readonly rotacao: string;
}

async function formOf(place: Workplace): Promise<Source | undefined> {
  const { stdout } = await place.runWith(ROTATING, 'source', 'list', '--json');
  return (JSON.parse(stdout) as { fontes: Source[] }).fontes.find(({ origem }) => origem === 'formulario_proprio');
}

describe('the rotation of a secret', () => {
  test('never ends before senders use the new secret, names who used the old one, and agrees over restarts and commands', async () => {
    using place = new Workplace();
    {
      await using before = await startService(place.folder, { ...place.env, FORMULARIO_SECRET: OLD });
      await post(before.url, OLD, 'rare-1', 'rare');
      await Promise.all(Array.from({ length: 210 }, (_, index) => post(before.url, OLD, `busy-${index}`, 'busy')));
    }
    {
      await using after = await startService(place.folder, { ...place.env, ...ROTATING });
      const started = await formOf(place);
      expect(started).toMatchObject({
        rotacao: 'em_uso',
        segredo_atual_usado_em: null,
        remetentes_segredo_anterior: [
          { tipo: 'campanha', remetente: 'busy', ip: '127.0.0.1', com_segredo_atual_em: null },
          { tipo: 'campanha', remetente: 'rare', ip: '127.0.0.1', com_segredo_atual_em: null },
        ],
      });
      await post(after.url, NEW, 'busy-new', 'busy');
    }
    await using again = await startService(place.folder, { ...place.env, ...ROTATING });
    const moved = await formOf(place);
    expect(moved).toMatchObject({
      rotacao: 'em_uso',
      segredo_atual_usado_em: expect.any(String),
      remetentes_segredo_anterior: [
        { remetente: 'rare', com_segredo_atual_em: null },
        { remetente: 'busy', com_segredo_atual_em: expect.any(String) },
      ],
    });
    const { stdout } = await place.runWith(ROTATING, 'source', 'list');
    expect(stdout).toContain('FORMULARIO_SECRET_PREVIOUS');
    expect(stdout).toMatch(/campaign rare +127\.0\.0\.1 .* not yet/);
    const doctor = await place.runWith({ ...ROTATING, PORT: '1' }, 'doctor', '--offline');
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'FORMULARIO_SECRET_PREVIOUS: it has not been used since the new secret became current',
    );
    expect(stdout + doctor.stdout).not.toMatch(/can be removed:/);
    const [event] = ((await place.json('events', 'list', '--external-id', 'rare-1')) as { itens: { evento_id: string }[] }).itens;
    expect(await place.json('events', 'show', event?.evento_id ?? '')).toMatchObject({ evento: { segredo: slowFingerprint(OLD) } });
    expect(JSON.stringify([stdout, doctor.stdout, moved])).not.toContain(OLD);
    expect(await again.stop()).toBe(0);
  });
});
