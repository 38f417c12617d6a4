import { expect, test } from 'vitest';
import { PostgresServer } from '../support/postgres-server.ts';
import { startService } from '../support/running-service.ts';
import { Installation } from './operator.ts';

const HOUR_MS = 3_600_000;

/** A module that changes the clock of a process before anything reads it. */
function clockOff(ms: number): string {
  return `data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${ms};`)}`;
}

test('machines whose clocks are an hour ahead or behind use the clock of the database', async () => {
  await using server = await PostgresServer.start();
  await using here = new Installation({ DATABASE_URL: await server.newDatabase() });
  await here.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um', '--user', 'ana@example.com');
  await here.serve();
  for (const [id, off] of [
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ] as const) {
    const env = { ...here.env, NODE_OPTIONS: `--import=${clockOff(off)}` };
    await using service = await startService(here.folder, env);
    // Signed with the right time: the process would say that it is too old.
    const answer = await here.postForm({ id, campanha_id: '42', email: `${id}@example.com` }, service.url);
    expect(answer).toMatchObject({ status: 202 });
  }
  // Due at once, for a worker whose clock is right.
  await here.json('queue', 'once');
  const { itens } = await here.json<{ itens: readonly { readonly identidade: string; readonly criado_em: string }[] }>('leads', 'list');
  expect(itens.map(({ identidade }) => identidade).toSorted()).toEqual(['ahead', 'behind']);
  for (const { criado_em } of itens) expect(Math.abs(Date.parse(criado_em) - Date.now())).toBeLessThan(HOUR_MS / 2);
});
