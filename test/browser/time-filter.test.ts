import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Office } from './office.ts';
import { chromiumTabs } from './tabs.ts';

const openTab = chromiumTabs();

let office: Office;
beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office[Symbol.asyncDispose]());

test.each(['leads', 'conversoes', 'atividade'])('days of the list of %s are days of the reader, and the page says so', async (list) => {
  const tab = await openTab({ timeZone: 'America/Sao_Paulo' });
  await office.logIn(tab, `/admin/${list}`);
  await tab.getByRole('button', { name: 'Filtrar' }).click();
  await tab.getByLabel('Desde (GMT-3)').fill('2026-11-20');
  await tab.getByLabel('Antes de (GMT-3)').fill('2026-11-21');
  await tab.getByRole('button', { name: 'Aplicar' }).click();
  await tab.waitForURL(/desde=/);
  expect(timesIn(tab)).toEqual(['2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z']);
  expect(await fieldsOf(tab)).toEqual([
    ['date', '2026-11-20'],
    ['date', '2026-11-21'],
  ]);
});

test('a time of day that an address names is kept, and shown in the zone of the reader', async () => {
  const tab = await openTab({ timeZone: 'Europe/Berlin', language: 'en-GB' });
  await office.logIn(tab, '/admin/leads?desde=2026-07-20T15%3A30%3A00.000Z&ate=2026-11-20T15%3A30%3A20.500Z');
  expect(await fieldsOf(tab)).toEqual([
    ['datetime-local', '2026-07-20T17:30'],
    ['datetime-local', '2026-11-20T16:30:20.5'],
  ]);
  await tab.getByRole('button', { name: 'Filter' }).click();
  // In summer time and in winter time.
  await tab.getByLabel('From (GMT+2)').waitFor();
  await tab.getByLabel('Before (GMT+1)').waitFor();
  await tab.getByRole('button', { name: 'Apply' }).click();
  await tab.waitForURL(/origem=/);
  expect(timesIn(tab)).toEqual(['2026-07-20T15:30:00.000Z', '2026-11-20T15:30:20.500Z']);
});

test('of a clock that is set back, what nobody changed is the same moment', async () => {
  const tab = await openTab({ timeZone: 'Europe/Berlin', language: 'en-GB' });
  // The second 02:30 of that night.
  await office.logIn(tab, '/admin/leads?desde=2026-10-25T01%3A30%3A00.000Z');
  await tab.getByRole('button', { name: 'Filter' }).click();
  await tab.getByLabel('From (GMT+1)').waitFor();
  await tab.getByRole('button', { name: 'Apply' }).click();
  await tab.waitForURL(/origem=/);
  expect(timesIn(tab)[0]).toBe('2026-10-25T01:30:00.000Z');
});

test('the list of events takes minutes of the reader', async () => {
  const tab = await openTab({ timeZone: 'America/Sao_Paulo' });
  await office.logIn(tab, '/admin/webhooks');
  await tab.getByRole('button', { name: 'Filtrar' }).click();
  await tab.getByLabel('Desde (GMT-3)').fill('2026-11-20T09:15');
  await tab.getByRole('button', { name: 'Aplicar' }).click();
  await tab.waitForURL(/desde=/);
  expect(timesIn(tab)).toEqual(['2026-11-20T12:15:00.000Z', null]);
});

test('without JavaScript times are shown and filtered in UTC, and the page says so', async () => {
  const tab = await openTab({ timeZone: 'America/Sao_Paulo', withoutScript: true });
  await office.logIn(tab, '/admin/atividade');
  await tab.getByRole('button', { name: 'Filtrar' }).click();
  await tab.getByLabel('Desde (UTC)').fill('2026-11-20');
  await tab.getByRole('button', { name: 'Aplicar' }).click();
  await tab.waitForURL(/desde=2026-11-20&/);
  expect(await fieldsOf(tab)).toEqual([
    ['date', '2026-11-20'],
    ['date', ''],
  ]);
});

function timesIn(tab: Page): readonly (string | null)[] {
  const { searchParams } = new URL(tab.url());
  return [searchParams.get('desde'), searchParams.get('ate')];
}

async function fieldsOf(tab: Page): Promise<readonly (readonly [type: string | null, value: string])[]> {
  return await Promise.all(
    ['#desde', '#ate'].map(async (id) => {
      const field = tab.locator(id);
      return [await field.getAttribute('type'), await field.inputValue()] as const;
    }),
  );
}
