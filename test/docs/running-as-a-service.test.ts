import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyUnitName } from '../../src/cli/systemd/unit-files.ts';
import { SETTING_NAMES } from '../../src/config/settings.ts';
import { serviceSetup } from '../cli/systemd/setups.ts';
import { ROOT } from '../support/run-program.ts';

function doc(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8');
}

test('the page about services names units that are made', () => {
  const named = [...doc('running-as-a-service.md').matchAll(/lead-intake[a-z-]*\.(?:service|timer)/g)].map(([name]) => name);
  expect(new Set(named).size).toBeGreaterThan(4);
  const made = everyUnitName(serviceSetup());
  expect(named.filter((name) => !made.includes(name))).toEqual([]);
});

test('the page about monitoring knows how many alerts there are', () => {
  const count = doc('monitoring/alerts.yml').match(/- alert: /g)?.length;
  expect(doc('monitor.md')).toContain(`${count} alerts`);
});

test('the image sets only what is a setting, and runs as nobody in particular', () => {
  const text = readFileSync(join(ROOT, 'Containerfile'), 'utf8');
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(text) ?? [];
  const names = [...block.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !(SETTING_NAMES as readonly string[]).includes(name ?? ''))).toEqual([]);
  expect(text).toMatch(/^USER 10001:10001$/m);
});
