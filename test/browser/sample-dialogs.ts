import type { Page } from 'playwright-core';
import type { Office as WholeOffice } from './office.ts';
import { pageNamed, type SamplePage } from './sample-pages.ts';

type Office = Pick<WholeOffice, 'json' | 'url'>;

/** A form that opens over a page. */
export interface SampleDialog {
  readonly page: SamplePage;
  /** The ID of its popover. */
  readonly id: string;
  /** The form is in the step of a menu. */
  readonly isStep?: boolean;
}

/** The forms that open over a page, for an office that is filled with samples. */
export const SAMPLE_DIALOGS: readonly SampleDialog[] = [
  { page: 'clients', id: 'add' },
  { page: 'client', id: 'rename' },
  { page: 'client', id: 'add-user' },
  { page: 'client', id: 'change-retention' },
  { page: 'clientAccounts', id: 'change-consent' },
  { page: 'clientWithoutAccounts', id: 'connect-dataset' },
  { page: 'clientWithoutAccounts', id: 'connect-ads_account' },
  { page: 'clientWithoutAccounts', id: 'connect-page' },
  { page: 'campaigns', id: 'add' },
  { page: 'campaign', id: 'edit' },
  { page: 'failed', id: 'more', isStep: true },
  { page: 'refusedRequest', id: 'more', isStep: true },
  { page: 'leads', id: 'columns' },
];

/** The filters of lists, which are left without a button. */
export const SAMPLE_FILTERS: readonly SampleDialog[] = [
  { page: 'leads', id: 'filters' },
  { page: 'events', id: 'filters' },
];

/** The button that opens a popover: a Cancel button in it names it too. */
export function openerOf(id: string): string {
  return `button[popovertarget="${id}"]:not([popovertargetaction])`;
}

/** Goes to the page of a form and opens it, by keyboard. */
export async function openDialog(office: Office, tab: Page, { page, id, isStep }: SampleDialog): Promise<void> {
  await tab.goto(office.url + (await pageNamed(office, page)));
  await tab.locator(openerOf(id)).press('Enter');
  await tab.locator(`#${id}`).waitFor();
  if (isStep === true) await tab.locator(`#${id} summary`).press('Enter');
}
