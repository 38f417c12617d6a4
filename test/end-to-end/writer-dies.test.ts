import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { runProgram } from '../support/run-program.ts';
import { startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';

/** Loaded into every thread of the program: ends the thread that receives an event of this name. */
const DEADLY = `
import { isMainThread, parentPort } from 'node:worker_threads';
if (!isMainThread) parentPort?.on('message', (message) => JSON.stringify(message).includes('deadly-event') && process.exit(7));
`;

test('when the thread that writes dies, the event is refused and the program ends with a sentence that says why', async () => {
  using workplace = new Workplace();
  const preload = `${workplace.folder}/deadly.mjs`;
  writeFileSync(preload, DEADLY);
  await workplace.addCampaign();
  await using service = await startService(workplace.folder, { ...workplace.env, NODE_OPTIONS: `--import=${preload}` });
  const body = JSON.stringify({
    event_type: 'lead',
    id: 'deadly-event',
    timestamp: Math.floor(Date.now() / 1_000),
    campanha_id: '42',
    nome: 'Ana',
  });
  const answer = await fetch(`${service.url}/integracoes/leads`, {
    method: 'POST',
    headers: { 'X-Formulario-Signature': signatureHeader(SECRETS.FORMULARIO_SECRET, Buffer.from(body)) },
    body,
  });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await service.exited).toBe(1);
  expect(service.log()).toContain('The thread that writes to the database ended unexpectedly');
  expect(service.log()).not.toMatch(/^\s+at /m);
  await expect(workplace.use((store) => store.listEvents({ limit: 1 }))).resolves.toMatchObject({ items: [] });
});

test('so does a worker, and what it held runs again with the next one', async () => {
  using workplace = new Workplace();
  const preload = `${workplace.folder}/deadly.mjs`;
  writeFileSync(preload, DEADLY.replace('deadly-event', '"finish"'));
  await workplace.addCampaign();
  await workplace.accept('e1');
  const env = { ...workplace.env, NODE_OPTIONS: `--import=${preload}` };
  const died = await runProgram(['queue', 'work', '--stop-when-empty'], { cwd: workplace.folder, env });
  expect(died.exitCode).toBe(1);
  expect(died.stderr).toContain('The thread that writes to the database ended unexpectedly');
  expect(died.stderr).not.toMatch(/^\s+at /m);
  expect(await workplace.json('queue', 'work', '--stop-when-empty')).toMatchObject({ processados: 1, falhas: 0 });
});
