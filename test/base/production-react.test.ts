import { afterEach, describe, expect, test, vi } from 'vitest';
import { withProductionReact } from '../../src/base/production-react.ts';

const seenBy = (): Promise<string | undefined> => withProductionReact(async () => process.env['NODE_ENV']);

describe('NODE_ENV while React is loaded', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('is production where nothing is set, and nothing afterwards', async () => {
    vi.stubEnv('NODE_ENV', undefined);
    expect(await seenBy()).toBe('production');
    expect(process.env).not.toHaveProperty('NODE_ENV');
    await expect(withProductionReact(() => Promise.reject(new Error('not there')))).rejects.toThrow('not there');
    expect(process.env).not.toHaveProperty('NODE_ENV');
  });

  test('stays what somebody set', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    expect(await seenBy()).toBe('development');
    expect(process.env['NODE_ENV']).toBe('development');
  });
});
