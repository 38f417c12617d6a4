import { expect, test } from 'vitest';
import { hostUrls, isDatabaseUrl, shownDatabase } from '../../src/config/database-path.ts';

test.each([
  ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
  [
    'postgres://u:p%40@a:1,b:2/db?sslmode=require',
    ['postgres://u:p%40@a:1/db?sslmode=require', 'postgres://u:p%40@b:2/db?sslmode=require'],
  ],
  ['postgresql://u@x/db?host=%2Fa,%2Fb', ['postgresql://u@x/db?host=%2Fa', 'postgresql://u@x/db?host=%2Fb']],
])('%s names these hosts', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls);
  expect(isDatabaseUrl(url)).toBe(true);
});

test('all hosts are shown, and the password is not', () => {
  expect(shownDatabase('postgres://u:p@a:1,b:2/db?password=p')).toBe('postgres://u@a:1,b:2/db');
});

test('each host needs a database', () => {
  expect(isDatabaseUrl('postgres://a,b')).toBe(false);
});
