import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClaimedJob, FinishRequest, FinishResult } from '../../../src/domain/job.ts';
import type { LeadIntent } from '../../../src/domain/lead.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { accept, acceptAndClaim, addCampaign, claim, processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { storedKeys } from '../../support/stored-keys.ts';
import { TempDir } from '../../support/temp-dir.ts';

const contact = (name: string) => fc.option(fc.constantFrom(`${name}1`, `${name}2`, `${name}3`));

const event = fc.record({
  origin: fc.constantFrom('formulario_proprio' as const, 'social_ads' as const),
  // Some have the name of an event of the batch.
  identity: fc.oneof(fc.stringMatching(/^[a-c][1-3]$/), fc.stringMatching(/^event-[0-9]$/)),
  clientId: fc.constantFrom('1', '1', '2'),
  byContact: fc.boolean(),
  onMatch: fc.constantFrom('fill' as const, 'merge' as const),
  mustExist: fc.boolean(),
  campaignId: fc.option(fc.constant('42')),
  hasConversion: fc.boolean(),
  fields: fc.record({
    name: fc.option(fc.constantFrom('Ana', 'João')),
    searchClickId: contact('g'),
    emailNormalized: contact('e'),
    phoneKey: contact('p'),
    isTest: fc.boolean(),
  }),
});

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

/** The request of an event, with people that do not occur in other histories. */
function requestFor(job: ClaimedJob, history: number, asked: Event): FinishRequest {
  const own = (value: string | null): string | null => (value === null ? null : `${value}-${history}`);
  const { searchClickId, emailNormalized, phoneKey, ...fields } = asked.fields;
  const intent = leadIntent(`${asked.identity}-${history}`, {
    origin: asked.origin,
    clientId: asked.clientId,
    match: { byContact: asked.byContact },
    onMatch: asked.onMatch,
    ifMissing: asked.byContact && asked.mustExist ? { code: 'lead_not_found', params: inWords('nobody') } : 'create',
    campaignId: asked.clientId === '1' ? asked.campaignId : null,
    conversion: asked.hasConversion ? newConversion() : null,
    fields: leadFields({
      ...fields,
      searchClickId: own(searchClickId),
      emailNormalized: own(emailNormalized),
      phoneKey: own(phoneKey),
    }),
  });
  return { claim: job, outcome: { kind: 'lead', intent } };
}

/** Everything a batch may change; the ids of leads and conversions show their order. */
function everything(path: string): unknown {
  const reader = openDriver(path, { readonly: true });
  try {
    const rows = (sql: string): unknown[] => reader.prepare(sql).all();
    return {
      leads: rows('select * from leads order by id'),
      identities: storedKeys(reader, 'lead_chaves', 'lead_id'),
      contacts: storedKeys(reader, 'lead_contatos', 'lead_id'),
      changes: rows('select * from lead_mudancas order by id'),
      conversions: rows('select * from conversoes order by id'),
      events: rows('select id, identidade, status, processado_em, erro_codigo, erro_parametros, lead_id from webhook_eventos order by id'),
      jobs: rows('select * from fila_jobs order by id'),
      attempts: rows('select * from fila_tentativas order by 1, 2'),
      joined: rows('select evento_id, criou from evento_fins order by 1'),
      zones: rows('select * from evento_zonas order by 1, 2, 3'),
      totals: rows('select * from fila_totais order by 1, 2'),
    };
  } finally {
    reader.close();
  }
}

test('finished together, events do to leads what they do one after the other', async () => {
  using folder = new TempDir();
  const paths = { together: folder.file('together.db'), oneByOne: folder.file('one-by-one.db') };
  await using together = openSqliteStore(`sqlite:${paths.together}`, T0);
  await using oneByOne = openSqliteStore(`sqlite:${paths.oneByOne}`, T0);
  const stores: readonly Store[] = [together, oneByOne];
  for (const store of stores) {
    await addCampaign(store);
    await store.addClient({ id: null, name: 'Agência Dois' }, operator());
  }
  let history = 0;
  const earlier = fc.array(event, { minLength: 0, maxLength: 4 });
  const batch = fc.array(event, { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(earlier, batch, async (before, events) => {
      history += 1;
      for (const store of stores) {
        const told = [...before, ...events];
        await accept(store, ...told.map((_, index) => `event-${index}-${history}`));
        const jobs = (await claim(store)).toSorted((one, other) => Number(one.eventId) - Number(other.eventId));
        const requests = told.map((each, index) => requestFor(jobs[index] as ClaimedJob, history, each));
        const alone = store === together ? before.length : requests.length;
        for (const request of requests.slice(0, alone)) await store.finish([request], T0);
        await store.finish(requests.slice(alone), T0);
      }
      expect(everything(paths.together)).toEqual(everything(paths.oneByOne));
    }),
    { numRuns: 60 },
  );
});

describe('in a batch, what is made together does not come before what was asked for earlier', () => {
  /** Finishes the named events in one batch. */
  async function finishTogether(
    store: Store,
    events: readonly (readonly [name: string, intent: LeadIntent])[],
  ): Promise<readonly FinishResult[]> {
    const requests: FinishRequest[] = [];
    for (const [name, intent] of events) requests.push({ claim: await acceptAndClaim(store, name), outcome: { kind: 'lead', intent } });
    return store.finish(requests, T0);
  }

  test('of two people with the same e-mail address, the one who came last is found', async () => {
    using folder = new TempDir();
    await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
    await addCampaign(store);
    await processEvent(store, 'before', leadIntent('before', { fields: leadFields({ phoneKey: '11987654321' }) }));
    const email = { emailNormalized: 'ana@example.com' };
    await finishTogether(store, [
      ['e1', leadIntent('comes back', { fields: leadFields({ phoneKey: '11987654321' }) })],
      ['e2', leadIntent('new', { fields: leadFields(email) })],
      ['e3', leadIntent('comes back', { fields: leadFields(email) })],
      ['e4', leadIntent('e4', { match: { byContact: true }, fields: leadFields({ ...email, name: 'Ana' }) })],
    ]);
    const { items } = await store.listLeads({ limit: 10 });
    expect(items.map(({ identity, name }) => [identity, name])).toEqual([
      ['new', 'Ana'],
      ['comes back', null],
      ['before', null],
    ]);
  });

  test('an event whose lead is on its way waits, also when that is processed right after it', async () => {
    using folder = new TempDir();
    await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
    await addCampaign(store);
    const results = await finishTogether(store, [
      ['update', leadIntent('later', { match: { byContact: true, namesLead: true } })],
      ['later', leadIntent('evento:later')],
    ]);
    expect(results).toEqual(['waiting', 'processed']);
  });
});
