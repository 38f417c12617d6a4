import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

/** Imports a file of the built program in a separate process and returns what it loaded. */
function loadedWith(file: string): { readonly packages: readonly string[]; readonly builtins: readonly string[] } {
  const script = `
    import { registerHooks } from 'node:module';
    const urls = new Set();
    registerHooks({ load: (url, context, next) => (urls.add(url), next(url, context)) });
    await import('./dist/${file}');
    const packages = [...urls].map((url) => /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1]).filter(Boolean);
    console.log(JSON.stringify({ packages: [...new Set(packages)], builtins: process.moduleLoadList }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  return JSON.parse(output) as ReturnType<typeof loadedWith>;
}

/** Loaded when first needed: by the first page, the first scrape, the built-in worker, the human-readable log, a sent event. */
const LATER = ['react', 'react-dom', 'prom-client', 'libphonenumber-js', 'pino-pretty', 'undici'];

describe('the service', () => {
  test('starts without what intake does not need', () => {
    const { packages, builtins } = loadedWith('commands/serve.js');
    expect(packages).toContain('find-my-way');
    expect(packages.filter((name) => LATER.includes(name))).toEqual([]);
    expect(builtins).toContain('NativeModule http');
    expect(builtins).not.toContain('NativeModule internal/deps/undici/undici');
  });
});

test('a command that opens no database does not load the store', () => {
  const { packages } = loadedWith('commands/config.js');
  expect(packages).toContain('@oclif/core');
  expect(packages).not.toContain('better-sqlite3');
});
