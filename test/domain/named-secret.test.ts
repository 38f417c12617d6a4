import { describe, expect, test } from 'vitest';
import { judgeNamedRotation, type NamedSecret, usedNamedSecrets } from '../../src/domain/named-secret.ts';
import { QUIET_MS, type SecretUse } from '../../src/domain/secret-rotation.ts';
import { namedRotationText } from '../../src/presentation/rotation-text.ts';
import { T0 } from '../support/factories.ts';

const HOUR = 3_600_000;

function secret(name: string, given: Partial<NamedSecret> = {}): NamedSecret {
  return { name, origin: 'formulario_proprio', clientId: '7', fingerprint: `print of ${name}`, createdAt: T0, removedAt: null, ...given };
}

function use(name: string, id: string, seenAt: number): SecretUse {
  const sender = { kind: 'campanha', id, remoteAddress: '203.0.113.7' } as const;
  return { ...sender, origin: 'formulario_proprio', secret: `print of ${name}`, seenAt };
}

/** The verdict on the secret "old". */
function verdict(uses: readonly SecretUse[], now: number, others: readonly NamedSecret[] = [secret('new')]) {
  const [old] = usedNamedSecrets([secret('old'), ...others], { uses });
  if (old === undefined) throw new Error('no secret');
  return { state: judgeNamedRotation(old, now), text: namedRotationText(old, now)?.en };
}

describe('the verdict on a named secret', () => {
  test('is none while nobody has moved to another one, however long it was not used', () => {
    const none = { state: 'nenhuma', text: undefined };
    expect(verdict([], T0 + 2 * QUIET_MS)).toEqual(none);
    expect(verdict([use('old', '1', T0), use('new', '2', T0)], T0 + 2 * QUIET_MS)).toEqual(none);
    // The other one was removed, so it is no longer in use.
    expect(verdict([use('old', '1', T0), use('new', '1', T0 + 1)], T0 + HOUR, [secret('new', { removedAt: T0 + 2 })])).toEqual(none);
  });

  test('says that it is still used, and how many have moved', () => {
    const uses = [use('old', '1', T0), use('old', '2', T0 + HOUR), use('new', '1', T0 + 2)];
    expect(verdict(uses, T0 + 2 * HOUR)).toEqual({
      state: 'em_uso',
      text: 'Keep it: it was last used 1 h 00 min ago, and 1 of 2 senders uses another secret now. It can be removed once every sender uses another one and it has not been used for 7 days.',
    });
    expect(verdict([use('old', '1', T0), use('new', '1', T0 + 1)], T0 + QUIET_MS - 1)).toMatchObject({ state: 'em_uso' });
  });

  test('names what is to be checked when it is quiet and somebody has not moved', () => {
    const uses = [use('old', '1', T0), use('old', '2', T0), use('new', '1', T0 + 2)];
    expect(verdict(uses, T0 + QUIET_MS)).toMatchObject({
      state: 'a_conferir',
      text: expect.stringContaining('1 sender that used it has not switched to another secret yet. Check it before you remove the secret.'),
    });
  });

  test('says that it can be removed when all have moved and it is quiet', () => {
    const uses = [use('old', '1', T0), use('new', '1', T0 + 2)];
    expect(verdict(uses, T0 + QUIET_MS)).toMatchObject({
      state: 'concluida',
      text: expect.stringMatching(/^It can be removed: it was last used 7 d/),
    });
  });
});
