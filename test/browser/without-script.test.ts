import { expect, test } from 'vitest';
import { eventIdOf } from './office.ts';
import { openOffice } from './open-office.ts';
import { previewMapping } from './preview-mapping.ts';
import { fillWithSamples } from './sample-data.ts';
import { chromiumTabs, NARROW } from './tabs.ts';

const openTab = chromiumTabs();

test('without JavaScript an operator logs in, filters, opens, repeats and pauses', async () => {
  const office = await openOffice({ flags: ['--work'] });
  const failed = eventIdOf(await office.sendForm('sem-campanha'));
  await office.untilProcessed();
  await office.addCampaign();
  await office.sendForm('com-campanha');
  await office.untilProcessed();

  const tab = await openTab({ withoutScript: true });
  await office.logIn(tab, '/admin/webhooks');
  await tab.getByRole('button', { name: 'Filtrar' }).click();
  await tab.locator('select[name=status]').selectOption('erro');
  await tab.getByRole('button', { name: 'Aplicar' }).click();
  await tab.waitForURL(/status=erro/);
  expect(await tab.locator('table.list tbody tr').count()).toBe(1);
  await tab.locator(`table.list a[href^="/admin/webhooks/${failed}"]`).first().click();
  await tab.getByRole('button', { name: 'Tentar novamente' }).click();
  await tab.getByText('O evento voltou para a fila.').waitFor();

  await tab.goto(`${office.url}/admin/fila`);
  await tab.getByText('Sem atualização automática.').waitFor();
  await tab.getByRole('button', { name: 'Pausar fila' }).click();
  await tab.getByText('A fila está pausada.').first().waitFor();
  await tab.getByRole('button', { name: 'Retomar fila' }).click();
  await tab.getByText('A fila está pausada.').first().waitFor({ state: 'hidden' });
});

test('without JavaScript the menu of a phone still opens', async () => {
  const office = await openOffice();
  const tab = await openTab({ withoutScript: true, size: NARROW });
  await office.logIn(tab, '/admin/fila');
  await tab.getByRole('button', { name: 'Menu' }).click();
  await tab.getByRole('link', { name: 'Eventos' }).click();
  await tab.waitForURL(`${office.url}/admin/webhooks`);
});

test('without JavaScript an operator maps a lead form, after the preview', async () => {
  const office = await openOffice({ prepare: fillWithSamples });
  const tab = await openTab({ withoutScript: true });
  await previewMapping(office, tab);
  await tab.getByText('Serão alterados: 3 de 3 leads.').waitFor();
  await tab.getByText('c***@example.com').waitFor();
  await tab.getByRole('button', { name: 'Salvar e atualizar leads' }).click();
  await tab.getByText('Mapeamento salvo. Leads alterados: 3.').waitFor();
  const chosen = tab.getByRole('combobox', { name: /onde_podemos_te_escrever/ });
  expect(await chosen.inputValue()).toBe('onde_podemos_te_escrever?=email');
});
