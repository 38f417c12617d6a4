import { describe, expect } from 'vitest';
import { CONVERSION_QUEUE } from '../../src/domain/job.ts';
import type { LeadFields } from '../../src/domain/lead.ts';
import type { Store } from '../../src/domain/ports.ts';
import { conversionNote } from '../../src/presentation/conversion-note.ts';
import { formBody, formDelivery, leadFields, leadIntent, newConversion, operator, refusedRequest, T0 } from '../support/factories.ts';
import { inWords } from '../support/saying.ts';
import { addCampaign, claim, claimOne, eventOf, finish, finishLead, jobOf, trailOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const DAY = 86_400_000;
const ERASED_AT = T0 + DAY;
const LATER = T0 + 2 * DAY;
const CONTACT = { email: 'ana@example.com', emailNormalized: 'ana@example.com' } as const;
const ANA = { emails: [CONTACT.email], phones: [], clickIds: [], leadIds: [], clientId: null };
const ABOUT_ANA = { nome: 'Ana', email: CONTACT.email } as const;
const MESSAGE = `Write to ${CONTACT.email}`;

function anasLead(identity: string, submittedAt: number, overrides: Partial<LeadFields> = {}) {
  const consents = [{ purpose: 'ads', granted: true, text: MESSAGE }];
  return leadIntent(identity, {
    fields: leadFields({ ...CONTACT, name: 'Ana', message: MESSAGE, consents, submittedAt, ...overrides }),
    conversion: newConversion({ key: `sale to ${identity}` }),
  });
}

async function acceptFrom(store: Store, identity: string, receivedAt: number): Promise<string> {
  const [receipt] = await store.accept(formDelivery(identity, { body: formBody(identity, ABOUT_ANA), receivedAt }));
  if (receipt === undefined) throw new Error('no receipt');
  return receipt.eventId;
}

/** The job that is claimed runs until the test finishes it. */
async function claimOf(store: Store, identity: string, now: number) {
  const job = (await claim(store, { now, limit: 1 })).find((one) => one.identity === identity);
  if (job === undefined) throw new Error(`no job of ${identity}`);
  return job;
}

export function erasuresContract(open: OpenStore): void {
  const test = storeTests(async () => {
    const underTest = await open();
    await addCampaign(underTest.store);
    return underTest;
  });

  describe('an erasure for one client', () => {
    test('removes mentions from the activity log and saved views of the client, and counts those of no known client', async (store) => {
      await store.addClient({ id: '7', name: 'Agência Sete' }, operator());
      for (const [identity, clientId] of [
        ['one', '1'],
        ['seven', '7'],
      ] as const) {
        await acceptFrom(store, identity, T0);
        await finishLead(store, await claimOf(store, identity, T0), { ...anasLead(identity, T0), clientId });
      }
      const targets = [
        'conversao:1 lead:1',
        'lead:1',
        'evento:1',
        'lead:2',
        'conversao:2 evento:2',
        'lead:1 lead:2',
        'segredo:site',
        'lead:99',
      ];
      for (const target of targets) await store.recordActivity('corrigir_etapa', target, `asked by ${CONTACT.email}`, operator());
      const views = ['cliente=1', 'cliente=7', 'cliente=Ag%C3%AAncia+Sete', 'cliente=99', 'status=erro'];
      for (const [at, filter] of views.entries())
        await store.saveView({ list: 'leads', name: `view ${at}`, filter: `${filter}&q=${CONTACT.email}` }, operator());
      const ofOne = { ...ANA, clientId: '1' };
      const inLog = async () =>
        (await store.listActivity({ limit: 50 })).items.filter(({ detail }) => detail.includes('@')).map(({ target }) => target);

      const found = await store.findPerson(ofOne);
      expect(found.places).toContainEqual({ place: 'operators_log', own: 0, mentions: 3 });
      expect(found.places).toContainEqual({ place: 'saved_views', own: 0, mentions: 1 });
      expect(found.unassigned).toBe(5);
      expect(await store.findPerson(ANA)).toMatchObject({ unassigned: 0 });
      await store.erasePerson(ofOne, `asked by ${CONTACT.email}`, operator(ERASED_AT), () => ERASED_AT);

      expect((await inLog()).toSorted()).toEqual(targets.slice(3).toSorted());
      expect((await store.listViews()).map(({ name }) => name)).toEqual(['view 1', 'view 2', 'view 3', 'view 4']);
      expect(await store.findPerson(ofOne)).toMatchObject({ leadIds: [], places: [], unassigned: 5 });
      await store.erasePerson(ANA, 'ticket 2', operator(LATER), () => LATER);
      expect([await inLog(), await store.listViews()]).toEqual([[], []]);
    });
  });

  describe('an erasure, of conversions', () => {
    test('withdraws those that no platform can have; the others count as sent, and the receipt has them', async (store) => {
      const fault = { code: 'platform_error', params: inWords('Try again.') };
      const submitted = { kind: 'submitted', requestId: 'r-1', requestSize: 1, availableAt: LATER } as const;
      const retry = { kind: 'retry', fault, availableAt: LATER, spendsAttempt: true } as const;
      const outcomes = {
        sent: { kind: 'sent', requestId: 'r-1' },
        refused: { kind: 'failed', fault },
        accepted: submitted,
        unanswered: { ...retry, uncertain: true },
        failed: retry,
        running: undefined,
      } as const;
      for (const identity of [...Object.keys(outcomes), 'other', 'untried']) {
        await acceptFrom(store, identity, T0);
        const click = identity === 'other' ? { fbc: 'fb.1.1.click' } : { searchClickId: `click of ${identity}` };
        await finishLead(store, await claimOf(store, identity, T0), anasLead(identity, T0, click));
        if (identity === 'untried') continue;
        await store.enqueueConversions(['search_ads', 'social_ads'], 10, T0);
        const job = await claimOne(store, { queue: CONVERSION_QUEUE });
        const outcome = identity === 'other' ? outcomes.sent : outcomes[identity as keyof typeof outcomes];
        if (outcome !== undefined) await finish(store, job, outcome);
      }
      const conversions = async () => (await store.listConversions({ limit: 20 })).items.toReversed();
      const before = await conversions();

      const erasure = await store.erasePerson(ANA, 'ticket 1', operator(ERASED_AT), () => ERASED_AT);

      const after = await conversions();
      const states = ['enviada', 'rejeitada', 'enviada', 'enviada', 'retirada', 'enviada', 'enviada', 'retirada'];
      expect(after.map(({ state }) => state)).toEqual(states);
      expect(erasure.platforms).toEqual([
        { platform: 'search_ads', conversions: 4 },
        { platform: 'social_ads', conversions: 1 },
      ]);
      expect(after.map(({ sentAt }) => sentAt)).toEqual(before.map(({ sentAt }) => sentAt));
      expect(after.map((each) => conversionNote(each)?.en.includes('The platform may have it.') ?? false)).toEqual(
        after.map(({ state, sentAt }) => state === 'enviada' && sentAt === null),
      );
      expect(await claim(store, { queue: CONVERSION_QUEUE, now: LATER })).toEqual([]);
      expect(await store.enqueueConversions(['search_ads', 'social_ads'], 10, LATER)).toBe(0);
      expect(await store.retry({ queue: CONVERSION_QUEUE }, operator(LATER))).toEqual([]);
    });
  });

  describe('an erasure that is resumed', () => {
    for (const [clock, at] of [
      ['', LATER],
      [', also when the clock has gone back since', T0 - DAY],
    ] as const) {
      test(`keeps requests of the person that came after it began${clock}`, async (store) => {
        const old = await acceptFrom(store, 'old', T0);
        await finishLead(store, await claimOf(store, 'old', T0), anasLead('old', T0));
        const waits = await acceptFrom(store, 'old that waits', T0);
        const [job] = await claim(store, { now: T0, limit: 1 });
        await store.recordRefused([refusedRequest({ body: formBody('refused', ABOUT_ANA), receivedAt: T0 })]);
        await store.beginErasure(ANA, 'ticket 1', operator(ERASED_AT));

        const created = await acceptFrom(store, 'new', at);
        await finishLead(store, await claimOf(store, 'new', LATER), anasLead('new', LATER), LATER);
        const retried = await acceptFrom(store, 'new that is retried', at);
        const fault = { code: 'campaign_unknown', params: inWords(`There is no campaign for ${CONTACT.email}.`) };
        const outcome = { kind: 'retry', fault, availableAt: LATER, spendsAttempt: true } as const;
        await finish(store, await claimOf(store, 'new that is retried', LATER), outcome, LATER);
        const failed = await acceptFrom(store, 'new that failed', at);
        const jobs = await claim(store, { now: LATER });
        const last = jobs.find((one) => one.eventId === failed);
        if (last === undefined || job === undefined) throw new Error('no job');
        await finish(store, last, { kind: 'failed', fault }, LATER);
        await store.release(jobs.filter((one) => one !== last));
        await store.recordRefused([refusedRequest({ body: formBody('refused again', ABOUT_ANA), receivedAt: at })]);
        const lead = (await eventOf(store, created)).leadId ?? '';
        const kept = async () => [
          await store.findLead(lead),
          await store.consentsOfLead(lead),
          ...(await Promise.all([created, retried, failed].map((event) => trailOf(store, event)))),
          await store.findRefused('2'),
        ];
        const before = await kept();

        expect(await store.resumeErasures(() => LATER)).toBe(1);

        expect(await kept()).toEqual(before);
        expect(await store.findLead(lead)).toMatchObject({ lead: { message: MESSAGE, erasedAt: null } });
        expect([await eventOf(store, retried), (await jobOf(store, retried)).state]).toMatchObject([{ status: 'recebido' }, 'pendente']);
        expect(await finishLead(store, job, anasLead('old that waits', T0), LATER)).toBe('lease_lost');
        for (const event of [old, waits]) expect((await trailOf(store, event)).event).toMatchObject({ erasedAt: ERASED_AT });
        expect((await trailOf(store, old)).lead).toMatchObject({ email: null, message: null, erasedAt: ERASED_AT });
        expect(await store.findRefused('1')).toBeNull();
        const found = await store.findPerson(ANA);
        expect([found.leadIds, found.eventIds.toSorted(), found.refusedIds]).toEqual([
          [lead],
          [created, failed, retried].toSorted(),
          ['2'],
        ]);
        expect(await store.listErasures()).toMatchObject([{ leads: 1, events: 2, completedAt: LATER }]);
      });
    }

    test('leaves an event that arrives later to its worker, which erases it if it was submitted before', async (store) => {
      await store.beginErasure(ANA, 'ticket 1', operator(ERASED_AT));
      const late = await acceptFrom(store, 'late', LATER);
      await store.resumeErasures(() => LATER);
      await finishLead(store, await claimOf(store, 'late', LATER), anasLead('late', T0), LATER);
      expect(await trailOf(store, late)).toMatchObject({ event: { status: 'processado', erasedAt: ERASED_AT }, lead: null });
      expect(await store.listErasures()).toMatchObject([{ events: 1, completedAt: null }]);
      expect(await store.resumeErasures(() => LATER)).toBe(1);
      expect(await store.findPerson(ANA)).toMatchObject({ leadIds: [], places: [] });
    });

    test('gives later updates and sales of the person a lead of their own, as a complete one does', async (store) => {
      await acceptFrom(store, 'old', T0);
      await finishLead(store, await claimOf(store, 'old', T0), anasLead('old', T0, { searchClickId: 'click of Ana' }));
      await store.beginErasure(ANA, 'ticket 1', operator(ERASED_AT));

      const byContact = { match: { byContact: true }, onMatch: 'merge' } as const;
      const update = await acceptFrom(store, 'update', LATER);
      await finishLead(store, await claimOf(store, 'update', LATER), { ...anasLead('update', LATER), ...byContact }, LATER);
      const sale = await acceptFrom(store, 'sale', LATER);
      const ofClick = anasLead('sale', LATER, { searchClickId: 'click of Ana' });
      await finishLead(store, await claimOf(store, 'sale', LATER), { ...ofClick, ...byContact }, LATER);
      await store.resumeErasures(() => LATER);

      const trails = await Promise.all([update, sale].map((event) => trailOf(store, event)));
      const kept = { event: { status: 'processado', erasedAt: null }, lead: { identity: 'update', message: MESSAGE, erasedAt: null } };
      expect(trails).toMatchObject([kept, kept]);
      expect((await store.findLead('1'))?.lead).toMatchObject({ message: null, erasedAt: ERASED_AT });
      const conversions = (await store.listConversions({ limit: 10 })).items.map(({ leadId, state }) => [leadId, state]);
      expect(conversions).toEqual([
        ['2', expect.not.stringMatching('retirada')],
        ['2', expect.not.stringMatching('retirada')],
        ['1', 'retirada'],
      ]);
    });
  });
}
