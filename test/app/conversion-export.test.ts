import { expect, onTestFinished, test } from 'vitest';
import { openContext } from '../../src/app/context.ts';
import { startService } from '../../src/app/start-service.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createLogLines } from '../http/log-lines.ts';
import { formDelivery, leadFields, leadIntent, newConversion, QUEUE, T0 } from '../support/factories.ts';
import { TempDir } from '../support/temp-dir.ts';

const CREDENTIAL = 'google-ads:uma-senha-comprida-1';
const DAY = 86_400_000;

test('the running service hands out its conversions', async () => {
  const folder = new TempDir();
  const env = {
    PORT: '0',
    DATABASE_URL: `sqlite:${folder.file('test.db')}`,
    CONVERSIONS_EXPORT_CREDENTIAL: CREDENTIAL,
    CONVERSIONS_NAMES: 'venda=Venda no site',
  };
  const context = await openContext(loadConfig({ env, envFile: '/dev/null' }), { log: createLogLines().log, clock: () => T0 + DAY });
  const service = await startService(context, { work: false });
  onTestFinished(async () => {
    await service.stop();
    await context[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const { store } = context;
  await store.addCampaigns([{ id: '42', name: 'Verão', client: 'Agência Um', user: null }], { replace: false }, { name: 'test', now: T0 });
  for (const [id, consents] of [['a', null] as const, ['b', { publicidade: 'não' }] as const]) {
    await store.accept(formDelivery(id));
    const [claim] = await store.claim({ queue: QUEUE, workerId: 'w', limit: 1, leaseMs: 1_000, now: T0 });
    if (claim === undefined) throw new Error('no job');
    const fields = leadFields({ name: 'Ana', searchClickId: `Cj0KCQ-click-${id}`, consents });
    const intent = leadIntent(id, { fields, conversion: newConversion({ value: 10.5 }) });
    await store.finish([{ claim, outcome: { kind: 'lead', intent } }], T0);
  }
  const authorization = `Basic ${Buffer.from(CREDENTIAL).toString('base64')}`;
  const response = await fetch(`${service.url}/export/conversions.csv`, { headers: { authorization } });
  expect(await response.text()).toBe(
    'Parameters:TimeZone=America/Sao_Paulo\nGoogle Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\n' +
      'Cj0KCQ-click-a,Venda no site,2026-11-20 09:00:00,10.50,BRL\n',
  );
  expect((await fetch(`${service.url}/export/conversions.csv`)).status).toBe(401);
});
