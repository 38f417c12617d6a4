import { describe, expect, test } from 'vitest';
import { renderTime } from '../../src/cli/local-time.ts';
import { rotationReport } from '../../src/cli/sources/source-tables.ts';
import { hasMoved, judgeRotation, QUIET_MS, type SecretUse, type SecretUses } from '../../src/domain/secret-rotation.ts';
import { rotationText } from '../../src/presentation/rotation-text.ts';
import { T0 } from '../support/factories.ts';

const DAY = 86_400_000;
const SECRETS = { origin: 'formulario_proprio', current: 'new', previous: 'old' } as const;

function use(secret: string, id: string, seenAt: number): SecretUse {
  return { origin: 'formulario_proprio', secret, kind: 'campanha', id, remoteAddress: '203.0.113.7', seenAt };
}

/** The new secret has been the current one since T0. */
function judged(
  uses: readonly SecretUse[],
  now: number,
  current: SecretUses['current'] = [{ origin: 'formulario_proprio', secret: 'new', since: T0 }],
) {
  return judgeRotation(SECRETS, { current, uses }, now);
}

describe('the previous secret', () => {
  test('without one there is no rotation', () => {
    expect(judgeRotation({ ...SECRETS, previous: null }, { current: [], uses: [] }, T0)).toMatchObject({ state: 'nenhuma', senders: [] });
  });

  test('stays while it was used within the last seven days, from the last use on', () => {
    const uses = [use('old', '1', T0 + DAY), use('new', '1', T0 + 2 * DAY)];
    expect(judged(uses, T0 + DAY + QUIET_MS - 1)).toMatchObject({
      state: 'em_uso',
      quietAt: T0 + DAY + QUIET_MS,
      previousUsedAt: T0 + DAY,
    });
    expect(judged(uses, T0 + DAY + QUIET_MS)).toMatchObject({ state: 'concluida' });
  });

  test('stays for seven days at least, even when it was never used', () => {
    const uses = [use('new', '1', T0 + 1)];
    expect(judged(uses, T0 + QUIET_MS - 1).state).toBe('em_uso');
    expect(judged(uses, T0 + QUIET_MS).state).toBe('concluida');
  });

  test('stays, however long it is quiet, until the new secret was used since it became the current one', () => {
    const before = [use('old', '1', T0 - DAY), use('new', '2', T0 - 1)];
    expect(judged(before, T0 + 100 * DAY)).toMatchObject({ state: 'em_uso', currentUsedAt: null });
    expect(judged([use('new', '2', T0 + 1)], T0 + 100 * DAY, []).state).toBe('em_uso');
  });

  test('a sender that comes once a month is not missed, and is named first', () => {
    const uses = [use('old', 'rare', T0 - 20 * DAY), use('old', 'busy', T0 - 1), use('new', 'busy', T0 + DAY)];
    const { state, senders } = judged(uses, T0 + 10 * DAY);
    expect([state, senders.map(({ id, currentSeenAt }) => [id, currentSeenAt])]).toEqual([
      'a_conferir',
      [
        ['rare', null],
        ['busy', T0 + DAY],
      ],
    ]);
    expect(judged([...uses, use('new', 'rare', T0 + 10 * DAY)], T0 + 10 * DAY).state).toBe('concluida');
  });

  test('a sender that used the new secret before it used the old one again has not moved, and both uses are known', () => {
    const uses = [use('old', 'both', T0 + 2 * DAY), use('new', 'both', T0 + DAY)];
    const rotation = judged(uses, T0 + 20 * DAY);
    expect(rotation).toMatchObject({ state: 'a_conferir', senders: [{ seenAt: T0 + 2 * DAY, currentSeenAt: T0 + DAY }] });
    expect(rotation.senders.map(hasMoved)).toEqual([false]);
    const report = rotationReport(rotation, 'FORMULARIO_SECRET_PREVIOUS', T0 + 20 * DAY);
    expect(report).toContain('1 sender that used it has not switched to the new secret yet');
    expect(report).toContain(renderTime(T0 + DAY));
    expect(report).not.toContain('not yet');
  });

  test('the text claims no more than that every sender that can be told apart has moved', () => {
    const uses = [use('old', '1', T0), use('new', '1', T0 + DAY)];
    const { en, pt } = rotationText(judged(uses, T0 + 20 * DAY), 'FORMULARIO_SECRET_PREVIOUS', T0 + 20 * DAY);
    expect(en).toContain('every sender that lead-intake can tell apart now uses the new secret');
    expect(pt).toContain('todos os remetentes que o lead-intake consegue distinguir já usam o segredo novo');
  });

  test('what another source uses says nothing', () => {
    const other = { ...use('new', '1', T0 + 1), origin: 'search_ads' } as const;
    expect(judged([other], T0 + 30 * DAY)).toMatchObject({ state: 'em_uso', senders: [] });
  });
});
