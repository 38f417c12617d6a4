import { describe, expect, test } from 'vitest';
import { Workplace } from '../../support/workplace.ts';

const KEY = '0123456789abcdef'.repeat(4);

describe('session', () => {
  test('list names who is logged in, revoke ends one and says what it cannot find', async () => {
    using place = new Workplace();
    expect(await place.run('session', 'list')).toEqual({ exitCode: 0, stdout: '', stderr: 'Nobody is logged in.\n' });
    const now = Date.now();
    await place.use((store) =>
      store.startSession({
        key: KEY,
        role: 'reader',
        credential: 'fingerprint',
        remoteAddress: '203.0.113.9',
        userAgent: 'Firefox',
        startedAt: now,
        usedAt: now,
      }),
    );
    const { stdout } = await place.run('session', 'list');
    expect(stdout).toMatch(/0123456789ab +read-only +203\.0\.113\.9 /);
    expect(JSON.stringify(await place.json('session', 'list'))).not.toContain(KEY.slice(0, 16));
    expect(await place.run('session', 'revoke', 'ba9876543210')).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('session list'),
    });
    expect(await place.json('session', 'revoke', '0123456789ab')).toEqual({ sessoes: ['0123456789ab'] });
    expect(await place.json('session', 'list')).toEqual({ itens: [] });
  });

  test.each([[[]], [['0123456789ab', '--all']]])('revoke with %j is a usage error', async (args) => {
    using place = new Workplace();
    expect(await place.run('session', 'revoke', ...args)).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
