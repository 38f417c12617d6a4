import type { Page } from 'playwright-core';
import { PEOPLE_PATH } from '../../src/http/admin/addresses/paths.ts';
import type { Office } from './office.ts';

/** Logs in and finds the person of two leads of the samples. */
export async function findPerson(office: Office, tab: Page): Promise<void> {
  await office.logIn(tab, PEOPLE_PATH);
  await tab.locator('#person-lead').fill('1, 2');
  await tab.locator('form:has(#person-lead) button[type=submit]').click();
  await tab.locator('#found').waitFor();
}
