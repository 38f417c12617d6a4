import { expect, test } from 'vitest';
import { Installation, SECRETS } from '../end-to-end/operator.ts';
import { addressOf, PostgresServer } from '../support/postgres-server.ts';
import { Cable } from './cable.ts';
import { Load } from './load.ts';

const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 2);

/** Events acknowledged before and after each crash. */
const EVENTS = 200;

test('a server that does not answer any more: senders are told to come back within seconds', async () => {
  await using server = await PostgresServer.start();
  await using cable = await Cable.to(server);
  await using here = new Installation({ DATABASE_URL: addressOf(server.nameOf(await server.newDatabase()), cable), LOG_LEVEL: 'fatal' });
  await here.serve();
  expect(await here.postForm({ id: 'before', campanha_id: '42' })).toMatchObject({ status: 202 });
  cable.silence();
  const post = async (id: string): Promise<number> => {
    const startedAt = performance.now();
    expect(await here.postForm({ id, campanha_id: '42' })).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
    return performance.now() - startedAt;
  };
  const first = post('meanwhile');
  await fetch(`${here.service.url}/live`);
  // The second is not stored together with the first, and a new connection takes as long to fail.
  const durations = await Promise.all([first, post('behind it'), first.then(() => post('afterwards'))]);
  expect(Math.max(...durations)).toBeLessThan(8_000);
  await here.service.stop('SIGKILL');
});

test(
  'the primary is killed and a synchronous standby takes over: senders are told to come back, and nothing acknowledged is lost',
  async () => {
    await using first = await PostgresServer.start();
    const database = first.nameOf(await first.newDatabase());
    await using second = await PostgresServer.standbyOf(first);
    await using here = new Installation({ DATABASE_URL: first.address(database, second), LOG_LEVEL: 'error' });
    await here.serve();
    const [load, stop] = [new Load(SECRETS.FORMULARIO_SECRET, 4), new AbortController()];
    const sending = load.run(here.service.url, stop.signal);
    let [primary, standby] = [first, second];
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      await load.acknowledgements(EVENTS);
      await primary.kill('SIGKILL');
      if (cycle === 0) expect(await load.refusal()).toMatchObject({ status: 503 });
      await standby.promote();
      await load.acknowledgements(EVENTS);
      await primary.follow(standby);
      [primary, standby] = [standby, primary];
    }
    stop.abort();
    await sending;

    expect(load.surprises).toEqual([]);
    const stored = (await primary.query(database, 'select identidade from eventos')) as { readonly identidade: string }[];
    const known = new Set(stored.map(({ identidade }) => identidade));
    expect(known.size).toBe(stored.length);
    expect([...load.acknowledged.keys()].filter((identity) => !known.has(identity))).toEqual([]);
  },
  180_000 + CYCLES * 60_000,
);
