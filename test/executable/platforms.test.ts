import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { DATASET, PAGE, Platforms } from '../platforms/platforms.ts';
import { EXECUTABLE, finished, type ProgramResult } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

test('fetches a lead from its platform, and sends its conversion there', async () => {
  using folder = new TempDir();
  await using platforms = await Platforms.start();
  const database = `sqlite:${folder.file('lead-intake.db')}`;
  const env = { ...platforms.connect(folder.file('credentials.json')), DATABASE_URL: database };
  const end = (...args: readonly string[]): Promise<ProgramResult> =>
    finished(spawn(EXECUTABLE, args, { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] }));
  const run = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout } = await end(...args);
    expect([args, exitCode]).toEqual([args, 0]);
    return stdout;
  };
  await run('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um');
  await run('campaign', 'link', '42', '--social-ads-page', PAGE.id);
  const lead = platforms.social.directory.seedLead({ formId: PAGE.form });
  await notify(database, lead.id);

  await run('queue', 'once');
  expect(await run('leads', 'show', '1', '--reveal', '--json')).toContain(lead.person.email);
  await run('lead', 'stage', '1', '--won', '--value', '2600');
  await run('queue', 'once', 'conversoes');
  expect(platforms.social.conversions.accepted).toMatchObject([{ datasetId: DATASET.id, leadId: lead.id, eventName: 'sale' }]);
  expect(await run('conversions', 'list')).toContain('Sent');
  // Its exit code is not 0, because the service has no secrets; this test is about the calls to the platforms.
  expect((await end('doctor', '--json')).stdout).toContain('search_validated');
});

/** A notification of a lead, stored as intake would store it. */
async function notify(databaseUrl: string, leadgenId: string): Promise<void> {
  const value = { leadgen_id: leadgenId, page_id: PAGE.id, form_id: PAGE.form, created_time: Math.floor(Date.now() / 1_000) };
  const body = { object: 'page', entry: [{ id: PAGE.id, changes: [{ field: 'leadgen', value }] }] };
  const store = openSqliteStore(databaseUrl, Date.now(), {});
  await store.accept({
    origin: 'social_ads',
    body: Buffer.from(JSON.stringify(body)),
    headers: '[]',
    remoteAddress: '127.0.0.1',
    requestId: 'r',
    credential: 'hmac',
    receivedAt: Date.now(),
    queue: 'webhooks',
    events: [{ eventType: 'leadgen', identity: leadgenId }],
  });
  await store.close();
}
