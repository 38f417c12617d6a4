import { expect, test } from 'vitest';
import { Installation, SECRETS } from '../end-to-end/operator.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { Load } from './load.ts';

const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 2);

/** Events acknowledged before and after each crash. */
const EVENTS = 200;

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
