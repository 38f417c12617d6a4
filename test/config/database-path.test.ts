import { expect, test } from 'vitest';
import { driverUrl, hostUrls, isDatabaseUrl, libpqUrl, shownDatabase } from '../../src/config/database-path.ts';

test.each([
  ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
  [
    'postgres://u:p%40@a:1,b:2/db?sslmode=require',
    ['postgres://u:p%40@a:1/db?sslmode=require', 'postgres://u:p%40@b:2/db?sslmode=require'],
  ],
  ['postgresql://u@x/db?host=%2Fa,%2Fb', ['postgres://u@x/db?host=%2Fa', 'postgres://u@x/db?host=%2Fb']],
])('%s names these hosts', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls);
  expect(isDatabaseUrl(url)).toBe(true);
});

test.each([
  ['postgres://u:p@a:1,b:2/db?password=p', 'postgres://u@a:1,b:2/db'],
  ['postgres://u:p@ss@a/db', 'postgres://u@a/db'],
])('all hosts of %s are shown, and the password is not', (url, shown) => {
  expect(shownDatabase(url)).toBe(shown);
});

test.each([
  [
    'postgres://u:p%40@a:1,b:2/db?sslmode=no-verify&application_name=x&options=-c%20a=b',
    { url: 'postgres://u@a:1,b:2/db?sslmode=require&options=-c%20a%3Db&target_session_attrs=read-write', password: 'p@' },
  ],
  ['postgres:///db?user=a%20b&password=p&host=%2Fa', { url: 'postgres://a%20b@/db?host=%2Fa', password: 'p' }],
])('libpq gets all hosts and no password: %s', (url, expected) => {
  expect(libpqUrl(url)).toEqual(expected);
});

test.each(['postgres://a,b', 'postgres://u:100%@a/db', 'postgres://a:port/db'])('%s is refused', (url) => {
  expect(isDatabaseUrl(url)).toBe(false);
});

test.each([
  ['postgres://a/b?sslmode=require', 'postgres://a/b?sslmode=verify-full'],
  ['postgres://u:p%40@a:5/b?sslmode=no-verify', 'postgres://u:p%40@a:5/b?sslmode=no-verify'],
  ['postgres://a/b?sslmode=require&uselibpqcompat=true', 'postgres://a/b?sslmode=require&uselibpqcompat=true'],
])('the driver gets %s as %s', (url, expected) => {
  expect(driverUrl(url)).toBe(expected);
});
