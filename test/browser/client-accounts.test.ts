import { expect, onTestFinished, test } from 'vitest';
import { ADVERTISER, DATASET, Platforms } from '../platforms/platforms.ts';
import { openOffice } from './open-office.ts';
import { chromiumTabs } from './tabs.ts';

const openTab = chromiumTabs();

test('an account is refused, connected, tested and disconnected in the forms, and what was typed as a secret is shown nowhere', async () => {
  const platforms = await Platforms.start();
  onTestFinished(() => platforms[Symbol.asyncDispose]());
  const office = await openOffice({
    env: {
      SOCIALADS_API_URL: platforms.social.url,
      SEARCHADS_API_URL: platforms.search.url,
      SEARCHADS_TOKEN_URL: platforms.search.tokenUrl,
      CREDENTIALS_KEY: 'a-key-of-tests-with-more-than-32-characters',
    },
  });
  await office.command('client', 'add', '--name', 'Agência Um');
  const tab = await openTab({ expected: [/status of 422/] });
  await office.logIn(tab, '/admin/clientes/1');
  await tab.getByText('Nenhuma conta ainda').waitFor();
  await tab.getByRole('link', { name: 'Conectar, testar ou desconectar contas' }).click();

  const dataset = tab.getByRole('region', { name: 'conjunto de dados da Meta' });
  const token = dataset.getByLabel('Token', { exact: true });
  expect(await token.getAttribute('type')).toBe('password');
  expect(await token.getAttribute('autocomplete')).toBe('off');
  await dataset.getByLabel('Id do conjunto de dados (pixel)').fill(DATASET.id);
  await token.fill('EAA-token-that-nobody-knows');
  await dataset.getByRole('button', { name: 'Conectar' }).click();
  await dataset.getByRole('alert').getByText('Nada foi alterado.').waitFor();
  expect(await dataset.locator('[role=alert]:focus').count()).toBe(1);
  expect(await dataset.getByLabel('Id do conjunto de dados (pixel)').inputValue()).toBe(DATASET.id);
  expect(await token.inputValue()).toBe('');
  await token.fill(DATASET.token);
  await dataset.getByLabel('Leads novos de formulários instantâneos').fill('lead');
  await dataset.getByRole('button', { name: 'Conectar' }).click();
  await tab.getByText('A conta foi conectada.').waitFor();

  // As a file of the platform's console is: on several lines, some 2 KB.
  const key = JSON.stringify(platforms.search.oauth.serviceAccount(), null, 2);
  const account = tab.getByRole('region', { name: 'conta do Google Ads' });
  await account.getByLabel('Id da conta', { exact: true }).fill('123-456-7890');
  await account.getByLabel('Ações de conversão, uma por linha').fill(`sale=${ADVERTISER.action}\n*=${ADVERTISER.action}`);
  await account.getByLabel('Chave JSON').fill(key);
  await account.getByLabel('Leads sem click id').selectOption('informados por e-mail e telefone com hash');
  await account.getByRole('button', { name: 'Conectar' }).click();
  await tab.getByText('A conta foi conectada.').waitFor();
  expect(await office.json('/admin/clientes/1/contas')).toMatchObject({ contas: [{ leads_por_contato: true }, { etapa_inicial: 'lead' }] });
  await tab.getByRole('button', { name: 'Testar agora' }).click();
  await tab.getByText(`A Meta conhece o conjunto de dados ${DATASET.id}.`).waitFor();
  await tab.getByText(`A conta ${ADVERTISER.id} do Google Ads aceita conversões; ações: ${ADVERTISER.action}`).waitFor();
  for (const secret of [DATASET.token, 'PRIVATE KEY']) expect(await tab.content()).not.toContain(secret);

  await tab.getByLabel(`Desconectar a conta ${DATASET.id}`).click();
  const open = tab.locator('td details[open]');
  await open.getByText('as conversões deste cliente esperam até ele ter outra conta').waitFor();
  await open.getByRole('button', { name: 'Desconectar' }).click();
  await tab.getByText('A conta foi desconectada.').waitFor();
  expect(await office.json('/admin/clientes/1/contas')).toMatchObject({ contas: [{ tipo: 'ads_account', conta: ADVERTISER.id }] });
  expect(await office.json('/admin/atividade')).toMatchObject({
    itens: expect.arrayContaining([expect.objectContaining({ acao: 'conectar' }), expect.objectContaining({ acao: 'desconectar' })]),
  });
});
