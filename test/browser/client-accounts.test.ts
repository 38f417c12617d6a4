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
  await tab.getByText('Nenhuma conta conectada').waitFor();
  await tab.getByRole('link', { name: 'Gerenciar contas' }).click();

  await tab.getByRole('button', { name: 'Conectar um conjunto de dados da Meta' }).click();
  const dataset = tab.getByRole('region', { name: 'conjunto de dados da Meta' });
  const token = dataset.getByLabel('Token', { exact: true });
  expect(await token.getAttribute('type')).toBe('password');
  expect(await token.getAttribute('autocomplete')).toBe('off');
  await dataset.getByLabel('ID do conjunto de dados').fill(DATASET.id);
  await token.fill('EAA-token-that-nobody-knows');
  await dataset.getByRole('button', { name: 'Conectar' }).click();
  await dataset.getByRole('alert').getByText('Nada foi alterado.').waitFor();
  expect(await dataset.locator('[role=alert]:focus').count()).toBe(1);
  expect(await dataset.getByLabel('ID do conjunto de dados').inputValue()).toBe(DATASET.id);
  expect(await token.inputValue()).toBe('');
  await token.fill(DATASET.token);
  await dataset.getByLabel('Evento para novos leads de formulários instantâneos').fill('lead');
  await dataset.getByRole('button', { name: 'Conectar' }).click();
  await tab.getByText('Conta conectada.').waitFor();

  // Like a key file from the Google Cloud console: several lines, about 2 KB.
  const key = JSON.stringify(platforms.search.oauth.serviceAccount(), null, 2);
  await tab.getByRole('button', { name: 'Conectar uma conta do Google Ads' }).click();
  const account = tab.getByRole('region', { name: 'conta do Google Ads' });
  await account.getByLabel('ID da conta', { exact: true }).fill('123-456-7890');
  await account.getByLabel('Ações de conversão').fill(`sale=${ADVERTISER.action}\n*=${ADVERTISER.action}`);
  await account.getByLabel('Chave JSON').fill(key);
  await account.getByLabel('Leads sem ID de clique').selectOption('Informados por e-mail e telefone com hash');
  await account.getByRole('button', { name: 'Conectar' }).click();
  await tab.getByText('Conta conectada.').waitFor();
  expect(await office.json('/admin/clientes/1/contas')).toMatchObject({ contas: [{ leads_por_contato: true }, { etapa_inicial: 'lead' }] });
  await tab.getByRole('button', { name: 'Testar contas' }).click();
  await tab.getByText(`A Meta aceita o conjunto de dados ${DATASET.id}.`).waitFor();
  await tab.getByText(`A conta ${ADVERTISER.id} do Google Ads aceita conversões (ações: ${ADVERTISER.action}`).waitFor();
  for (const secret of [DATASET.token, 'PRIVATE KEY']) expect(await tab.content()).not.toContain(secret);

  await tab.getByRole('button', { name: `Ações da conta ${DATASET.id}` }).click();
  await tab.getByLabel(`Desconectar a conta ${DATASET.id}`).click();
  const open = tab.locator('td details[open]');
  await open.getByText('As conversões deste cliente ficarão em espera até você conectar outra conta').waitFor();
  await open.getByRole('button', { name: 'Desconectar' }).click();
  await tab.getByText('Conta desconectada.').waitFor();
  expect(await office.json('/admin/clientes/1/contas')).toMatchObject({ contas: [{ tipo: 'ads_account', conta: ADVERTISER.id }] });
  expect(await office.json('/admin/atividade')).toMatchObject({
    itens: expect.arrayContaining([expect.objectContaining({ acao: 'conectar' }), expect.objectContaining({ acao: 'desconectar' })]),
  });
});
