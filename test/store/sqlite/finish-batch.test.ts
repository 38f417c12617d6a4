import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClaimedJob, FinishRequest } from '../../../src/domain/job.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { acceptAndClaim, addCampaign } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, newConversion, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

const contact = (name: string) => fc.option(fc.constantFrom(`${name}1`, `${name}2`, `${name}3`));

const event = fc.record({
  identity: fc.stringMatching(/^[a-c][1-3]$/),
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

/** What an event asks for, with people that no other history knows. */
function requestFor(job: ClaimedJob, history: number, asked: Event): FinishRequest {
  const own = (value: string | null): string | null => (value === null ? null : `${value}-${history}`);
  const { searchClickId, emailNormalized, phoneKey, ...fields } = asked.fields;
  const intent = leadIntent(`${asked.identity}-${history}`, {
    match: { byContact: asked.byContact },
    onMatch: asked.onMatch,
    ifMissing: asked.mustExist ? { code: 'lead_not_found', message: 'nobody' } : 'create',
    campaignId: asked.campaignId,
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

/** Everything a batch may change, in words that do not depend on the numbers of rows. */
function everything(path: string): unknown {
  const reader = openDriver(path, { readonly: true });
  try {
    const rows = (sql: string): unknown[] => reader.prepare(sql).all();
    return {
      leads: rows(`
        select l.identidade, l.nome, l.search_click_id, l.email_normalizado, l.telefone_chave, l.campanha_id, l.teste, e.identidade as evento
        from leads l join webhook_eventos e on e.id = l.evento_id order by 1`),
      contacts: rows('select c.chave, l.identidade from lead_contatos c join leads l on l.id = c.lead_id order by 1, 2'),
      conversions: rows(
        'select l.identidade, e.identidade as evento, c.chave from conversoes c join leads l on l.id = c.lead_id join webhook_eventos e on e.id = c.evento_id order by 1, 3',
      ),
      events: rows(
        'select e.identidade, e.status, e.erro_codigo, l.identidade as lead from webhook_eventos e left join leads l on l.id = e.lead_id order by 1',
      ),
      jobs: rows('select e.identidade, j.estado, j.erro_codigo from fila_jobs j join webhook_eventos e on e.id = j.evento_id order by 1'),
      ofCampaign: rows(
        'select c.campanha_id, e.identidade from eventos_por_campanha c join webhook_eventos e on e.id = c.evento_id order by 1, 2',
      ),
      totals: rows('select * from fila_totais order by 1, 2'),
    };
  } finally {
    reader.close();
  }
}

test('finished together, events do to leads what they do one after the other', async () => {
  using folder = new TempDir();
  const paths = { together: folder.file('together.db'), alone: folder.file('alone.db') };
  await using together = openSqliteStore(`sqlite:${paths.together}`, T0);
  await using alone = openSqliteStore(`sqlite:${paths.alone}`, T0);
  const stores: readonly Store[] = [together, alone];
  for (const store of stores) await addCampaign(store);
  let history = 0;
  const told = fc.array(event, { minLength: 0, maxLength: 4 });
  const batch = fc.array(event, { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(told, batch, async (before, events) => {
      history += 1;
      for (const store of stores) {
        const asked: FinishRequest[] = [];
        for (const [index, each] of [...before, ...events].entries()) {
          const job = await acceptAndClaim(store, `event-${history}-${index}`);
          const request = requestFor(job, history, each);
          if (index < before.length || store === alone) await store.finish([request], T0);
          else asked.push(request);
        }
        if (asked.length > 0) await store.finish(asked, T0);
      }
      expect(everything(paths.together)).toEqual(everything(paths.alone));
    }),
    { numRuns: 60 },
  );
});
