import { describe, expect } from 'vitest';
import { type AdminSession, SESSION_IDLE_MS, SESSION_LONGEST_MS, SESSIONS_KEPT } from '../../src/domain/admin-session.ts';
import { operator, T0 } from '../support/factories.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

function session(key: string, given: Partial<AdminSession> = {}): AdminSession {
  const startedAt = given.startedAt ?? T0;
  return {
    key,
    role: 'operator',
    credential: 'token-1',
    remoteAddress: '203.0.113.9',
    userAgent: 'Firefox',
    startedAt,
    usedAt: startedAt,
    ...given,
  };
}

export function sessionsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('sessions', () => {
    test('are found by their key until they end, with what they began with', async (store) => {
      const reader = session('b', { role: 'reader', credential: 'token-2' });
      await store.startSession(session('a'));
      await store.startSession(reader);
      expect(await store.findSession('a')).toEqual(session('a'));
      expect(await store.findSession('b')).toEqual(reader);
      await store.endSessions({ keys: ['a'] }, null);
      await store.endSessions({ keys: ['a'] }, null);
      expect(await store.findSession('a')).toBeNull();
      expect(await store.findSession('')).toBeNull();
    });

    test('a use is noted, and an earlier one that is noted later changes nothing', async (store) => {
      await store.startSession(session('a'));
      await store.noteSessionUse('a', T0 + 2_000);
      await store.noteSessionUse('a', T0 + 1_000);
      await store.noteSessionUse('other', T0);
      expect(await store.findSession('a')).toEqual(session('a', { usedAt: T0 + 2_000 }));
      expect(await store.findSession('other')).toBeNull();
    });

    test('are listed while they have not ended, the one used last first', async (store) => {
      await store.startSession(session('a'));
      await store.startSession(session('b', { startedAt: T0 + 1 }));
      await store.noteSessionUse('a', T0 + 2);
      const keysAt = async (now: number) => (await store.listSessions(now)).map(({ key }) => key);
      expect(await keysAt(T0 + 3)).toEqual(['a', 'b']);
      expect(await keysAt(T0 + 1 + SESSION_IDLE_MS)).toEqual(['a']);
      expect(await keysAt(T0 + 2 + SESSION_IDLE_MS)).toEqual([]);
      await store.noteSessionUse('a', T0 + SESSION_LONGEST_MS.operator - 1);
      expect(await keysAt(T0 + SESSION_LONGEST_MS.operator)).toEqual([]);
    });

    test('a new one removes what has ended, and the oldest where there are too many', async (store) => {
      await store.startSession(session('ended'));
      const startedAt = T0 + SESSION_IDLE_MS;
      for (let index = 0; index <= SESSIONS_KEPT; index += 1)
        await store.startSession(session(`s${index}`, { startedAt: startedAt + index }));
      expect(await store.findSession('ended')).toBeNull();
      expect(await store.findSession('s0')).toBeNull();
      expect(await store.listSessions(startedAt + SESSIONS_KEPT)).toHaveLength(SESSIONS_KEPT);
    });

    test('of readers last longer', async (store) => {
      const startedAt = T0 + SESSION_LONGEST_MS.operator;
      await store.startSession(session('reader', { role: 'reader', usedAt: startedAt }));
      await store.startSession(session('operator', { usedAt: startedAt }));
      await store.startSession(session('new', { startedAt }));
      expect((await store.listSessions(startedAt)).map(({ key }) => key)).toEqual(['new', 'reader']);
      expect(await store.findSession('operator')).toBeNull();
    });

    test('of other credentials end together', async (store) => {
      await store.startSession(session('a'));
      await store.startSession(session('b', { credential: 'token-2' }));
      await store.startSession(session('c', { credential: 'token-3' }));
      expect(await store.endSessions({ notOf: ['token-1', 'token-3'] }, null)).toHaveLength(1);
      expect((await store.listSessions(T0)).map(({ key }) => key)).toEqual(['a', 'c']);
    });

    test('revoking tells which there were, and is in the log of operators', async (store) => {
      await store.startSession(session('abcdefabcdef0123456789'));
      expect(await store.endSessions({ keys: ['abcdefabcdef0123456789', 'unknown'] }, operator(T0))).toEqual(['abcdefabcdef0123456789']);
      expect(await store.findSession('abcdefabcdef0123456789')).toBeNull();
      expect(await store.endSessions({ keys: ['unknown'] }, operator(T0))).toEqual([]);
      const { items } = await store.listActivity({ limit: 10 });
      expect(items).toMatchObject([{ action: 'encerrar_sessao', target: 'sessao:abcdefabcdef' }]);
    });
  });
}
