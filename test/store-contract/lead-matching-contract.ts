import { describe, expect } from 'vitest';
import type { ClaimedJob, FinishRequest } from '../../src/domain/job.ts';
import type { LeadFields, LeadIntent, LeadView } from '../../src/domain/lead.ts';
import type { Store } from '../../src/domain/ports.ts';
import { statedConsents } from '../support/consents.ts';
import { formBody, formDelivery, leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import {
  accept,
  acceptAndClaim,
  addCampaign,
  claim,
  claimOne,
  FAULT,
  failEvent,
  finish,
  finishLead,
  processEvent,
  trailOf,
} from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

/** Of an event that names its lead. */
const NAMED = { byContact: true, namesLead: true } as const;

/** Accepts a sale and claims it. */
async function acceptAndClaimSale(store: Store, identity: string): Promise<ClaimedJob> {
  await store.accept(formDelivery(identity, { events: [{ eventType: 'sale', identity }] }));
  return claimOne(store);
}

/** Processes events of one lead after the other, each creating a lead with these fields. */
async function createLeads(store: Store, leads: Readonly<Record<string, Partial<LeadFields>>>, clientId = '1'): Promise<void> {
  for (const [identity, fields] of Object.entries(leads)) {
    await processEvent(store, identity, leadIntent(identity, { clientId, fields: leadFields({ name: identity, ...fields }) }));
  }
}

/** Processes an event that looks for its lead by contact data. Returns the identity of the lead it found, or `null`. */
async function matched(store: Store, fields: Partial<LeadFields>, identity = 'unknown'): Promise<string | null> {
  const job = await acceptAndClaim(store, `update-${Math.random()}`);
  await finishLead(store, job, leadIntent(identity, { match: { byContact: true }, fields: leadFields(fields), ifMissing: FAULT }));
  return (await trailOf(store, job.eventId)).lead?.identity ?? null;
}

/** Processes a lead form of Google Ads with this lead ID. */
async function processGoogleForm(store: Store, leadId: string, intent: LeadIntent): Promise<ClaimedJob> {
  await store.accept(formDelivery(leadId, { origin: 'search_ads' }));
  const job = await claimOne(store);
  await finishLead(store, job, intent);
  return job;
}

async function onlyLead(store: Store): Promise<LeadView> {
  const [lead, ...others] = (await store.listLeads({ limit: 10 })).items;
  if (lead === undefined || others.length > 0) throw new Error(`expected one lead, got ${others.length + (lead === undefined ? 0 : 1)}`);
  return lead;
}

export function leadMatchingContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await underTest.store.addClient({ id: '1', name: 'Agência Um' }, operator());
    await underTest.store.addClient({ id: '2', name: 'Agência Dois' }, operator());
    return underTest;
  });

  describe('the lead of an event', () => {
    test('is the one with the same identity: no second one is made, and what the first has stays', async (store) => {
      await createLeads(store, { a: { name: 'Ana' } });
      const first = await onlyLead(store);
      const job = await processEvent(store, 'again', leadIntent('a', { fields: leadFields({ name: 'Outra' }) }), T0 + 1);
      expect(await onlyLead(store)).toEqual(first);
      expect((await trailOf(store, job.eventId)).event.leadId).toBe(first.id);
    });

    test('that a conversion made before its form arrived is filled by the form, campaign and user included', async (store) => {
      await addCampaign(store);
      const stub = leadFields({ searchClickId: 'click-1' });
      await processEvent(store, 'sale', leadIntent('a', { fields: stub, conversion: newConversion() }));
      const form = leadFields({ name: 'Ana', email: 'ana@example.com', emailNormalized: 'ana@example.com', searchClickId: 'other' });
      await processEvent(store, 'form', leadIntent('a', { fields: form, campaignId: '42', userId: '1' }), T0 + 1);
      expect(await onlyLead(store)).toMatchObject({
        name: 'Ana',
        email: 'ana@example.com',
        searchClickId: 'click-1',
        campaignId: '42',
        userId: '1',
        conversions: 1,
        updatedAt: T0 + 1,
      });
    });

    test('that was imported by its click alone is that of the first form with this click and contact, and of no other', async (store) => {
      const ofForm = (fields: Partial<LeadFields>) => ({
        origin: 'search_ads' as const,
        fields: leadFields({ searchClickId: 'Cj-1', emailNormalized: 'ana@example.com', ...fields }),
      });
      await processEvent(store, 'file', leadIntent('evento:gclid:Cj-1', ofForm({ name: 'Ana' })));
      const form = leadIntent('L-1', ofForm({ phone: '11987654321', phoneKey: '1187654321' }));
      const first = await processGoogleForm(store, 'L-1', form);
      expect(await onlyLead(store)).toMatchObject({ name: 'Ana', phone: '11987654321' });
      await store.replay([first.eventId], QUEUE, operator());
      await finishLead(store, await claimOne(store), form);
      const lead = await onlyLead(store);
      const others = { again: {}, other: { emailNormalized: 'bia@example.com' }, none: { emailNormalized: null }, test: { isTest: true } };
      for (const [name, fields] of Object.entries(others)) await processEvent(store, name, leadIntent(name, ofForm(fields)));
      await processEvent(store, 'of 2', leadIntent('of 2', { ...ofForm({}), clientId: '2' }));
      const identities = (await store.listLeads({ limit: 10 })).items.map(({ identity }) => identity);
      expect(identities).toEqual(['of 2', 'test', 'none', 'other', 'again', lead.identity]);
    });

    test('that was imported by its click alone is found by the lead ID of its form too, until the person is erased', async (store) => {
      const contact = { searchClickId: 'Cj-1', emailNormalized: 'ana@example.com' };
      const ofGoogle = { origin: 'search_ads', fields: leadFields(contact) } as const;
      await processEvent(store, 'file', leadIntent('evento:gclid:Cj-1', ofGoogle));
      await processGoogleForm(store, 'L-1', leadIntent('L-1', ofGoogle));
      const named = { origin: 'search_ads', match: { byContact: true }, fields: leadFields() } as const;
      await processEvent(store, 'sale', leadIntent('L-1', { ...named, ifMissing: FAULT, conversion: newConversion() }));
      const consents = [{ purpose: null, act: 'retirado', at: T0, since: T0, text: null, ip: null }] as const;
      await processEvent(store, 'stop', leadIntent('L-1', { ...named, ifMissing: FAULT, onMatch: 'withdraw', consents }));
      const more = leadFields({ name: 'Ana', emailNormalized: 'other@example.com' });
      await processEvent(store, 'update', leadIntent('L-1', { ...named, onMatch: 'merge', fields: more }));
      const lead = await onlyLead(store);
      expect(lead).toMatchObject({ identity: 'evento:gclid:Cj-1', name: 'Ana', conversions: 1 });
      expect((await store.findLead(lead.id))?.events.map(({ identity }) => identity)).toEqual(['update', 'stop', 'sale', 'L-1', 'file']);
      expect((await store.leadsNamed('L-1')).map(({ id }) => id)).toEqual([lead.id]);

      const query = { emails: [], phones: [], clickIds: [], leadIds: [lead.id], clientId: null };
      await store.erasePerson(query, 'ticket 1', operator(), () => T0);
      const late = await acceptAndClaim(store, 'late');
      await finishLead(store, late, leadIntent('L-1', { ...named, fields: leadFields({ emailNormalized: 'new@example.com' }) }), T0 + 1);
      expect(await onlyLead(store)).toMatchObject({ id: lead.id, emailNormalized: null, erasedAt: T0 });
    });

    test('that is on its way is waited for without spending attempts, and one that failed or never came is not', async (store) => {
      const missing = {
        match: NAMED,
        ifMissing: { code: 'lead_not_found', params: inWords('No lead.') },
        fields: leadFields(),
        conversion: newConversion(),
      };
      const waiting = await acceptAndClaim(store, 'a');
      const sale = await acceptAndClaim(store, 'sale');
      expect(await finishLead(store, sale, leadIntent('a', missing))).toBe('waiting');
      expect((await trailOf(store, sale.eventId)).jobs[0]).toMatchObject({
        attempts: 0,
        availableAt: T0 + 180_000,
        errorCode: 'lead_on_its_way',
      });
      expect((await trailOf(store, sale.eventId)).event.status).toBe('recebido');
      await finishLead(store, waiting, leadIntent('a'));
      const [again] = await claim(store, { now: T0 + 180_000 });
      expect(again?.eventId).toBe(sale.eventId);
      expect(await finishLead(store, again as ClaimedJob, leadIntent('a', missing))).toBe('processed');
      // Lookups may go on for weeks, every few minutes: they use no attempts and leave no rows.
      expect((await trailOf(store, sale.eventId)).attempts).toEqual([]);

      // Its type was unknown when it arrived; since then, a setting may have made it a lead.
      await store.accept(formDelivery('other', { events: [{ eventType: 'cadastro', identity: 'other', kind: 'other' }] }));
      const other = await claimOne(store);
      const early = await acceptAndClaim(store, 'sale of other');
      expect(await finishLead(store, early, leadIntent('other', missing))).toBe('waiting');
      await finishLead(store, other, leadIntent('other'));

      await failEvent(store, 'failed');
      for (const identity of ['failed', 'never']) {
        const late = await acceptAndClaim(store, `sale of ${identity}`);
        expect(await finishLead(store, late, leadIntent(identity, missing))).toBe('failed');
      }
    });

    test('of another client is neither changed nor taken: the event says so', async (store) => {
      await createLeads(store, { a: { name: 'Ana' } });
      const before = await onlyLead(store);
      const job = await acceptAndClaim(store, 'intruder');
      const intent = leadIntent('a', { clientId: '2', fields: leadFields({ name: 'Bruno' }), onMatch: 'merge' });
      expect(await finishLead(store, job, intent)).toBe('failed');
      expect((await trailOf(store, job.eventId)).event).toMatchObject({ status: 'erro', errorCode: 'lead_of_other_client' });
      expect(await onlyLead(store)).toEqual(before);
    });

    test('whose campaign went to another client stays where it is, with its sales and withdrawals', async (store) => {
      await addCampaign(store);
      const fields = leadFields({ name: 'Ana', emailNormalized: 'ana@example.com' });
      await processEvent(store, 'a', leadIntent('a', { campaignId: '42', fields }));
      const match = { byContact: true };
      const moved = { match, clientId: '2', userId: '1', campaignId: '42', ifMissing: FAULT } as const;
      const sale = leadIntent('a', { ...moved, fields: leadFields(), conversion: newConversion() });
      await processEvent(store, 'sale', sale);
      const consents = statedConsents([{ purpose: 'ads', granted: false }], T0);
      await processEvent(store, 'withdrawal', leadIntent('a', { ...moved, fields: leadFields(), consents, onMatch: 'withdraw' }));
      expect(await onlyLead(store)).toMatchObject({ clientId: '1', userId: null, conversions: 1 });
      expect(await store.consentsOfLead('1')).toHaveLength(1);
      const foreign = await acceptAndClaim(store, 'foreign');
      expect(await finishLead(store, foreign, { ...sale, campaignId: null })).toBe('failed');
    });

    test('of a sender limited to a client has an id of its own, whoever has used it before', async (store) => {
      // Client 1's lead came with a secret without a limit, or was created by an update that named it.
      await createLeads(store, { a: { name: 'Ana' } });
      const job = await acceptAndClaim(store, 'form of 2');
      const intent = leadIntent('a', { clientId: '2', limitedTo: '2', fields: leadFields({ name: 'Bia' }), conversion: newConversion() });
      expect(await finishLead(store, job, intent)).toBe('processed');
      await processEvent(store, 'again', leadIntent('a', { clientId: '2', limitedTo: '2', fields: leadFields({ name: 'Bruno' }) }));
      const leads = (await store.listLeads({ limit: 10 })).items;
      expect(leads.map(({ identity, clientId, limitedTo, name }) => [identity, clientId, limitedTo, name])).toEqual([
        ['a', '2', '2', 'Bia'],
        ['a', '1', null, 'Ana'],
      ]);
      expect((await trailOf(store, job.eventId)).lead).toMatchObject({ name: 'Bia', conversions: 1 });
    });

    test('of a sender without a limit is not blocked by that of a limited one, nor by the id of its client', async (store) => {
      await processEvent(store, 'of 2', leadIntent('a', { clientId: '2', limitedTo: '2', fields: leadFields({ name: 'Bia' }) }));
      await processEvent(store, 'of 1', leadIntent('a', { fields: leadFields({ name: 'Ana' }) }));
      expect((await store.listLeads({ limit: 10 })).items.map(({ clientId, name }) => [clientId, name])).toEqual([
        ['1', 'Ana'],
        ['2', 'Bia'],
      ]);
    });

    test('is one, whether the event of its client came by a limited secret or by one without a limit', async (store) => {
      await createLeads(store, { a: { name: 'Ana' } });
      await processEvent(store, 'limited', leadIntent('a', { limitedTo: '1', fields: leadFields({ name: 'X', message: 'Oi' }) }));
      expect(await onlyLead(store)).toMatchObject({ name: 'Ana', message: 'Oi', limitedTo: null });
      await processEvent(store, 'b', leadIntent('b', { limitedTo: '1', fields: leadFields({ name: 'Bia' }) }));
      await processEvent(store, 'sale of b', leadIntent('b', { conversion: newConversion() }));
      expect((await store.listLeads({ limit: 10 })).items).toMatchObject([
        { identity: 'b', conversions: 1 },
        { identity: 'a', conversions: 0 },
      ]);
    });

    for (const [first, second] of [['1', null] as const, [null, '1'] as const]) {
      test(`is not given to a stranger with the same number from another page: limit ${first}, then ${second}`, async (store) => {
        const submit = (event: string, limitedTo: string | null, name: string) => {
          const fields = leadFields({ name, email: `${name}@example.com`, emailNormalized: `${name}@example.com` });
          return processEvent(store, event, leadIntent('a', { limitedTo, fields }));
        };
        await submit('page A', first, 'ana');
        const { eventId } = await submit('page B', second, 'beto');
        await processEvent(store, 'sale', leadIntent('a', { limitedTo: second, fields: leadFields(), conversion: newConversion() }));
        await store.replay([eventId], QUEUE, operator());
        await finishLead(store, await claimOne(store), leadIntent('a', { limitedTo: second, fields: leadFields({ name: 'beto' }) }));
        const leads = (await store.listLeads({ limit: 10 })).items;
        expect(leads.map(({ name, email, limitedTo, conversions }) => [name, email, limitedTo, conversions])).toEqual([
          ['beto', 'beto@example.com', second, 1],
          ['ana', 'ana@example.com', first, 0],
        ]);
      });
    }

    test('that its client has is sent again by another secret of the client: other content is a conflict, not another person', async (store) => {
      await createLeads(store, { a: { name: 'Ana' } });
      const other = formDelivery('a', { limitedTo: '1', body: formBody('a', { nome: 'Bia' }) });
      expect(await store.accept(other)).toMatchObject([{ isNew: false, conflict: true }]);
      expect(await claim(store)).toEqual([]);
    });

    test('that its client has is not what another person is sent with by another secret of the client', async (store) => {
      const sent = (name: string) => formBody('a', { nome: name, email: `${name}@example.com` });
      await store.accept(formDelivery('a', { body: sent('ana') }));
      await finishLead(store, await claimOne(store), leadIntent('a', { fields: leadFields({ name: 'ana' }) }));
      const receipts = await store.accept(formDelivery('a', { limitedTo: '1', body: sent('beto') }));
      expect(receipts).toMatchObject([{ isNew: true, conflict: false }]);
    });

    test('that comes by the secret of its client is waited for, and that of another client is not', async (store) => {
      await createLeads(store, { a: { name: 'Ana' } });
      const limited = { limitedTo: '2', body: formBody('a', { nome: 'Bia' }) };
      const sale = leadIntent('a', { match: NAMED, clientId: '2', fields: leadFields(), conversion: newConversion(), ifMissing: FAULT });
      const early = await acceptAndClaim(store, 'early');
      expect(await finishLead(store, early, sale)).toBe('failed');
      await store.accept(formDelivery('a', limited));
      const waiting = await claimOne(store);
      const job = await acceptAndClaim(store, 'sale');
      expect(await finishLead(store, job, sale)).toBe('waiting');
      const ofThird = leadIntent('a', { ...sale, clientId: '1', limitedTo: '1' });
      await finishLead(store, waiting, leadIntent('a', { clientId: '2', limitedTo: '2', fields: leadFields({ name: 'Bia' }) }));
      const [again] = await claim(store, { now: T0 + 180_000 });
      expect(await finishLead(store, again as ClaimedJob, sale)).toBe('processed');
      expect((await trailOf(store, job.eventId)).lead).toMatchObject({ identity: 'a', name: 'Bia', conversions: 1 });
      const other = await acceptAndClaim(store, 'other');
      expect(await finishLead(store, other, ofThird)).toBe('processed');
      expect((await trailOf(store, other.eventId)).lead).toMatchObject({ name: 'Ana' });
    });

    test('is still theirs when the events that made and changed it run again after its campaign went to another client', async (store) => {
      await createLeads(store, { a: { name: 'Ana' } });
      await processEvent(store, 'update', leadIntent('a', { fields: leadFields({ name: 'Ana Maria' }), onMatch: 'merge' }));
      const events = (await store.listEvents({ limit: 10 })).items.map((event) => event.id);
      await store.replay(events, QUEUE, operator());
      for (const job of await claim(store)) {
        expect(await finishLead(store, job, leadIntent('a', { clientId: '2', onMatch: 'merge' }))).toBe('processed');
      }
      expect(await onlyLead(store)).toMatchObject({ clientId: '1', name: 'Ana Maria' });
    });

    test('is not mixed with the lead that the other client has under the same id when its event runs again after its campaign went there', async (store) => {
      const made = await processEvent(store, 'a', leadIntent('a', { fields: leadFields({ name: 'Ana' }) }));
      await processEvent(store, 'b', leadIntent('a', { clientId: '2', limitedTo: '2', fields: leadFields({ name: 'Bia' }) }));
      await store.replay([made.eventId], QUEUE, operator());
      const fields = leadFields({ name: 'Ana', email: 'ana@example.com', emailNormalized: 'ana@example.com' });
      const again = leadIntent('a', { clientId: '2', onMatch: 'fill', fields });
      expect(await finishLead(store, await claimOne(store), again)).toBe('processed');
      expect((await store.listLeads({ limit: 10 })).items.map(({ clientId, name, email }) => [clientId, name, email])).toEqual([
        ['2', 'Bia', null],
        ['1', 'Ana', null],
      ]);
      expect((await trailOf(store, made.eventId)).lead).toMatchObject({ clientId: '1' });
    });

    test('that an event names and that is on its way is waited for, although others have its click or contact', async (store) => {
      const contact = { searchClickId: 'click-1', emailNormalized: 'eva@example.com' };
      await createLeads(store, { older: contact });
      const waiting = await acceptAndClaim(store, 'a');
      const later = { match: NAMED, fields: leadFields(contact) };
      const sale = await acceptAndClaim(store, 'sale');
      expect(await finishLead(store, sale, leadIntent('a', { ...later, conversion: newConversion() }))).toBe('waiting');
      const stranger = { ...later, fields: leadFields({ emailNormalized: 'new@example.com' }) };
      const update = await acceptAndClaim(store, 'update');
      expect(await finishLead(store, update, leadIntent('a', stranger))).toBe('waiting');
      expect(await onlyLead(store)).toMatchObject({ identity: 'older', conversions: 0 });
      await finishLead(store, waiting, leadIntent('a'));
      for (const job of await claim(store, { now: T0 + 180_000 })) await finishLead(store, job, leadIntent('a', later));
      expect((await trailOf(store, sale.eventId)).lead).toMatchObject({ identity: 'a' });
      expect((await trailOf(store, update.eventId)).lead).toMatchObject({ identity: 'a' });
    });

    test('that is on its way delays no withdrawal for the leads with its contact', async (store) => {
      const contact = { emailNormalized: 'eva@example.com' };
      await createLeads(store, { older: contact });
      await acceptAndClaim(store, 'a');
      const consents = [{ purpose: null, act: 'retirado', at: T0, since: T0, text: null, ip: null }] as const;
      const withdrawal = leadIntent('a', {
        match: NAMED,
        fields: leadFields(contact),
        onMatch: 'withdraw',
        ifMissing: FAULT,
        consents,
      });
      expect(await finishLead(store, await acceptAndClaim(store, 'stop'), withdrawal)).toBe('waiting');
      const { id } = await onlyLead(store);
      expect(await store.consentsOfLead(id)).toMatchObject([{ act: 'retirado' }]);
    });

    test('is not waited for if its event waits for the lead of another: two that name each other end', async (store) => {
      const naming = (identity: string) =>
        leadIntent(identity, { match: NAMED, fields: leadFields({ emailNormalized: `${identity}@example.com` }) });
      const [first, second] = [await acceptAndClaim(store, 'a'), await acceptAndClaim(store, 'b')];
      expect(await finishLead(store, first, naming('b'))).toBe('waiting');
      expect(await finishLead(store, second, naming('a'))).toBe('processed');
      expect(await finishLead(store, await claimOne(store, { now: T0 + 180_000 }), naming('b'))).toBe('processed');
    });

    test('that is real is not changed by a test event, nor the other way round', async (store) => {
      await createLeads(store, { real: { name: 'Ana' }, test: { name: 'Teste', isTest: true } });
      const change = (identity: string, isTest: boolean) =>
        processEvent(store, `u-${identity}`, leadIntent(identity, { fields: leadFields({ name: 'X', isTest }), onMatch: 'merge' }));
      await change('real', true);
      await change('test', false);
      expect((await store.listLeads({ limit: 10 })).items.map((lead) => lead.name)).toEqual(['Teste', 'Ana']);
    });

    test('is new for another identity even when the person is the same: two submissions are two leads', async (store) => {
      const fields = { email: 'ana@example.com', emailNormalized: 'ana@example.com' };
      await createLeads(store, { a: fields, b: fields });
      expect((await store.listLeads({ limit: 10 })).items).toHaveLength(2);
    });

    test('is looked for by identity, then click id, then e-mail, then phone', async (store) => {
      await createLeads(store, {
        'by-phone': { phoneKey: '1187654321' },
        'by-mail': { emailNormalized: 'ana@example.com' },
        'by-social-click': { socialClickId: 'fb-1' },
        'by-click': { searchClickId: 'click-1' },
        'by-identity': {},
      });
      const everything = { searchClickId: 'click-1', socialClickId: 'fb-1', emailNormalized: 'ana@example.com', phoneKey: '1187654321' };
      // From the weakest key to the strongest: the lead that is found is completed, so later events could find it by more keys.
      expect(await matched(store, {})).toBeNull();
      expect(await matched(store, { phoneKey: '1187654321' })).toBe('by-phone');
      expect(await matched(store, { ...everything, searchClickId: null, socialClickId: null })).toBe('by-mail');
      expect(await matched(store, { ...everything, searchClickId: 'other' })).toBe('by-social-click');
      expect(await matched(store, everything)).toBe('by-click');
      expect(await matched(store, everything, 'by-identity')).toBe('by-identity');
    });

    test('is not found by gbraid or wbraid, which many clicks share', async (store) => {
      await createLeads(store, { g: { gbraid: 'gb-1' }, w: { wbraid: 'wb-1' } });
      expect(await matched(store, { gbraid: 'gb-1' })).toBeNull();
      expect(await matched(store, { wbraid: 'wb-1' })).toBeNull();
    });

    test('is the newest of those that share a contact', async (store) => {
      await createLeads(store, { older: { emailNormalized: 'ana@example.com' }, newer: { emailNormalized: 'ana@example.com' } });
      expect(await matched(store, { emailNormalized: 'ana@example.com' })).toBe('newer');
    });

    for (const click of ['searchClickId', 'socialClickId'] as const) {
      test(`is the person's own, although others share its click id: ${click}`, async (store) => {
        const mail = (name: string) => ({ email: `${name}@example.com`, emailNormalized: `${name}@example.com` });
        const phone = (key: string) => ({ phone: key, phoneKey: key });
        const shared = { [click]: 'shared' };
        await createLeads(store, {
          'of another click': { ...mail('ana'), ...phone('1187654321') },
          ana: { ...shared, ...mail('ana'), ...phone('1187654321') },
          bia: { ...shared, ...mail('bia'), ...phone('2187654321') },
        });
        expect(await matched(store, { ...shared, ...mail('ana') })).toBe('ana');
        expect(await matched(store, { ...shared, ...phone('1187654321') })).toBe('ana');
        expect(await matched(store, { ...shared, ...phone('2187654321') })).toBe('bia');
        expect(await matched(store, { ...shared, ...mail('caio') })).toBe('bia');
        await createLeads(store, { caio: mail('caio'), alone: { [click]: 'of nobody known' } });
        expect(await matched(store, { ...shared, ...mail('caio'), ...phone('3187654321') })).toBe('caio');
        expect(await matched(store, { [click]: 'of nobody known', ...mail('bia') })).toBe('alone');
        expect(await matched(store, shared)).toBe('caio');
      });
    }

    test("is never another client's, whatever contact they share", async (store) => {
      const contact = { searchClickId: 'click-1', emailNormalized: 'ana@example.com', phoneKey: '1187654321' };
      await createLeads(store, { foreign: contact }, '2');
      expect(await matched(store, contact)).toBeNull();
    });

    test('is of the same kind: test leads and real ones never meet', async (store) => {
      await createLeads(store, { test: { emailNormalized: 'ana@example.com', isTest: true } });
      expect(await matched(store, { emailNormalized: 'ana@example.com' })).toBeNull();
      expect(await matched(store, { emailNormalized: 'ana@example.com', isTest: true })).toBe('test');
    });

    test('when it must exist and does not, ends the event in the fault that was given', async (store) => {
      const job = await acceptAndClaim(store, 'a');
      expect(await finishLead(store, job, leadIntent('a', { match: { byContact: true }, ifMissing: FAULT }))).toBe('failed');
      const trail = await trailOf(store, job.eventId);
      expect(trail.event).toMatchObject({ status: 'erro', errorCode: FAULT.code, errorParams: FAULT.params });
      expect((await store.listLeads({ limit: 10 })).items).toEqual([]);
    });

    test('is filled and replaced by what an update carries, and keeps the rest', async (store) => {
      await createLeads(store, {
        a: { name: 'Ana', email: 'ana@example.com', extras: { cor: 'azul', tamanho: 1 }, socialClickId: 'fb-1' },
      });
      const update = leadFields({ name: 'Ana Maria', phone: '11 98765-4321', extras: { cor: 'verde' } });
      await processEvent(store, 'u', leadIntent('a', { fields: update, onMatch: 'merge' }), T0 + 60);
      expect(await onlyLead(store)).toMatchObject({
        identity: 'a',
        name: 'Ana Maria',
        email: 'ana@example.com',
        phone: '11 98765-4321',
        extras: { cor: 'verde', tamanho: 1 },
        socialClickSeenAt: T0,
        createdAt: T0,
        updatedAt: T0 + 60,
      });
    });

    test('keeps what a later update told, when an earlier one that failed is retried: that replaces the rest', async (store) => {
      const answer = (key: string, value: string) => ({ key, question: null, values: [value] });
      const utm = { ...leadFields().utm, source: 'google', medium: 'cpc' };
      const texts = { answers: [answer('p', '1'), answer('q', '1')], platform: { etapa: 1, nota: 1 }, extras: { a: 1, b: 1 } };
      await createLeads(store, { a: { name: 'Zoe', message: 'Oi', phone: '1', utm, ...texts } });
      const { eventId } = await failEvent(store, 'u1');
      const update = (fields: Partial<LeadFields>) => leadIntent('a', { fields: leadFields(fields), onMatch: 'merge' });
      const later = { answers: [answer('q', '3')], platform: { nota: 3 }, extras: { b: 3 } };
      const later2 = { message: 'Olá', phone: '3', phoneE164: '+3', utm: { ...leadFields().utm, medium: 'email' } };
      await processEvent(store, 'u2', update(later));
      await processEvent(store, 'u3', update({ ...later2, email: 'sem arroba' }));
      await store.retryEvents({ ids: [eventId] }, QUEUE, operator());
      const mail = { email: 'zoe@example.com', emailNormalized: 'zoe@example.com' };
      const earlier = { answers: [answer('p', '2'), answer('q', '2')], platform: { etapa: 2, nota: 2 }, extras: { a: 2, b: 2, c: 2 } };
      const earlier2 = {
        name: 'Zoe Silva',
        message: 'Ei',
        phone: '2',
        phoneE164: '+2',
        phoneKey: '2',
        utm: { ...utm, source: 'bing', medium: 'x' },
      };
      await finishLead(store, await claimOne(store), update({ ...earlier, ...earlier2, ...mail }));
      expect(await onlyLead(store)).toMatchObject({
        name: 'Zoe Silva',
        message: 'Olá',
        phone: '3',
        phoneE164: '+3',
        phoneKey: null,
        // A usable address replaces an unusable one, whichever came first.
        email: 'zoe@example.com',
        utm: { source: 'bing', medium: 'email' },
        answers: [answer('p', '2'), answer('q', '3')],
        platform: { etapa: 2, nota: 3 },
        extras: { a: 2, b: 3, c: 2 },
      });
      expect(await finishLead(store, await acceptAndClaim(store, 'u4'), update({ message: 'Tchau' }))).toBe('processed');
      expect(await onlyLead(store)).toMatchObject({ message: 'Tchau' });
    });

    test('is replaced by an update that came before the lead did, or before a sale that added something else', async (store) => {
      const update = await acceptAndClaim(store, 'u1');
      await createLeads(store, { a: { name: 'Ana', extras: { cor: 'azul' } } });
      const sale = leadFields({ searchClickId: 'click-1', extras: { pedido: 7 } });
      await processEvent(store, 'sale', leadIntent('a', { fields: sale, conversion: newConversion() }));
      const fields = leadFields({ name: 'Ana Maria', searchClickId: 'click-1', extras: { tamanho: 2 } });
      await finishLead(store, update, leadIntent('a', { fields, onMatch: 'merge' }));
      expect(await onlyLead(store)).toMatchObject({ name: 'Ana Maria', extras: { cor: 'azul', pedido: 7, tamanho: 2 } });
    });

    test('had a new click when its event came, however long that waited', async (store) => {
      await createLeads(store, { a: { name: 'Ana', socialClickId: 'fb-1' } });
      const clicks = { socialClickId: 'fb-2', searchClickId: 'Cj-1' };
      const update = leadIntent('a', { fields: leadFields(clicks), clickedBy: T0 + 5, onMatch: 'merge' });
      await processEvent(store, 'u', update, T0 + 60);
      expect(await onlyLead(store)).toMatchObject({ ...clicks, socialClickSeenAt: T0 + 5, searchClickSeenAt: T0 + 5 });
    });

    test('keeps exact numbers, NUL-free text and keys like __proto__ in what has no column', async (store) => {
      const extras = { id: JSON.rawJSON('123456789012345678901'), ...JSON.parse('{"__proto__": {"x": 1}}') };
      await createLeads(store, { a: { extras, consents: [{ ok: true }], answers: [{ key: 'q', question: null, values: ['a', 'b'] }] } });
      const lead = await onlyLead(store);
      expect(JSON.stringify(lead.extras)).toBe('{"id":123456789012345678901,"__proto__":{"x":1}}');
      expect(lead).toMatchObject({ consents: [{ ok: true }], answers: [{ key: 'q', question: null, values: ['a', 'b'] }] });
    });
  });

  describe('an event that finds no lead', () => {
    const sale = leadIntent('conversao:sale', {
      match: { byContact: true },
      fields: leadFields({ emailNormalized: 'zoe@example.com' }),
      conversion: newConversion(),
    });
    const withdrawal = { ...sale, onMatch: 'withdraw', ifMissing: FAULT, conversion: null } as const;
    const form = leadIntent('form', { fields: leadFields({ name: 'Zoe', emailNormalized: 'zoe@example.com' }) });
    const soon = T0 + 1_000;

    for (const [kind, intent] of Object.entries({ sale, withdrawal })) {
      test(`waits while an earlier event is due, which may be of its lead: ${kind}`, async (store) => {
        await accept(store, ...Array.from({ length: 20 }, (_, index) => `other-${index}`), 'form');
        await store.accept(formDelivery('sale', { origin: 'search_ads', events: [{ eventType: 'sale', identity: 'sale' }] }));
        const jobs = await claim(store, { limit: 10 });
        const early = jobs.at(-1) as ClaimedJob;
        expect(early.identity).toBe('sale');
        // The others of its batch come before it, and that is not all that do.
        const batch = jobs.map((job) => ({
          claim: job,
          outcome: { kind: 'lead', intent: job === early ? intent : leadIntent(job.identity) },
        }));
        expect((await store.finish(batch as readonly FinishRequest[], T0)).at(-1)).toBe('waiting');
        expect((await trailOf(store, early.eventId)).jobs[0]).toMatchObject({
          attempts: 0,
          availableAt: soon,
          errorCode: 'earlier_events_waiting',
        });
        for (const job of await claim(store)) await finishLead(store, job, job.identity === 'form' ? form : leadIntent(job.identity));
        expect(await finishLead(store, await claimOne(store, { now: soon }), intent, soon)).toBe('processed');
        expect(await trailOf(store, early.eventId)).toMatchObject({ lead: { name: 'Zoe' }, attempts: [] });
      });
    }

    for (const code of ['not_stored', 'write_rejected']) {
      test(`waits while the result of an earlier event is not stored, however late that runs again: ${code}`, async (store) => {
        const earlier = await acceptAndClaim(store, 'form');
        await finish(store, earlier, { kind: 'retry', fault: { ...FAULT, code }, availableAt: T0 + 30_000, spendsAttempt: false });
        expect(await finishLead(store, await acceptAndClaimSale(store, 'sale'), sale)).toBe('waiting');
        const jobs = await claim(store, { now: T0 + 30_000 });
        const byIdentity = new Map(jobs.map((job) => [job.identity, job]));
        expect(await finishLead(store, byIdentity.get('form') as ClaimedJob, form, T0 + 30_000)).toBe('processed');
        expect(await finishLead(store, byIdentity.get('sale') as ClaimedJob, sale, T0 + 30_000)).toBe('processed');
        expect(await onlyLead(store)).toMatchObject({ name: 'Zoe', conversions: 1 });
      });
    }

    test('waits while another worker, or another lane of its own, has an earlier event, and no longer', async (store) => {
      for (const workerId of ['worker-1', 'worker-2']) {
        await accept(store, `form-${workerId}`);
        const [earlier] = await claim(store, { workerId });
        const job = await acceptAndClaimSale(store, `sale-${workerId}`);
        const intent = { ...sale, identity: `conversao:${workerId}`, fields: leadFields() };
        expect(await finishLead(store, job, intent)).toBe('waiting');
        await finish(store, earlier as ClaimedJob, { kind: 'failed', fault: FAULT });
        expect(await finishLead(store, await claimOne(store, { now: soon }), intent, soon)).toBe('processed');
      }
    });

    test('does not wait for earlier events of its own batch, nor for those that are parked, delayed or put back to a later time', async (store) => {
      const parked = await acceptAndClaim(store, 'parked');
      await finish(store, parked, { kind: 'parked', fault: FAULT });
      const delayed = await acceptAndClaim(store, 'delayed');
      await finish(store, delayed, { kind: 'retry', fault: FAULT, availableAt: T0 + 60_000, spendsAttempt: true });
      await failEvent(store, 'failed');
      await accept(store, 'form', 'sale', 'later');
      const [first, second] = await claim(store, { limit: 2 });
      const batch = [
        { claim: first as ClaimedJob, outcome: { kind: 'lead', intent: form } },
        {
          claim: second as ClaimedJob,
          outcome: { kind: 'lead', intent: { ...sale, fields: leadFields({ emailNormalized: 'x@example.com' }) } },
        },
      ] as const;
      expect(await store.finish(batch, T0)).toEqual(['processed', 'processed']);
    });

    test('comes after the event of its lead in one batch, even if that runs again and was due later', async (store) => {
      const earlier = await acceptAndClaim(store, 'form');
      await finish(store, earlier, { kind: 'retry', fault: FAULT, availableAt: T0 + 3_000, spendsAttempt: true });
      await store.accept(formDelivery('sale', { origin: 'search_ads', receivedAt: T0 + 2_000 }));
      const jobs = await claim(store, { now: T0 + 10_000 });
      const intents = new Map([
        ['form', form],
        ['sale', sale],
      ]);
      const batch = jobs.map((job) => ({ claim: job, outcome: { kind: 'lead' as const, intent: intents.get(job.identity) ?? form } }));
      expect(await store.finish(batch, T0 + 10_000)).toEqual(['processed', 'processed']);
      expect(await onlyLead(store)).toMatchObject({ name: 'Zoe', conversions: 1 });
    });

    test('waits for no other sale: a backlog of sales is processed by all workers', async (store) => {
      const jobs = [await acceptAndClaimSale(store, 'sale-1'), await acceptAndClaimSale(store, 'sale-2')];
      for (const job of jobs.toReversed()) {
        const intent = { ...sale, identity: `conversao:${job.identity}`, fields: leadFields() };
        expect(await finishLead(store, job, intent)).toBe('processed');
      }
    });

    test('is looked at again once the earlier one has ended', async (store) => {
      const earlier = await acceptAndClaim(store, 'other');
      const update = await acceptAndClaimSale(store, 'update');
      expect(await finishLead(store, update, sale)).toBe('waiting');
      await finish(store, earlier, { kind: 'failed', fault: FAULT });
      const jobs = await claim(store, { now: soon });
      expect(jobs.map(({ identity }) => identity)).toEqual(['update']);
      for (const job of jobs) expect(await finishLead(store, job, sale, soon)).toBe('processed');
      expect(await onlyLead(store)).toMatchObject({ conversions: 1 });
    });
  });

  describe('the conversion of an event', () => {
    test('is registered once per lead, platform and key', async (store) => {
      const fields = leadFields({ searchClickId: 'click-1' });
      const ask = (key: string, value: number) => leadIntent('a', { fields, conversion: newConversion({ key, value }) });
      await processEvent(store, 'e1', ask('order-1', 10));
      await processEvent(store, 'e2', ask('order-1', 99));
      await processEvent(store, 'e3', ask('order-2', 20));
      const lead = await onlyLead(store);
      const found = await store.findLead(lead.id);
      expect(lead.conversions).toBe(2);
      expect(found?.conversions.map(({ key, value }) => [key, value])).toEqual([
        ['order-1', 10],
        ['order-2', 20],
      ]);
      expect(found?.events.map((event) => event.identity)).toEqual(['e3', 'e2', 'e1']);
    });

    test('is registered for each stage of a deal whose ID is the key of all, and once for each', async (store) => {
      const fields = leadFields({ searchClickId: 'click-1' });
      const tell = (event: string, name: string) =>
        processEvent(store, event, leadIntent('a', { fields, conversion: newConversion({ name, key: 'deal-981' }) }));
      for (const [index, name] of ['lead_qualified', 'sale', 'Lead.Qualified', 'Sale'].entries()) await tell(`e${index}`, name);
      const stages = async () => (await store.findLead((await onlyLead(store)).id))?.conversions.map(({ name, key }) => [name, key]);
      const both = [
        ['lead_qualified', 'deal-981'],
        ['sale', 'deal-981 sale'],
      ];
      expect(await stages()).toEqual(both);
      await store.enqueueConversions(['search_ads'], 1, T0);
      const [job] = await claim(store, { queue: 'conversoes' });
      if (job !== undefined) await finish(store, job, { kind: 'failed', fault: FAULT });
      await store.changeStage({ kind: 'withdraw', conversionId: '1', reason: 'lost' }, operator());
      await tell('e4', 'sale');
      expect(await stages()).toEqual(both);
      expect((await store.findLead('1'))?.conversions.map(({ state }) => state)).toEqual(['retirada', 'pendente']);
    });

    test('that begins a lead is registered once, however the setting that names it changes', async (store) => {
      const tell = async (event: string, name: string) =>
        await processEvent(store, event, leadIntent('a', { conversion: newConversion({ name, key: 'etapa_inicial' }) }));
      await tell('e1', 'lead');
      await tell('e2', 'lead novo');
      expect((await store.findLead((await onlyLead(store)).id))?.conversions).toMatchObject([{ name: 'lead', key: 'etapa_inicial' }]);
    });

    test('is registered once also when no platform can be told', async (store) => {
      await processEvent(store, 'e1', leadIntent('a', { conversion: newConversion() }));
      await processEvent(store, 'e2', leadIntent('a', { conversion: newConversion() }));
      expect((await store.findLead((await onlyLead(store)).id))?.conversions).toMatchObject([{ platform: null, clickId: null }]);
    });

    test('takes the click id that the lead has after the update', async (store) => {
      await createLeads(store, { a: {} });
      const fields = leadFields({ gbraid: 'gb-1' });
      await processEvent(store, 'e1', leadIntent('a', { fields, onMatch: 'merge', conversion: newConversion() }));
      expect((await store.findLead((await onlyLead(store)).id))?.conversions).toMatchObject([{ platform: 'search_ads', clickId: 'gb-1' }]);
    });

    test('is never registered on a test lead', async (store) => {
      const fields = leadFields({ isTest: true, searchClickId: 'click-1' });
      await processEvent(store, 'e1', leadIntent('a', { fields, conversion: newConversion() }));
      expect(await onlyLead(store)).toMatchObject({ isTest: true, conversions: 0 });
    });
  });
}
