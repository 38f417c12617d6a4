import { expect, test } from 'vitest';
import { operator } from '../support/factories.ts';
import { Workplace } from '../support/workplace.ts';

const SETTINGS = {
  RETENTION_LEADS_DAYS: '730',
  SOCIALADS_CONVERSIONS_TOKEN: 'conversions-token-01',
  SOCIALADS_DATASET_ID: '9001',
  ACCOUNTS_CLIENT: '2',
};

/** Client 1 has its own retention, account and consent rule; client 2 those of the settings. */
async function fill(place: Workplace): Promise<void> {
  await place.use(async (store) => {
    const by = operator(Date.now());
    await store.addClient({ id: '1', name: 'Agência *Um*' }, by);
    await store.addClient({ id: '2', name: 'Agência Dois' }, by);
  });
  await place.run('client', 'retention', '1', '--bodies-days', '30');
  await place.run('client', 'connect', '1', '--dataset', '777', '--settings-credential', '--no-check');
  await place.run('client', 'consent', '1', '--mode', 'required', '--key', 'marketing');
}

test('the record has one part for each client, with what is in force for it, in either language', async () => {
  using place = new Workplace({ env: SETTINGS });
  await fill(place);
  const english = await place.run('doctor', '--privacy');
  expect(english).toMatchObject({ exitCode: 0, stderr: '' });
  const [, first = '', second = '', all = ''] = english.stdout.split('\n## ');
  expect(english.stdout).toMatch(/^# Record of processing activities\n/);
  expect(first).toMatch(/^Client 1: Agência \\\*Um\\\*\n/);
  expect(first).toContain('- **Sources of the data**: Google Ads, Meta, Website form\n');
  expect(first).toContain('  - Meta, dataset 777: conversions with');
  expect(first).not.toContain('9001');
  expect(first).toContain('only if the person gave at least one of these consents and refused none: marketing');
  expect(first).toContain('  - Bodies, headers and IP addresses of events: 30 days\n  - Leads, counted from their last activity: 730 days');
  expect(second).toContain('  - Meta, dataset 9001: conversions with');
  expect(second).toContain('IP addresses of events: no limit, until somebody deletes it\n');
  expect(all).toContain('- **Processor**: [name and contact of your company]\n');
  expect(all).toContain('  - Backups: 30 days, unless');
  expect(all).toContain('  - Not in force: backups are not encrypted.\n');
  expect(all).toContain('Erasures so far: 0\n');

  const portuguese = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, 'doctor', '--privacy');
  expect(portuguese.stdout).toMatch(/^# Registro das operações de tratamento de dados pessoais\n/);
  expect(portuguese.stdout).toContain('- **Controlador**: Agência \\*Um\\*, [endereço e contato]\n');
  expect(portuguese.stdout).toContain('  - Corpos, cabeçalhos e endereços IP dos eventos: 30 dias\n');
  expect(portuguese.stdout).toContain('- **Encarregado**: [');
});

test('the record as JSON', async () => {
  using place = new Workplace({ env: { ...SETTINGS, BACKUP_KEEP_DAYS: '0', CONVERSIONS_EXPORT_CREDENTIAL: 'google:export-password-01' } });
  await fill(place);
  expect(await place.json('doctor', '--privacy')).toMatchObject({
    clientes: [
      {
        cliente_id: '1',
        cliente: 'Agência *Um*',
        corpos_dias: 30,
        corpos_proprio: true,
        leads_dias: 730,
        leads_proprio: false,
        usuarios: 0,
        origens: ['search_ads', 'social_ads', 'formulario_proprio'],
        destinatarios: [{ plataforma: 'social_ads', tipo: 'dataset', conta: '777' }],
        exportacao: false,
        consentimento: { modo: 'required', chaves: ['marketing'], propria: true },
      },
      { cliente_id: '2', destinatarios: [{ conta: '9001' }], exportacao: true, consentimento: { modo: 'unless_denied', propria: false } },
    ],
    locais: expect.arrayContaining(['leads', 'saved_views']),
    retencao: { corpos_dias: null, leads_dias: 730 },
    backups: { dias: null, criptografados: false },
    medidas: { remetentes_verificados: true, credenciais_criptografadas: false, acesso_de_leitura: false },
    apagamentos: 0,
  });
});

test('without a client, only what is common is printed; other checks cannot be combined with it', async () => {
  using place = new Workplace();
  const { exitCode, stdout } = await place.run('doctor', '--privacy');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('There are no clients yet.');
  expect(stdout.match(/^## .*/gm)).toEqual(['## All clients']);
  expect(await place.run('doctor', '--privacy', '--strict')).toMatchObject({ exitCode: 2, stdout: '' });
});

test('a missing database is an error', async () => {
  using place = new Workplace({ withoutDatabase: true });
  expect(await place.run('doctor', '--privacy')).toMatchObject({ exitCode: 3, stdout: '' });
});
