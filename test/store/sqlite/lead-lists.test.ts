import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeadQuery } from '../../../src/domain/report-ports.ts';
import { toStoredFinish } from '../../../src/store/sql/ports/job-queue.ts';
import { openWriteConnection, SqliteConnection } from '../../../src/store/sqlite/connection.ts';
import { readsOf } from '../../../src/store/sqlite/reads.ts';
import { writeOperations } from '../../../src/store/sqlite/writer/write-operations.ts';
import { formDelivery, leadFields, leadIntent, operator, QUEUE, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

const event = fc.record({
  identity: fc.stringMatching(/^[a-d][1-8]$/),
  origin: fc.constantFrom('formulario_proprio' as const, 'social_ads' as const, 'search_ads' as const),
  clientId: fc.constantFrom('1', '1', '2'),
  hasCampaign: fc.boolean(),
  isTest: fc.constantFrom(false, false, false, true),
  submittedAt: fc.option(fc.integer({ min: T0, max: T0 + 9 })),
});

/** Every combination of filters. */
const QUERIES: readonly Omit<LeadQuery, 'limit'>[] = [{}]
  .flatMap((query) => [query, { ...query, origin: 'social_ads' }, { ...query, origin: 'formulario_proprio' }])
  .flatMap((query) => [query, { ...query, clientId: '1' }, { ...query, clientId: '2' }])
  .flatMap((query) => [query, { ...query, campaignId: '42' }])
  .flatMap((query) => [query, { ...query, isTest: true }, { ...query, isTest: false }])
  .flatMap((query) => [query, { ...query, since: T0 + 3 }])
  .flatMap((query) => [query, { ...query, until: T0 + 7 }]);

interface Row {
  readonly id: number;
  readonly origem: string;
  readonly cliente_id: number;
  readonly campanha_id: string | null;
  readonly teste: number;
  readonly enviado_em: number;
}

function isWanted(row: Row, { origin, clientId, campaignId, isTest, since, until }: Omit<LeadQuery, 'limit'>): boolean {
  return (
    (origin === undefined || row.origem === origin) &&
    (clientId === undefined || String(row.cliente_id) === clientId) &&
    (campaignId === undefined || row.campanha_id === campaignId) &&
    (isTest === undefined || row.teste === Number(isTest)) &&
    (since === undefined || row.enviado_em >= since) &&
    (until === undefined || row.enviado_em < until)
  );
}

test('after any history, each list has what a plain scan finds, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 30, maxLength: 60 }), async (events) => {
      using folder = new TempDir();
      const path = folder.file('test.db');
      const { driver } = openWriteConnection(path, T0, { create: true });
      const connection = new SqliteConnection(driver, path);
      const operations = writeOperations(connection);
      const reads = readsOf(connection);
      await operations.addCampaigns([{ id: '42', name: 'Verão', client: 'Um', user: null }], { replace: false }, operator());
      await operations.addClient({ id: '2', name: 'Dois' }, operator());
      for (const [index] of events.entries()) await operations.accept(formDelivery(`event-${index}`));
      const jobs = await operations.claim({ queue: QUEUE, workerId: 'w', limit: 100, leaseMs: 1_000, now: T0 });
      const requests = jobs.map((job, index) => {
        const { identity, origin, clientId, hasCampaign, ...fields } = events[index] as (typeof events)[number];
        const campaignId = hasCampaign && clientId === '1' ? '42' : null;
        const intent = leadIntent(identity, { origin, clientId, limitedTo: clientId, campaignId, fields: leadFields(fields) });
        return toStoredFinish({ claim: job, outcome: { kind: 'lead', intent } });
      });
      await operations.finish(requests.slice(0, 20), T0 + 5);
      await operations.finish(requests.slice(20), T0 + 6);
      const rows = connection.rows<Row>('select * from leads order by enviado_em desc, id desc');
      for (const query of QUERIES) {
        const ids: string[] = [];
        for (let before: string | null | undefined; before !== null; ) {
          const page = await reads.listLeads({ ...query, limit: 4, ...(before === undefined ? {} : { before }) });
          ids.push(...page.items.map(({ id }) => id));
          before = page.nextCursor;
        }
        expect([query, ids]).toEqual([query, rows.filter((row) => isWanted(row, query)).map(({ id }) => String(id))]);
      }
      connection.close();
    }),
    { numRuns: 5 },
  );
});
