import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/config/settings.ts';
import { textOf } from './documents.ts';
import { GENERATED_PAGES } from './generated/pages.ts';
import { SETTING_GROUPS } from './generated/settings.ts';

test.each(GENERATED_PAGES)('$path is as `npm run docs` writes it', async ({ path, text }) => {
  expect(textOf(path)).toBe(await text());
});

test('every setting is documented, once', () => {
  const documented = Object.values(SETTING_GROUPS).flat();
  expect(documented.toSorted()).toEqual(SETTING_NAMES.toSorted());
});
