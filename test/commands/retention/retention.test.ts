import { expect, test } from 'vitest';
import { claimOne, finishLead } from '../../store-contract/steps.ts';
import { formDelivery, leadIntent, operator } from '../../support/factories.ts';
import { Workplace } from '../../support/workplace.ts';

const DAY = 86_400_000;

/** Two clients with one event of 40 days ago each. */
async function fill(place: Workplace): Promise<void> {
  await place.use(async (store) => {
    const now = Date.now() - 40 * DAY;
    for (const [clientId, name] of [
      ['1', 'Agência Um'],
      ['2', 'Agência Dois'],
    ] as const) {
      await store.addClient({ id: clientId, name }, operator(now));
      await store.accept(formDelivery(`e${clientId}`, { receivedAt: now }));
      await finishLead(store, await claimOne(store, { now }), leadIntent(`e${clientId}`, { clientId }), now);
    }
  });
}

test('limits of the settings and of clients are shown, counted, and applied', async () => {
  using place = new Workplace({ env: { RETENTION_BODIES_DAYS: '30' } });
  await fill(place);
  expect(await place.json('client', 'retention', '2', '--bodies-days', 'off', '--leads-days', '35')).toEqual({
    cliente_id: '2',
    cliente: 'Agência Dois',
    corpos_dias: null,
    corpos_proprio: true,
    leads_dias: 35,
    leads_proprio: true,
  });
  expect(await place.json('client', 'retention', '2', '--leads-days', '36')).toMatchObject({ corpos_dias: null, leads_dias: 36 });
  expect(await place.json('client', 'show', '1')).toMatchObject({ retencao: { corpos_dias: 30, corpos_proprio: false } });
  expect((await place.run('client', 'show', '2')).stdout).toContain('Retention: bodies of events kept until erased, leads 36 days');
  const shown = (await place.run('retention', 'show')).stdout;
  expect(shown).toMatch(/^RETENTION_BODIES_DAYS +30 days$/m);
  expect(shown).toMatch(/Agência Dois \(2\) +kept until erased \(own limit\) +36 days \(own limit\)/);

  const counted = await place.run('retention', 'run', '--dry-run');
  expect(counted.stdout).toMatch(/bodies of events +Agência Um \(1\) +1\n/);
  expect(counted.stdout).toMatch(/leads made anonymous +Agência Dois \(2\) +1\n/);
  expect(await place.json('retention', 'show')).toMatchObject({ configuracoes: { corpos_dias: 30, leads_dias: null }, executada_em: null });
  const expected = {
    itens: [
      { tipo: 'corpos', cliente_id: '1', total: 1 },
      { tipo: 'leads', cliente_id: '2', total: 1 },
    ],
    total: 2,
    completa: true,
  };
  expect(await place.json('retention', 'run')).toEqual({ ...expected, simulacao: false });
  expect((await place.run('retention', 'run')).stdout).toBe('Nothing was too old.\n');
  expect((await place.run('events', 'show', '1')).stdout).toMatch(/^Body deleted +\d/m);
  const replayed = await place.run('events', 'replay', '1');
  expect(replayed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Event 1 cannot be processed again') });
  await place.run('client', 'retention', '2', '--default');
  expect(await place.json('retention', 'show')).toMatchObject({ clientes: [{}, { corpos_dias: 30, corpos_proprio: false }] });
});

test('a limit of no days is refused, and doctor notes that nothing is ever deleted', async () => {
  using place = new Workplace();
  await fill(place);
  expect(await place.run('client', 'retention', '1', '--bodies-days', '0')).toMatchObject({ exitCode: 2 });
  const codes = async (): Promise<string> => (await place.run('doctor', '--offline')).stdout;
  expect(await codes()).toContain('no limit is set');
  await place.run('client', 'retention', '1', '--bodies-days', '30');
  expect(await codes()).not.toContain('no limit is set');
  expect(await codes()).toContain('has never been deleted yet');
});

test('a client without new limits is only shown: nobody set anything, so the log of operators says nothing', async () => {
  using place = new Workplace();
  await place.addCampaign();
  expect(await place.json('client', 'retention', '1', '--leads-days', '35')).toMatchObject({ corpos_dias: null, leads_dias: 35 });
  const before = place.activity();
  expect(await place.json('client', 'retention', '1')).toMatchObject({ corpos_dias: null, leads_dias: 35 });
  expect(place.activity()).toEqual(before);
});
