import { expect, test } from 'vitest';
import { PostgresServer } from '../support/postgres-server.ts';
import { startService } from '../support/running-service.ts';
import { Installation } from './operator.ts';

test('whoever guesses at two services of one database in turn gets no more guesses than at one', async () => {
  await using server = await PostgresServer.start();
  await using here = new Installation({ DATABASE_URL: await server.newDatabase(), LOG_LEVEL: 'error' });
  const first = await here.serve();
  await using second = await startService(here.folder, here.env);
  const guess = async (at: number): Promise<number> => {
    const { url } = at % 2 === 0 ? first : second;
    return (await fetch(`${url}/admin/fila`, { headers: { Authorization: 'Bearer a-guess-at-the-token' } })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 8; at += 1) statuses.push(await guess(at));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});
