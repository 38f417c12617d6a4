import { describe, expect } from 'vitest';
import { type JsonObject, parseJson, writeJson } from '../../src/base/exact-json.ts';
import type { LeadChange, LeadFields, LeadIntent } from '../../src/domain/lead.ts';
import type { Store } from '../../src/domain/ports.ts';
import { leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../support/factories.ts';
import { acceptAndClaim, addCampaign, claimOne, finishLead, processEvent, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

function update(fields: Partial<LeadFields>, overrides: Partial<LeadIntent> = {}): LeadIntent {
  return leadIntent('a', { fields: leadFields(fields), onMatch: 'merge', ...overrides });
}

async function changesOf(store: Store, leadId = '1'): Promise<readonly LeadChange[]> {
  return (await store.findLead(leadId))?.changes ?? [];
}

function parsed(text: string): JsonObject {
  const reading = parseJson(text);
  if (!reading.ok) throw new Error(reading.failure);
  return reading.value as JsonObject;
}

export function leadChangesContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await addCampaign(underTest.store);
    return underTest;
  });

  describe('what an event changed', () => {
    test('of the time of submission: the earlier one counts, and the time of an update is none', async (store) => {
      const submitted = (submittedAt: number) => leadIntent('a', { fields: leadFields({ name: 'Ana', submittedAt }) });
      await processEvent(store, 'sale', submitted(T0 + 9));
      const job = await processEvent(store, 'form', submitted(T0 - 60_000));
      await processEvent(store, 'again', submitted(T0));
      await processEvent(store, 'update', { ...submitted(T0 - 99_000), match: { byContact: true } });
      expect(await changesOf(store)).toMatchObject([
        { eventId: job.eventId, fields: [{ field: 'enviado_em', before: T0 + 9, after: T0 - 60_000 }] },
      ]);
      expect((await store.listLeads({ limit: 1 })).items).toMatchObject([{ submittedAt: T0 - 60_000 }]);
    });

    test('is told for each field, old and new, at the event and at the lead', async (store) => {
      await processEvent(store, 'a', leadIntent('a', { fields: leadFields({ name: 'Ana', phone: '1', utm: utm('google') }) }));
      const fields = {
        name: 'Ana Silva',
        email: 'Ana@x.com',
        emailNormalized: 'ana@x.com',
        phone: '1',
        utm: utm('boletim'),
      };
      const job = await processEvent(store, 'u', update(fields), T0 + 5);
      const change = {
        eventId: job.eventId,
        leadId: '1',
        at: T0 + 5,
        fields: [
          { field: 'nome', before: 'Ana', after: 'Ana Silva' },
          { field: 'email', before: null, after: 'Ana@x.com' },
          { field: 'email_normalizado', before: null, after: 'ana@x.com' },
          { field: 'utm_source', before: 'google', after: 'boletim' },
        ],
      };
      expect((await trailOf(store, job.eventId)).changes).toEqual(change);
      expect(await changesOf(store)).toEqual([change]);
    });

    test('is nothing for the event that makes a lead, and for one that tells nothing new', async (store) => {
      const made = await processEvent(store, 'a', leadIntent('a', { conversion: newConversion() }));
      const same = await processEvent(store, 'b', update({ name: 'Ana' }));
      const sold = await processEvent(store, 'c', update({}, { conversion: newConversion({ key: 'other' }) }));
      for (const { eventId } of [made, same, sold]) expect((await trailOf(store, eventId)).changes).toBeNull();
      expect(await changesOf(store)).toEqual([]);
    });

    test('is nothing when the same comes in another order', async (store) => {
      await processEvent(store, 'a', leadIntent('a', { fields: leadFields({ platform: { form_id: '1', ad_id: '2' } }) }));
      const fields = leadFields({ platform: { ad_id: '2', form_id: '1' } });
      const job = await processEvent(store, 'b', update({}, { onMatch: 'fill', fields }));
      expect((await trailOf(store, job.eventId)).changes).toBeNull();
    });

    test('holds user and campaign that were given to it', async (store) => {
      await processEvent(store, 'a', leadIntent('a'));
      await processEvent(store, 'b', update({}, { onMatch: 'fill', campaignId: '42', userId: '1' }));
      expect((await changesOf(store))[0]?.fields).toEqual([
        { field: 'usuario_id', before: null, after: '1' },
        { field: 'campanha_id', before: null, after: '42' },
      ]);
    });

    test('holds of answers, platform and extras what differs, and no digit is lost', async (store) => {
      const asked = (key: string, ...values: string[]) => ({ key, question: null, values });
      const long = parsed('{"ad_id":12345678901234567890,"form_id":1}');
      const first = { answers: [asked('q1', 'a'), asked('q2', 'b')], platform: parsed('{"form_id":1}'), extras: { kept: true, n: 1 } };
      await processEvent(store, 'a', leadIntent('a', { fields: leadFields(first) }));
      const second = {
        answers: [asked('q2', 'c'), asked('q3')],
        platform: long,
        extras: parsed('{"n":2,"__proto__":"x"}'),
        consents: { sms: true },
      };
      await processEvent(store, 'b', update(second));
      const fields = (await changesOf(store))[0]?.fields ?? [];
      expect(fields.map(({ field, before, after }) => [field, writeJson(before), writeJson(after)])).toEqual([
        ['consentimentos', 'null', '{"sms":true}'],
        [
          'respostas',
          '[{"key":"q2","question":null,"values":["b"]}]',
          '[{"key":"q2","question":null,"values":["c"]},{"key":"q3","question":null,"values":[]}]',
        ],
        ['plataforma', '{}', '{"ad_id":12345678901234567890}'],
        ['extras', '{"n":1}', '{"n":2,"__proto__":"x"}'],
      ]);
    });

    test('survives values nested as deeply as a body may be', async (store) => {
      const deep = parsed(`${'{"a":'.repeat(63)}1${'}'.repeat(63)}`);
      await processEvent(store, 'a', leadIntent('a'));
      const job = await processEvent(store, 'b', update({ extras: deep }));
      expect((await trailOf(store, job.eventId)).changes?.fields).toEqual([{ field: 'extras', before: {}, after: deep }]);
    });

    test('is told newest first, and kept when the event runs again without a change', async (store) => {
      await processEvent(store, 'a', leadIntent('a'));
      await processEvent(store, 'b', update({ name: 'B' }), T0 + 1);
      const job = await processEvent(store, 'c', update({ name: 'C' }), T0 + 2);
      // What is read from the same body may differ by then.
      for (const at of [T0 + 3, T0 + 4]) {
        await store.replay([job.eventId], QUEUE, operator());
        await finishLead(store, await claimOne(store), update({ name: 'D' }), at);
      }
      expect((await changesOf(store)).map(({ at, fields }) => [at - T0, fields[0]?.before, fields[0]?.after])).toEqual([
        [3, 'C', 'D'],
        [2, 'B', 'C'],
        [1, 'Ana', 'B'],
      ]);
      expect((await trailOf(store, job.eventId)).changes).toMatchObject({ at: T0 + 3 });
    });

    test('is undone with an outcome that is refused', async (store) => {
      await processEvent(store, 'a', leadIntent('a'));
      const job = await acceptAndClaim(store, 'b');
      expect(await finishLead(store, job, update({ name: 'B' }, { campaignId: 'missing' }))).toBe('rejected');
      expect(await changesOf(store)).toEqual([]);
    });
  });
}

function utm(source: string): LeadFields['utm'] {
  return { source, medium: null, campaign: null, term: null, content: null };
}
