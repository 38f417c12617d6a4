import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';

/** Loaded into every thread of the program: records that the thread started. The search index has a reader of its own, in the background. */
const WITNESS = `
import { appendFileSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';
if (!isMainThread && !workerData.background) appendFileSync(process.env.THREADS_BEGUN, workerData.script + '\\n');
`;

const TOKEN = 'admin-token-of-the-test-0001';

/** Where it is between four and five in the morning: the hours in which old data is deleted. */
function zoneAtNight(): string {
  const ahead = 4 - new Date().getUTCHours();
  const offset = ahead < -12 ? ahead + 24 : ahead;
  // The signs of these names are reversed (POSIX).
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

test('a service that receives events and is asked whether it is ready starts no thread for reads, also at night; /health, which counts findings, does', async () => {
  using workplace = new Workplace({ env: { ADMIN_TOKEN: TOKEN, CONVERSIONS_TIME_ZONE: zoneAtNight() } });
  const preload = `${workplace.folder}/witness.mjs`;
  const begun = `${workplace.folder}/threads.txt`;
  writeFileSync(preload, WITNESS);
  const threads = (): readonly string[] => readFileSync(begun, 'utf8').trim().split('\n');
  await workplace.addCampaign();
  await using service = await startService(workplace.folder, {
    ...workplace.env,
    NODE_OPTIONS: `--import=${preload}`,
    THREADS_BEGUN: begun,
  });
  const body = Buffer.from(
    JSON.stringify({
      event_type: 'lead',
      id: 'e1',
      timestamp: Math.floor(Date.now() / 1_000),
      campanha_id: '42',
      nome: 'Ana',
      email: 'ana@example.com',
    }),
  );
  const headers = { 'X-Formulario-Signature': signatureHeader(SECRETS.FORMULARIO_SECRET, body) };
  expect((await fetch(`${service.url}/integracoes/leads`, { method: 'POST', headers, body })).status).toBe(202);
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  expect(threads()).toEqual(['writer']);
  expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'ok', queue: { pendente: 1, adiado: 0 } });
  expect(threads()).toEqual(['writer', 'reader']);
  const page = await fetch(`${service.url}/admin/leads`, { headers: { Authorization: `Bearer ${TOKEN}`, Accept: 'application/json' } });
  expect(page.status).toBe(200);
  expect(threads()).toEqual(['writer', 'reader']);
});
