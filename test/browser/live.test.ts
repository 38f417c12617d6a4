import { expect, test } from 'vitest';
import { openOffice } from './open-office.ts';
import { chromiumTabs } from './tabs.ts';

const openTab = chromiumTabs();

test('the queue page counts what another process posts and a third one processes, without a reload', async () => {
  const office = await openOffice();
  await office.addCampaign();
  const tab = await openTab();
  await office.logIn(tab, '/admin/fila');
  await tab.getByText('Ao vivo', { exact: true }).waitFor();
  await tab.evaluate('window.stillTheSamePage = true');

  await office.command('send', 'form', '--url', office.url, '--campaign', '42');
  await tab.locator('.figure', { hasText: 'Na fila' }).locator('.value', { hasText: /^1$/ }).first().waitFor();
  office.startWorker();
  await tab.locator('.figure', { hasText: 'Concluído' }).locator('.value', { hasText: /^1$/ }).first().waitFor();
  expect(await tab.evaluate('window.stillTheSamePage')).toBe(true);
});

test('pausing and resuming say so at once, also to somebody else who looks', async () => {
  const office = await openOffice();
  const [tab, other] = [await openTab(), await openTab({ language: 'en-GB' })];
  await office.logIn(tab, '/admin/fila');
  await office.logIn(other, '/admin/fila');
  await other.getByText('Live', { exact: true }).waitFor();
  await tab.getByRole('button', { name: 'Pausar fila' }).click();
  await other.getByText('The queue is paused.').first().waitFor();
  await other.getByRole('button', { name: 'Resume queue' }).click();
  await tab.getByText('A fila está pausada.').first().waitFor({ state: 'hidden' });
  await tab.getByRole('button', { name: 'Pausar fila' }).waitFor();
});
