import { describe, expect, test } from 'vitest';
import { deliveryOf, socialLeadEvent } from '../../../src/app/backfill/fetched-event.ts';
import { field, isJsonObject, readJson, scalarText } from '../../../src/base/exact-json.ts';
import { faultLines } from '../../../src/cli/backfill/backfill-text.ts';
import { failedChecks } from '../../../src/domain/form-checks.ts';
import { faultText } from '../../../src/presentation/fault-text.ts';
import { QUEUE, T0 } from '../../support/factories.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE, TOKEN } from '../lead-answers/answers-under-test.ts';
import { backfill, checkOf, FORM, figures, impatience, OTHER_FORM } from './missed-leads.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 86_400_000;

async function leadsOf(place: AnswersUnderTest) {
  return (await place.store.listLeads({ limit: 500 })).items;
}

function seed(place: AnswersUnderTest, count: number, formId = FORM, createdAt = T0 - DAY): readonly string[] {
  return Array.from({ length: count }, () => place.platform.directory.seedLead({ formId, createdAt }).id);
}

test('leads that never arrived become events and leads, once, over all pages of the list', async () => {
  await using place = await AnswersUnderTest.create();
  const ids = seed(place, 230);
  seed(place, 3, OTHER_FORM);
  expect(figures(await backfill(place))).toEqual([`${FORM} 230 230 230 ok`, `${OTHER_FORM} 3 3 3 ok`]);
  expect(place.platform.server.count(new RegExp(`/${FORM}/leads`))).toBe(3);
  await place.once();
  const leads = await leadsOf(place);
  expect(leads).toHaveLength(233);
  expect(leads.map(({ identity }) => identity)).toEqual(expect.arrayContaining([...ids]));
  expect(place.platform.server.mostAtOnce()).toBe(1);
  // The list already contains their answers.
  expect(place.platform.server.count(/^GET \/v26\.0\/\d{17}$/)).toBe(0);
  expect(figures(await backfill(place))).toEqual([`${FORM} 0 0 0 ok`, `${OTHER_FORM} 0 0 0 ok`]);
});

test('an event is kept in the shape the platform sends, every digit and every answer with it, and marked as fetched', async () => {
  await using place = await AnswersUnderTest.create();
  place.platform.ids = 'number';
  const [id] = seed(place, 1);
  await backfill(place);
  const [summary] = (await place.store.listEvents({ limit: 10 })).items;
  const { event } = await place.trail(summary?.id ?? '');
  expect(event).toMatchObject({ identity: id, origin: 'social_ads', eventType: 'leadgen', credential: 'backfill', headers: '[]' });
  expect(event.requestId).toMatch(/^backfill-/);
  const text = Buffer.from(event.body).toString();
  expect(text).toContain(`"leadgen_id":"${id}","page_id":"${PAGE}"`);
  expect(text).toContain(`"id":${id},`);
  expect(text).toContain('{"name":"quais_servicos?","values":["Instalação","Manutenção"]},{"name":"observacao"}');
  const json = readJson(event.body);
  expect(json.ok && isJsonObject(json.value) && scalarText(field(json.value, 'object'))).toBe('page');
});

test.each(['webhook first', 'backfill first'])('a lead that is told of and fetched is one event and one lead: %s', async (order) => {
  await using place = await AnswersUnderTest.create();
  const lead = place.platform.directory.seedLead({ formId: FORM, createdAt: T0 - MINUTE });
  if (order === 'webhook first') await place.notifyOf(lead);
  expect((await backfill(place)).forms[0]).toMatchObject({ found: 1, missing: order === 'webhook first' ? 0 : 1 });
  if (order === 'backfill first') await place.notifyOf(lead);
  await place.once();
  const { items } = await place.store.listEvents({ limit: 10 });
  expect(items.map(({ status, conflicts }) => [status, conflicts])).toEqual([['processado', 0]]);
  expect(items[0]?.resends).toBe(order === 'webhook first' ? 0 : 1);
  expect(await leadsOf(place)).toHaveLength(1);
});

describe('a lead that the platform did not hand out when it was told of', () => {
  /** A lead whose job is parked after the last attempt. Put `lead` back into the directory and the platform returns it again. */
  async function parked(place: AnswersUnderTest) {
    const lead = place.platform.directory.seedLead({ formId: FORM, createdAt: T0 - MINUTE });
    place.platform.directory.leads.delete(lead.id);
    const [eventId = ''] = await place.notifyOf(lead);
    await place.once();
    for (let due = (await place.job(eventId)).availableAt; due !== null; due = (await place.job(eventId)).availableAt)
      await place.onceAt(due);
    expect((await place.job(eventId)).waitReason).toBe('lead_not_available');
    const calls = (): number => place.platform.server.count(new RegExp(`/${lead.id}$`));
    return { lead, eventId, calls, callsBefore: calls() };
  }

  test('goes on with the answers that a comparison finds, as one event and one lead, and is not asked for again', async () => {
    await using place = await AnswersUnderTest.create();
    const { lead, eventId, calls, callsBefore } = await parked(place);
    expect((await backfill(place)).forms[0]).toMatchObject({ found: 0 });
    expect((await place.job(eventId)).availableAt).toBeNull();
    place.platform.directory.leads.set(lead.id, lead);
    expect(figures(await backfill(place, { since: T0 - DAY }))[0]).toBe(`${FORM} 1 0 0 ok`);
    expect(Buffer.from((await place.store.fetchedLeads([eventId])).get(eventId) ?? []).toString()).toContain('"field_data"');
    await place.once();
    expect(await leadsOf(place)).toMatchObject([{ identity: lead.id, email: lead.person.email }]);
    expect((await place.store.listEvents({ limit: 10 })).items).toMatchObject([{ id: eventId, status: 'processado' }]);
    expect(calls()).toBe(callsBefore);
    await backfill(place, { since: T0 - DAY });
    await place.once();
    expect(await leadsOf(place)).toHaveLength(1);
    expect((await place.trail(eventId)).jobs).toHaveLength(1);
  });

  test('goes on by the next comparison when the token was not let see the page for a while, however long', async () => {
    await using place = await AnswersUnderTest.create();
    await backfill(place);
    place.platform.directory.addToken({ token: TOKEN, pageIds: [] });
    const [eventId = ''] = await place.notify(1);
    for (const hours of [0, 1, 2, 3, 6]) await place.onceAt(T0 + hours * 60 * MINUTE);
    expect(await place.job(eventId)).toMatchObject({ availableAt: null, waitReason: 'lead_not_available' });
    for (const days of [1, 2]) {
      place.now = T0 + days * DAY;
      expect(figures(await backfill(place, { formId: FORM }))).toEqual([`${FORM} 0 0 0 lead_not_available`]);
    }
    place.platform.directory.addToken({ token: TOKEN, pageIds: [PAGE] });
    expect(figures(await backfill(place, { formId: FORM }))).toEqual([`${FORM} 1 0 0 ok`]);
    await place.once();
    expect(await leadsOf(place)).toHaveLength(1);
  });

  test.each([
    ['a dry run', { dryRun: true }, true],
    ['a comparison that sees it without its answers', {}, false],
  ])('waits on after %s', async (_name, request, hasAnswers) => {
    await using place = await AnswersUnderTest.create();
    const { lead, eventId } = await parked(place);
    place.platform.directory.leads.set(lead.id, hasAnswers ? lead : { ...lead, answers: [] });
    expect((await backfill(place, request)).forms[0]).toMatchObject({ found: 1, missing: 0 });
    expect((await place.job(eventId)).availableAt).toBeNull();
    expect(await place.store.fetchedLeads([eventId])).toEqual(new Map());
  });
});

describe('a lead whose event is here in trouble', () => {
  test.each(['failed', 'failed, and its job was pruned', 'waits for the platform'])(
    'is recovered by a comparison: it %s',
    async (state) => {
      await using place = await AnswersUnderTest.create();
      const eventIds = await place.notify(10);
      using outage = place.platform.server.fault({ effect: { status: 503, body: 'down' } });
      const hours = state === 'waits for the platform' ? 6 : 80;
      for (let hour = 0; hour <= hours; hour += 1) await place.onceAt(T0 + hour * HOUR);
      const isWaiting = hours < 72;
      for (const eventId of eventIds) expect((await place.job(eventId)).state).toBe(isWaiting ? 'pendente' : 'falhou');
      if (state.endsWith('pruned'))
        await place.store.prune({ queue: QUEUE, kind: 'failed', before: place.now + 1 }, { name: 'test', now: place.now });
      outage.end();
      const neverArrived = place.platform.directory.seedLead({ formId: FORM, createdAt: T0 + HOUR });
      const calls = place.platform.server.count(/^GET \/v26\.0\/\d{17}$/);
      const { forms } = await backfill(place, { since: T0 - DAY, formId: FORM });
      expect(forms).toMatchObject([{ found: 11, missing: 1, stored: 1, recovered: 10 }]);
      expect(await checkOf(place, FORM)).toMatchObject({ missing: 1, recovered: 10 });
      await place.once();
      expect(await leadsOf(place)).toHaveLength(11);
      expect((await leadsOf(place)).map(({ identity }) => identity)).toContain(neverArrived.id);
      expect((await place.store.listEvents({ limit: 50, status: 'erro' })).items).toEqual([]);
      expect(place.platform.server.count(/^GET \/v26\.0\/\d{17}$/)).toBe(calls);
      expect((await backfill(place, { since: T0 - DAY, formId: FORM })).forms).toMatchObject([{ missing: 0, recovered: 0 }]);
    },
  );

  test('stays as it is when the answers are no news to it', async () => {
    await using place = await AnswersUnderTest.create();
    place.platform.directory.addForm({ id: '99', pageId: PAGE });
    const lead = place.platform.directory.seedLead({ formId: '99', createdAt: T0 - MINUTE });
    const [eventId = ''] = await place.notifyOf(lead);
    await place.once();
    expect(await place.job(eventId)).toMatchObject({ state: 'falhou', errorCode: 'not_linked' });
    expect((await backfill(place, { formId: '99', since: T0 - DAY })).forms).toMatchObject([{ missing: 0, recovered: 0 }]);
    expect((await place.job(eventId)).state).toBe('falhou');
  });
});

test('a permission that is given back is found by the next comparison, which frees the leads that waited for it', async () => {
  await using place = await AnswersUnderTest.create();
  const fault = place.platform.fail({ code: 200, message: 'Requires leads_retrieval permission' });
  await place.notify(2);
  await place.once();
  fault.end();
  await place.onceAt(T0 + 5 * MINUTE);
  expect(await leadsOf(place)).toEqual([]);
  await backfill(place);
  await place.once();
  expect(await leadsOf(place)).toHaveLength(2);
});

test('a fault in the middle keeps the checkpoint, loses nothing, and the next time brings the rest', async () => {
  await using place = await AnswersUnderTest.create();
  seed(place, 250);
  await backfill(place, { formId: OTHER_FORM, pageId: OTHER_PAGE });
  let pages = 0;
  const isThirdPage = ({ path }: { path: string }): boolean => path.endsWith(`${FORM}/leads`) && ++pages >= 3;
  const fault = place.platform.server.fault({ when: isThirdPage, effect: { status: 500, body: 'away' } });
  const { wait, waited } = impatience();
  place.now = T0 + MINUTE;
  expect(figures(await backfill(place, {}, { wait }))).toEqual([`${FORM} 200 200 200 platform_unavailable`, `${OTHER_FORM} 0 0 0 ok`]);
  expect(waited).toEqual([2_000, 10_000, 30_000]);
  const first = await checkOf(place, FORM);
  expect(first).toMatchObject({ storedUntil: T0 + MINUTE - 7 * DAY, found: 200, missing: 200, fault: { code: 'platform_unavailable' } });
  expect((await checkOf(place, OTHER_FORM))?.storedUntil).toBe(T0 + MINUTE);
  fault.end();
  place.now = T0 + 8 * DAY;
  expect(figures(await backfill(place, { formId: FORM }))).toEqual([`${FORM} 250 50 50 ok`]);
  expect(await checkOf(place, FORM)).toMatchObject({ storedUntil: T0 + 8 * DAY, fault: null });
  await place.once();
  expect(await leadsOf(place)).toHaveLength(250);
});

test('a page of the list that fails in passing is asked for again', async () => {
  await using place = await AnswersUnderTest.create();
  seed(place, 120);
  place.platform.fail({ code: 2, message: 'Service temporarily unavailable' }, { path: `${FORM}/leads`, times: 2 });
  const { wait, waited } = impatience();
  expect(figures(await backfill(place, { formId: FORM }, { wait }))).toEqual([`${FORM} 120 120 120 ok`]);
  expect(waited.length).toBe(2);
});

test('the checkpoint is looked at again, because leads appear late', async () => {
  await using place = await AnswersUnderTest.create();
  await backfill(place);
  place.now = T0 + 5 * MINUTE;
  seed(place, 1, FORM, T0 - 10 * MINUTE);
  expect((await backfill(place, { formId: FORM })).forms[0]).toMatchObject({ missing: 1 });
});

test('the first comparison of a form that was walked to its end moves the checkpoint, however long each step takes', async () => {
  await using place = await AnswersUnderTest.create();
  seed(place, 1);
  place.tickMs = 1;
  await backfill(place);
  const check = await checkOf(place, FORM);
  expect(check?.storedUntil).toBe(check?.checkedAt);
});

test('an earlier --since finds older leads; a later one does not move the checkpoint over what was not looked at', async () => {
  await using place = await AnswersUnderTest.create();
  seed(place, 2, FORM, T0 - 30 * DAY);
  seed(place, 1, FORM, T0 - 6 * DAY);
  expect((await backfill(place, { formId: FORM, since: T0 - DAY })).forms[0]).toMatchObject({ found: 0 });
  expect((await checkOf(place, FORM))?.storedUntil).toBe(T0 - 7 * DAY);
  expect((await backfill(place, { formId: FORM })).forms[0]).toMatchObject({ missing: 1 });
  expect((await backfill(place, { formId: FORM, since: T0 - 40 * DAY })).forms[0]).toMatchObject({ found: 3, missing: 2 });
  expect((await checkOf(place, FORM))?.storedUntil).toBe(T0);
});

test('a page that is throttled rests with all its forms, others go on; nothing is asked of it until then', async () => {
  await using place = await AnswersUnderTest.create();
  place.platform.directory.addForm({ id: '172036835026335', pageId: PAGE });
  seed(place, 150);
  seed(place, 2, OTHER_FORM);
  let asked = 0;
  const secondPage = ({ path }: { path: string }): boolean => path.endsWith(`${FORM}/leads`) && ++asked === 2;
  place.platform.server.fault({
    when: (request) => {
      if (secondPage(request)) place.platform.throttlePage(PAGE, 30);
      return false;
    },
    effect: 'silence',
  });
  expect(figures(await backfill(place))).toEqual([
    `${FORM} 100 100 100 platform_throttled`,
    '172036835026335 0 0 0 platform_throttled',
    `${OTHER_FORM} 2 2 2 ok`,
  ]);
  expect((await place.account())?.pausedUntil).toBeGreaterThanOrEqual(T0 + 30 * MINUTE);
  const calls = place.platform.server.count(new RegExp(`/${PAGE}/|/${FORM}/`));
  place.now = T0 + 5 * MINUTE;
  await backfill(place);
  expect(place.platform.server.count(new RegExp(`/${PAGE}/|/${FORM}/`))).toBe(calls);
  place.now = T0 + 31 * MINUTE;
  expect((await backfill(place, { formId: FORM })).forms[0]).toMatchObject({ missing: 50, stored: 50, fault: null });
});

test('a refused token is an alarm, told with the page and its forms, and never shown', async () => {
  await using place = await AnswersUnderTest.create();
  await backfill(place);
  place.platform.refuseToken(TOKEN);
  place.now = T0 + MINUTE;
  const summary = await backfill(place);
  expect(figures(summary)[0]).toBe(`${OTHER_FORM} 0 0 0 ok`);
  expect(figures(summary)).toContain(`${FORM} 0 0 0 credential_refused`);
  expect(summary.pages).toMatchObject([{ pageId: PAGE, fault: { code: 'credential_refused' } }]);
  expect(place.errors()).toHaveLength(1);
  expect(JSON.stringify([summary, place.log])).not.toContain(TOKEN);
  expect(await checkOf(place, FORM)).toMatchObject({ storedUntil: T0, fault: { code: 'credential_refused' } });
});

test('forms that only a campaign is linked to are looked at; without a token for them that is told', async () => {
  await using place = await AnswersUnderTest.create({ tokens: `${PAGE}=${TOKEN}` });
  expect(figures(await backfill(place))).toEqual([
    `${FORM} 0 0 0 ok`,
    `${OTHER_FORM} 0 0 0 missing`.replace('missing', 'lead_not_available'),
  ]);
});

describe('a form that was deleted at the platform', () => {
  async function comparedAndDeleted(place: AnswersUnderTest): Promise<void> {
    await backfill(place);
    place.platform.directory.forms.delete(FORM);
    place.now = T0 + 2 * DAY;
  }

  test('has not failed: its page names its forms without it', async () => {
    await using place = await AnswersUnderTest.create();
    await comparedAndDeleted(place);
    const summary = await backfill(place);
    expect(figures(summary)).toEqual([`${OTHER_FORM} 0 0 0 ok`, `${FORM} 0 0 0 form_gone`]);
    expect(faultLines(summary)).toEqual([]);
    expect(await checkOf(place, FORM)).toMatchObject({ checkedAt: T0 + 2 * DAY, storedUntil: T0, fault: { code: 'form_gone' } });
    expect(failedChecks(await place.store.listFormChecks())).toEqual([]);
    expect(faultText(summary.forms[1]?.fault?.params ?? null, 'pt')).toMatch(/^O formulário \d+ não existe mais na Meta, ou/);
  });

  test('is compared from where it was when it is there again', async () => {
    await using place = await AnswersUnderTest.create();
    await comparedAndDeleted(place);
    await backfill(place);
    place.platform.directory.addForm({ id: FORM, pageId: PAGE });
    seed(place, 2, FORM, T0 + MINUTE);
    expect(figures(await backfill(place))).toContain(`${FORM} 2 2 2 ok`);
  });

  test('has failed while its page does not name its forms, and for who asks for it by its id', async () => {
    await using place = await AnswersUnderTest.create();
    await comparedAndDeleted(place);
    const fault = place.platform.fail({ code: 2, message: 'Service temporarily unavailable' }, { path: `${PAGE}/leadgen_forms` });
    const summary = await backfill(place);
    expect(figures(summary)).toContain(`${FORM} 0 0 0 lead_not_available`);
    expect(faultLines(summary).map(({ of }) => of)).toContain(`form ${FORM}`);
    fault.end();
    expect(figures(await backfill(place, { formId: FORM }))).toEqual([`${FORM} 0 0 0 lead_not_available`]);
  });
});

test('a lead of a form that nobody is linked to becomes an event that can be mended', async () => {
  await using place = await AnswersUnderTest.create();
  place.platform.directory.addForm({ id: '99', pageId: PAGE });
  seed(place, 1, '99');
  await backfill(place);
  await place.once();
  expect((await place.store.listEvents({ limit: 5 })).items[0]).toMatchObject({ status: 'erro', errorCode: 'not_linked' });
});

test('a dry run stores nothing, not even a checkpoint', async () => {
  await using place = await AnswersUnderTest.create();
  seed(place, 2);
  expect(figures(await backfill(place, { dryRun: true, formId: FORM, pageId: PAGE }))).toEqual([`${FORM} 2 2 0 ok`]);
  expect((await place.store.listEvents({ limit: 5 })).items).toEqual([]);
  expect(await place.store.listFormChecks()).toEqual([]);
});

test('what another process stored in the meantime is left alone, and does not count as sent again', async () => {
  await using place = await AnswersUnderTest.create();
  const event = socialLeadEvent({ id: '91234567890120001' }, { formId: FORM, pageId: null });
  const delivery = deliveryOf(event, { origin: 'social_ads', requestId: 'r', now: T0 });
  expect((await place.store.accept(delivery))[0]).toMatchObject({ isNew: true });
  expect((await place.store.accept(delivery))[0]).toMatchObject({ isNew: false, status: 'already_accepted' });
  expect((await place.store.listEvents({ limit: 5 })).items).toMatchObject([{ identity: '91234567890120001', resends: 0 }]);
});

test('two processes at once store each lead once', async () => {
  await using place = await AnswersUnderTest.create();
  seed(place, 150);
  await using other = place.openStore();
  const [one, two] = await Promise.all([backfill(place), backfill(place, {}, { store: other })]);
  expect((one.forms[0]?.stored ?? 0) + (two.forms[0]?.stored ?? 0)).toBe(150);
  await place.once();
  expect(await leadsOf(place)).toHaveLength(150);
});

test('a stop in the middle keeps the checkpoint', async () => {
  await using place = await AnswersUnderTest.create();
  seed(place, 150);
  const stop = new AbortController();
  const onProgress = async ({ found }: { found: number }): Promise<void> => {
    if (found === 100) stop.abort();
  };
  expect(await backfill(place, { formId: FORM, pageId: PAGE, signal: stop.signal, onProgress })).toMatchObject({
    stopped: true,
    forms: [],
  });
  expect(await place.store.listFormChecks()).toEqual([]);
  expect((await backfill(place, { formId: FORM })).forms[0]).toMatchObject({ found: 150, missing: 50 });
});
