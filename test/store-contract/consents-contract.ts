import { describe, expect } from 'vitest';
import type { ConsentChange } from '../../src/domain/consent.ts';
import type { LeadFields, LeadIntent } from '../../src/domain/lead.ts';
import type { Store } from '../../src/domain/ports.ts';
import { consentState } from '../../src/processing/consent.ts';
import { statedConsents } from '../support/consents.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../support/factories.ts';
import { convert, enqueue } from './conversion-jobs-contract.ts';
import { acceptAndClaim, addCampaign, claim, FAULT, finish, processEvent } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const HOUR = 3_600_000;

/** What a form asks a person, at this time. */
function asked(granted: boolean, at: number) {
  const record = { purpose: 'Anúncios', granted, text_version: 'v2', ip: '203.0.113.9', at: new Date(at).toISOString() };
  return { consents: [record, { purpose: 'sms', granted: false }] };
}

function withdrawal(identity: string, at: number, overrides: Partial<LeadIntent> = {}): LeadIntent {
  const consents = [{ purpose: null, act: 'retirado', at: null, since: at, text: null, ip: null } as const];
  return leadIntent(identity, { onMatch: 'withdraw', ifMissing: FAULT, match: { byContact: true }, consents, ...overrides });
}

const GRANT: ConsentChange = { leadId: '1', purpose: 'ads', act: 'concedido', at: T0 + 3 * HOUR, reason: 'told us on the phone' };
const WITHDRAW: ConsentChange = { ...GRANT, purpose: null, act: 'retirado', at: T0 + 2 * HOUR };

/** What decides about the conversions of the first lead. */
async function state(store: Store): Promise<string> {
  const [conversion] = await store.conversionsToSend(['1']);
  const [exported] = await store.exportConversions({ since: T0, after: null, limit: 1 });
  expect(exported?.consents).toEqual(conversion?.consents);
  return consentState(conversion?.consents ?? [], ['ads', 'anuncios']);
}

export function consentsContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await addCampaign(underTest.store);
    return underTest;
  });

  describe('consents', () => {
    test('keep what was agreed to, when, on which form, and how the event arrived', async (store) => {
      const fields = leadFields({ ...asked(true, T0 - HOUR), platform: { form_id: '77' } });
      await processEvent(store, 'a', leadIntent('a', { fields }), T0 + 5);
      const [ads, sms, ...others] = await store.consentsOfLead('1');
      expect(ads).toEqual({
        id: '1',
        leadId: '1',
        purpose: 'Anúncios',
        act: 'concedido',
        at: T0 - HOUR,
        since: T0 - HOUR,
        text: 'v2',
        ip: '203.0.113.9',
        formId: '77',
        recordedAt: T0 + 5,
        operator: null,
        reason: null,
        source: '1',
        event: { id: '1', receivedAt: T0, credential: 'hmac', secret: null, remoteAddress: '203.0.113.7' },
      });
      expect(sms).toMatchObject({ purpose: 'sms', act: 'negado', at: null, since: T0, text: null });
      expect(others).toEqual([]);
    });

    test('of all leads of a person are withdrawn, even if the event names only one lead', async (store) => {
      const contacts = { email: 'ana@example.com', emailNormalized: 'ana@example.com' };
      for (const name of ['a', 'b']) await convert(store, name, { ...contacts, searchClickId: name });
      await processEvent(store, 'out', withdrawal('lead-a', T0 + HOUR));
      for (const lead of ['1', '2']) expect((await store.consentsOfLead(lead)).map(({ act }) => act)).toEqual(['retirado']);
    });

    test('with half a character and U+0000 are stored', async (store) => {
      const record = { purpose: 'a\u0000ds', granted: true, text: `${'x'.repeat(9_999)}😀` };
      const fields = leadFields({ consents: [record] });
      await processEvent(store, 'a', leadIntent('a', { fields, consents: statedConsents([record], T0) }));
      const [consent] = await store.consentsOfLead('1');
      expect([consent?.purpose, consent?.text?.at(-1)]).toEqual(['a\ufffdds', '\ufffd']);
    });

    test('are recorded once, however often their event is processed, and not for leads without any', async (store) => {
      await convert(store, 'a', asked(true, T0));
      await convert(store, 'b');
      await store.replay(['1', '2'], 'webhooks', operator());
      for (const job of await claim(store)) await finish(store, job, { kind: 'lead', intent: intentOf(job.identity) });
      expect(await store.consentsOfLead('1')).toHaveLength(2);
      expect(await store.consentsOfLead('2')).toEqual([]);
      expect(await store.consentsOfLead('x')).toEqual([]);
    });

    test('keep both texts of what was agreed to at the same time for the same purpose', async (store) => {
      const record = { purpose: 'ads', granted: true, at: new Date(T0).toISOString() };
      const consents = ['terms v1', 'policy v7', 'terms v1'].map((text) => ({ ...record, text }));
      const intent = leadIntent('a', { fields: leadFields({ consents }) });
      await processEvent(store, 'a', intent);
      await store.replay(['1'], 'webhooks', operator());
      for (const job of await claim(store)) await finish(store, job, { kind: 'lead', intent });
      expect((await store.consentsOfLead('1')).map(({ text }) => text)).toEqual(['terms v1', 'policy v7']);
    });

    const intentOf = (identity: string): LeadIntent =>
      leadIntent(identity.replace('event', 'lead'), { fields: leadFields(identity === 'event-a' ? asked(true, T0) : {}) });

    test('the newest counts, whatever arrives last', async (store) => {
      await convert(store, 'a', { searchClickId: 'g', ...asked(true, T0) });
      expect(await state(store)).toBe('granted');
      await store.changeConsent(WITHDRAW, operator(T0 + 2 * HOUR));
      expect(await state(store)).toBe('denied');
      const update = {
        fields: leadFields(asked(true, T0 + HOUR)),
        consents: statedConsents(asked(true, T0 + HOUR).consents, T0 + 9 * HOUR),
      };
      await processEvent(store, 'late', leadIntent('lead-a', { ...update, onMatch: 'merge' }));
      expect(await state(store)).toBe('denied');
      await store.changeConsent(GRANT, operator(T0 + 4 * HOUR));
      expect(await state(store)).toBe('granted');
      expect((await store.consentsOfLead('1')).map(({ act, operator: by, reason }) => [act, by, reason])).toEqual([
        ['concedido', null, null],
        ['negado', null, null],
        ['concedido', null, null],
        ['retirado', 'cli:ana', GRANT.reason],
        ['concedido', 'cli:ana', GRANT.reason],
        ['negado', null, null],
      ]);
    });

    test('an event withdraws the consent of its lead, and of all leads with the same contact', async (store) => {
      const contact = { email: 'ana@example.com', emailNormalized: 'ana@example.com' };
      await convert(store, 'a', { ...contact, searchClickId: 'g', ...asked(true, T0) });
      await convert(store, 'b', contact);
      await convert(store, 'c', { searchClickId: 'h' });
      await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
      await processEvent(store, 'd', leadIntent('d', { clientId: '2', fields: leadFields(contact) }));
      const fields = leadFields({ ...contact, name: 'Somebody', message: 'Stop' });
      await processEvent(store, 'out', withdrawal('out', T0 + HOUR, { fields }));
      const acts = await Promise.all(['1', '2', '3', '4'].map(async (id) => (await store.consentsOfLead(id)).map(({ act }) => act)));
      expect(acts).toEqual([['concedido', 'negado', 'retirado'], ['retirado'], [], []]);
      expect(await state(store)).toBe('denied');
      expect(await store.findLead('2')).toMatchObject({ lead: { name: null, message: null }, events: [{ id: '5' }, { id: '2' }] });
    });

    test('a withdrawal by hand is for all leads of the person, an agreement for one', async (store) => {
      const contact = { email: 'ana@example.com', emailNormalized: 'ana@example.com' };
      for (const identity of ['a', 'b']) await processEvent(store, identity, leadIntent(identity, { fields: leadFields(contact) }));
      await store.changeConsent(WITHDRAW, operator());
      await store.changeConsent(GRANT, operator());
      const acts = await Promise.all(['1', '2'].map(async (id) => (await store.consentsOfLead(id)).map(({ act }) => act)));
      expect(acts).toEqual([['retirado', 'concedido'], ['retirado']]);
    });

    test('a lead that comes after its person has withdrawn has the withdrawal if it was submitted before', async (store) => {
      const contact = { email: 'ana@example.com', emailNormalized: 'ana@example.com' };
      const submit = async (identity: string, submittedAt: number, fields = contact): Promise<void> => {
        await processEvent(store, identity, leadIntent(identity, { fields: leadFields({ ...fields, submittedAt }) }));
      };
      await submit('a', T0);
      await submit('b', T0);
      await processEvent(store, 'out', withdrawal('out', T0 + HOUR, { fields: leadFields(contact) }));
      await submit('late', T0 + 5);
      await submit('new', T0 + HOUR + 1);
      await submit('other', T0 + 5, { email: 'bia@example.com', emailNormalized: 'bia@example.com' });
      const acts = await Promise.all(
        ['3', '4', '5'].map(async (id) => (await store.consentsOfLead(id)).map(({ act, since }) => [act, since])),
      );
      expect(acts).toEqual([[['retirado', T0 + HOUR]], [], []]);
    });

    test('a lead that gets the contact of a person who has withdrawn has the withdrawal, once', async (store) => {
      const contact = { email: 'ana@example.com', emailNormalized: 'ana@example.com' };
      const submit = async (identity: string, fields: Partial<LeadFields>, intent: Partial<LeadIntent> = {}): Promise<void> => {
        await processEvent(store, `${identity} ${fields.message ?? ''}`, leadIntent(identity, { ...intent, fields: leadFields(fields) }));
      };
      await submit('filled', { submittedAt: T0 });
      await submit('updated', { submittedAt: T0 });
      await submit('with', { ...contact, submittedAt: T0 });
      await processEvent(store, 'out', withdrawal('out', T0 + HOUR, { fields: leadFields(contact) }));
      await store.fillLeads([{ leadId: '1', fields: leadFields(contact) }], T0 + 2 * HOUR);
      for (const message of ['a', 'b'])
        await submit('updated', { ...contact, phoneKey: message, message }, { onMatch: 'merge', match: { byContact: true } });
      const acts = await Promise.all(['1', '2', '3'].map(async (id) => (await store.consentsOfLead(id)).map(({ act }) => act)));
      expect(acts).toEqual([['retirado'], ['retirado'], ['retirado']]);
    });

    test('an event that withdraws consent never creates a lead', async (store) => {
      const job = await acceptAndClaim(store, 'nobody');
      expect(await finish(store, job, { kind: 'lead', intent: withdrawal('nobody', T0) })).toBe('failed');
      expect((await store.listLeads({ limit: 1 })).items).toEqual([]);
    });

    test('a withdrawal leaves what was sent as it is', async (store) => {
      await convert(store, 'a', { searchClickId: 'g', ...asked(true, T0) });
      await enqueue(store);
      const [job] = await claim(store, { queue: 'conversoes' });
      if (job !== undefined) await finish(store, job, { kind: 'sent', requestId: null });
      await store.changeConsent(WITHDRAW, operator());
      expect((await store.listConversions({ limit: 1 })).items).toMatchObject([{ state: 'enviada' }]);
      await processEvent(store, 'sale', leadIntent('lead-a', { conversion: newConversion({ key: 'b' }) }));
      expect(consentState((await store.conversionsToSend(['2']))[0]?.consents ?? [], ['ads'])).toBe('denied');
    });

    test('changes by hand are in the log, without the reason, and need a lead that is not erased', async (store) => {
      await convert(store, 'a');
      await store.changeConsent(GRANT, operator(T0 + 9));
      await store.changeConsent(WITHDRAW, operator(T0 + 9));
      const logged = (await store.listActivity({ limit: 2 })).items.map(({ action, target, detail }) => [action, target, detail]);
      expect(logged).toEqual([
        ['retirar_consentimento', 'lead:1', ''],
        ['registrar_consentimento', 'lead:1', 'ads'],
      ]);
      expect((await store.consentsOfLead('1'))[0]).toMatchObject({ event: null, operator: 'cli:ana', recordedAt: T0 + 9, at: WITHDRAW.at });
      await expect(store.changeConsent({ ...GRANT, leadId: '9' }, operator())).rejects.toMatchObject({ code: 'not_found' });
      await store.erasePerson({ emails: [], phones: [], clickIds: [], leadIds: ['1'], clientId: null }, 'ticket', operator(), () => T0);
      await expect(store.changeConsent(GRANT, operator())).rejects.toMatchObject({ code: 'conflict' });
    });
  });
}
