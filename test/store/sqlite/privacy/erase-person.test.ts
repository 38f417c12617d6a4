import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { LeadFields, LeadIntent } from '../../../../src/domain/lead.ts';
import type { Erasure, PersonProgress, PersonQuery } from '../../../../src/domain/person.ts';
import type { Store } from '../../../../src/domain/ports.ts';
import type { Delivery } from '../../../../src/domain/webhook-event.ts';
import type { StoreCore } from '../../../../src/store/sql/core.ts';
import { people } from '../../../../src/store/sql/ports/people.ts';
import { beginErasure, endErasure, erasedEvents, eraseLateEvent } from '../../../../src/store/sql/privacy/erase-people.ts';
import { NOBODY } from '../../../../src/store/sql/privacy/find-people.ts';
import { openReadConnection, openWriteConnection } from '../../../../src/store/sqlite/connection.ts';
import { copyDatabase } from '../../../../src/store/sqlite/copy-database.ts';
import { SqliteCore } from '../../../../src/store/sqlite/core.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { repeatErasuresIn } from '../../../../src/store/sqlite/privacy/repeat-erasures.ts';
import { addCampaign, claim, eventOf, finish } from '../../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../../support/empty-database.ts';
import {
  batchDelivery,
  formBody,
  formDelivery,
  leadFields,
  leadIntent,
  newConversion,
  operator,
  QUEUE,
  refusedRequest,
  T0,
} from '../../../support/factories.ts';
import { inWords } from '../../../support/saying.ts';
import { TempDir } from '../../../support/temp-dir.ts';

const DAY = 86_400_000;
const REPEATING = { signal: new AbortController().signal };
const REPEATED_AT = T0 + 2 * DAY;

/** Ana, whose data is in every place; Bob, who mentions her. */
const ANA = {
  nome: 'Ana Beatriz Quaresma',
  email: 'Ana.Quaresma@Example.com',
  telefone: '(11) 98765-4321',
  gclid: 'Cj0KCQjw-ana-click-id-0001',
  mensagem: 'Moro na Rua das Acácias 12',
};
const ANA_LEADGEN = '91234567890120001';
const BOB_LEADGEN = '91234567890120002';
const ABOUT_ANA: PersonQuery = { emails: ['ana.quaresma@example.com'], phones: [], clickIds: [], leadIds: [], clientId: null };

/** Every spelling of what identifies Ana. */
const SPELLINGS = [
  ...['Quaresma', 'Beatriz', 'quaresma', 'Acácias', 'acacias', 'ana-click-id', 'anaclickid', ANA_LEADGEN],
  ...['98765-4321', '987654321', '1187654321', '5511987654321', '87654321'],
  ...['ana.quaresma', 'Ana.Quaresma', 'ana%2Equaresma', 'anaquaresmaexamplecom', '198.51.100.23'],
  createHash('sha256').update('ana.quaresma@example.com').digest('hex'),
  createHash('sha256').update('+5511987654321').digest('hex'),
];

function anaFields(overrides: Partial<LeadFields> = {}): LeadFields {
  return leadFields({
    name: ANA.nome,
    email: ANA.email,
    emailNormalized: 'ana.quaresma@example.com',
    phone: ANA.telefone,
    phoneE164: '+5511987654321',
    phoneKey: '1187654321',
    searchClickId: ANA.gclid,
    message: ANA.mensagem,
    consents: [{ purpose: 'ads', granted: true, text: `${ANA.nome}, ${ANA.email}`, ip: '198.51.100.23' }],
    submittedAt: T0,
    ...overrides,
  });
}

const fromAna = (identity: string, overrides: Partial<Delivery> = {}): Delivery =>
  formDelivery(identity, { body: formBody(identity, ANA), remoteAddress: '198.51.100.23', requestId: 'req-1', ...overrides });

const bobBody = formBody('bob-1', { nome: 'Bob', email: 'bob@example.com', mensagem: `Indicado por ${ANA.email}, tel. 11 98765 4321` });

class Database implements AsyncDisposable {
  readonly folder = new TempDir();
  readonly path = placeEmptyDatabase(this.folder.file('test.db'));
  store: Store = this.open();

  open(): Store {
    return openSqliteStore(`sqlite:${this.path}`, T0);
  }

  async reopen(): Promise<void> {
    await this.store.close();
    this.store = this.open();
  }

  /** The files that contain one of the texts, with the text. */
  traces(): readonly string[] {
    return tracesIn(this.path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
    this.folder[Symbol.dispose]();
  }
}

function tracesIn(path: string): readonly string[] {
  const files = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  return files.flatMap((name) => {
    const bytes = readFileSync(join(dirname(path), name));
    return SPELLINGS.filter((text) => bytes.includes(Buffer.from(text))).map((text) => `${name}: ${text}`);
  });
}

/** Everything that comes in about Ana and Bob. Can be repeated: it is what senders resend. */
async function receiveAll(store: Store): Promise<void> {
  await store.accept(fromAna('ana-1'));
  await store.accept(fromAna('ana.quaresma@example.com'));
  await store.accept(formDelivery('bob-1', { body: bobBody }));
  await store.accept(batchDelivery([ANA_LEADGEN, BOB_LEADGEN]));
  await store.accept(fromAna('ana-1', { body: formBody('ana-1', { ...ANA, mensagem: 'Acácias 13' }) }));
  await store.accept(fromAna('ana-fails'));
  await store.accept(fromAna('ana-waits'));
  await store.recordRefused([
    refusedRequest({ body: formBody('ana-refused', ANA), remoteAddress: '198.51.100.23' }),
    refusedRequest({ origin: 'social_ads', body: Buffer.from(batchDelivery([ANA_LEADGEN, BOB_LEADGEN]).body) }),
    refusedRequest({ body: Buffer.from('nome=Ana+Quaresma&email=ana%2Equaresma%40example.com') }),
  ]);
}

function intentOf(identity: string): LeadIntent {
  if (identity === 'bob-1' || identity === BOB_LEADGEN) {
    return leadIntent(identity, {
      fields: leadFields({
        name: 'Bob',
        email: 'bob@example.com',
        emailNormalized: 'bob@example.com',
        message: `Indicado por ${ANA.email}`,
        consents: { ads: true, texto: `Indicado por ${ANA.email}` },
      }),
    });
  }
  return leadIntent(identity, { fields: anaFields(), conversion: newConversion({ key: `venda-${identity}` }) });
}

/** Processes what waits: most become leads, one fails, one stays. */
async function work(store: Store, now = T0): Promise<void> {
  const jobs = (await claim(store, { now })).filter(({ conversionId }) => conversionId === null);
  for (const job of jobs) {
    const fault = { code: 'campaign_unknown', params: inWords(`There is no campaign for ${ANA.email}.`) };
    if (job.identity === 'ana-fails') await finish(store, job, { kind: 'failed', fault }, now);
    else if (job.identity === 'ana-waits') await store.release([job]);
    else
      await store.finish(
        [{ claim: job, outcome: { kind: 'lead', intent: intentOf(job.identity) }, fetched: Buffer.from(`{"f":"${job.identity}"}`) }],
        now,
      );
  }
}

async function fill(store: Store): Promise<void> {
  await addCampaign(store);
  await receiveAll(store);
  await work(store);
  await store.accept(formDelivery('ana-update', { body: formBody('ana-update', { telefone: ANA.telefone }) }));
  const [update] = (await claim(store)).filter(({ identity }) => identity === 'ana-update');
  const updated = leadIntent('ana-1', { fields: anaFields({ name: 'Ana B. Quaresma' }), onMatch: 'merge', match: { byContact: true } });
  if (update !== undefined) await finish(store, update, { kind: 'lead', intent: updated });
  await store.saveView({ list: 'leads', name: 'Retorno', filter: 'texto=ana.quaresma%40example.com' }, operator());
  const told = { leadId: '1', purpose: null, act: 'retirado', at: T0, reason: `${ANA.nome} called` } as const;
  await store.changeConsent(told, operator());
  await store.recordActivity('revelar', 'lead:1', 'ana.quaresma@example.com', operator());
  while ((await store.indexMore(100)) > 0);
}

test('finds a person in every place, and what only mentions them', async () => {
  await using database = new Database();
  await fill(database.store);
  const found = await database.store.findPerson(ABOUT_ANA);
  const places = Object.fromEntries(found.places.map(({ place, own, mentions }) => [place, [own, mentions]]));
  expect(found.leadIds).toHaveLength(3);
  expect(places).toMatchObject({
    leads: [3, 2],
    events: [6, 1],
    refused_requests: [3, 0],
    batches: [0, 1],
    operators_log: [0, 1],
    saved_views: [0, 1],
    resends: [1, 0],
    lead_changes: [1, 0],
    consents: [7, 2],
    fetched_answers: [3, 0],
  });
});

test('nothing of an erased person is left in any file, and others are as they were', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const before = await othersOf(store);
  const figures = await store.queueSnapshot(QUEUE, T0);
  expect(database.traces().length).toBeGreaterThan(5);

  const erasure = await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);

  expect(erasure).toMatchObject({ id: '1', operator: 'cli:ana', startedAt: T0 + DAY, completedAt: T0 + DAY, leads: 3, events: 6 });
  expect(database.traces()).toEqual([]);
  expect(await othersOf(store)).toEqual(before);
  expect((await store.queueSnapshot(QUEUE, T0)).finished).toBe(figures.finished);
  expect(await store.findPerson(ABOUT_ANA)).toMatchObject({ leadIds: [], places: [] });
  expect((await store.listLeads({ limit: 10 })).items.map(({ erasedAt }) => erasedAt)).toContain(T0 + DAY);
});

/** Bob's lead, without the mention of Ana. */
async function othersOf(store: Store): Promise<unknown> {
  const leads = (await store.listLeads({ limit: 100 })).items.filter(({ name }) => name === 'Bob');
  const details = await Promise.all(leads.map(({ id }) => store.findLead(id)));
  return details.map((detail) => ({ ...detail, lead: { ...detail?.lead, message: null, consents: null } }));
}

test('an erased person is not brought back by anything that ever came in', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const leads = (await store.listLeads({ limit: 100 })).items.length;
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);

  await receiveAll(store);
  await store.accept(fromAna('ana-imported', { credential: 'backfill', onlyNew: true, receivedAt: T0 + 2 * DAY }));
  await work(store, T0 + 2 * DAY);
  await store.replay(['1', '2'], QUEUE, operator());
  await work(store, T0 + 2 * DAY);

  expect((await store.listLeads({ limit: 100 })).items).toHaveLength(leads);
  expect(await store.resumeErasures(() => T0 + 2 * DAY)).toBe(1);
  expect(database.traces()).toEqual([]);
});

test('a backup from before the erasure does not bring them back', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const backup = database.folder.file('backup.db');
  await copyDatabase(database.path, backup, { signal: AbortSignal.timeout(60_000) });
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  const after = await store.listErasures();

  expect(await repeatErasuresIn(backup, database.path, REPEATED_AT, REPEATING)).toBe(1);

  expect(tracesIn(backup)).toEqual([]);
  expect(await repeatErasuresIn(backup, database.path, REPEATED_AT, REPEATING)).toBe(0);
  await using restored = openSqliteStore(`sqlite:${backup}`, T0);
  const [erasure] = await restored.listErasures();
  expect(erasure).toMatchObject({ startedAt: T0 + DAY, leads: after[0]?.leads, events: after[0]?.events });
  await receiveAll(restored);
  await work(restored, T0 + 2 * DAY);
  await restored.resumeErasures(() => T0 + 2 * DAY);
  expect(tracesIn(backup)).toEqual([]);
});

test('several people who are erased since a backup are all erased again, and one pass reads for all of them', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const backup = database.folder.file('backup.db');
  await copyDatabase(database.path, backup, { signal: AbortSignal.timeout(60_000) });
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  await store.erasePerson(
    { ...ABOUT_ANA, emails: ['bob@example.com'], clientId: '1' },
    'ticket 2',
    operator(T0 + DAY + 1),
    () => T0 + DAY + 1,
  );
  const receipts = await store.listErasures();
  const read: number[] = [];

  const options = { ...REPEATING, onProgress: ({ done, total }: PersonProgress) => read.push(done / total) };
  expect(await repeatErasuresIn(backup, database.path, REPEATED_AT, options)).toBe(2);

  expect(read).toEqual(read.toSorted((a, b) => a - b));
  expect(read.at(-1)).toBe(1);
  await using restored = openSqliteStore(`sqlite:${backup}`, T0);
  const counts = ({ startedAt, clientId, leads, events }: Erasure) => ({ startedAt, clientId, leads, events });
  expect((await restored.listErasures()).map(counts)).toEqual(receipts.map(counts));
  expect(tracesIn(backup)).toEqual([]);
  expect(readFileSync(backup).includes('bob@example.com')).toBe(false);
});

test('repeating erasures stops between two steps', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const backup = database.folder.file('backup.db');
  await copyDatabase(database.path, backup, { signal: AbortSignal.timeout(60_000) });
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  const stop = new AbortController();
  const repeating = repeatErasuresIn(backup, database.path, REPEATED_AT, {
    ...REPEATING,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(repeating).rejects.toMatchObject({ name: 'AbortError' });
});

test('what is told of their sales and attempts is blanked even if it names nothing that identifies them', async () => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  await store.accept(fromAna('ana-1'));
  const [first] = await claim(store);
  if (first === undefined) throw new Error('no job');
  const fault = { code: 'platform_busy', params: inWords('The aunt answered.') };
  await finish(store, first, { kind: 'retry', fault, availableAt: T0 + 1, spendsAttempt: true });
  await work(store, T0 + 1);
  const { conversionIds } = await store.addStage({ ...newConversion({ key: 'k' }), leadId: '1' }, operator());
  const conversionId = conversionIds[0] ?? '';
  await store.changeStage({ kind: 'correct', conversionId, value: 7, reason: 'Her aunt paid more.' }, operator());
  const told = async () => ({
    corrections: (await store.conversionTrail(conversionId))?.conversion.corrections.map(({ reason }) => reason),
    attempts: (await store.eventTrail('1'))?.attempts.map(({ errorParams }) => errorParams),
  });
  expect(await told()).toEqual({ corrections: ['Her aunt paid more.'], attempts: [fault.params] });
  const { places } = await store.findPerson(ABOUT_ANA);
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  expect(await told()).toEqual({ corrections: [], attempts: [] });
  expect(places).toContainEqual({ place: 'errors', own: 1, mentions: 0 });
});

test('a new request after the erasure is a new lead', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  const [receipt] = await store.accept(fromAna('ana-new', { receivedAt: T0 + 2 * DAY }));
  const [job] = await claim(store, { now: T0 + 2 * DAY });
  if (job === undefined) throw new Error('no job');
  await finish(
    store,
    job,
    { kind: 'lead', intent: leadIntent('ana-new', { fields: anaFields({ submittedAt: T0 + 2 * DAY }) }) },
    T0 + 2 * DAY,
  );
  const event = await eventOf(store, receipt?.eventId ?? '');
  expect(event).toMatchObject({ status: 'processado', erasedAt: null });
  expect(await store.findPerson(ABOUT_ANA)).toMatchObject({ leadIds: [event.leadId] });
});

test('a contact that others have finds no further leads, and their data stays', async () => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  for (const [identity, name] of [
    ['one', 'Ana'],
    ['two', 'Bia'],
  ] as const) {
    await store.accept(formDelivery(identity, { body: formBody(identity, { nome: name, email: 'nao@tenho.com' }) }));
    const [job] = await claim(store);
    const fields = leadFields({ name, email: 'nao@tenho.com', emailNormalized: 'nao@tenho.com', submittedAt: T0 });
    if (job !== undefined) await finish(store, job, { kind: 'lead', intent: leadIntent(identity, { fields }) });
  }
  const query = { ...ABOUT_ANA, emails: [], leadIds: ['1'] };
  expect(await store.findPerson(query)).toMatchObject({ leadIds: ['1'], shared: [{ leadId: '2', with: '1', contact: 'email' }] });
  const other = await store.findLead('2');
  await store.erasePerson(query, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  expect(await store.findLead('2')).toEqual(other);
  expect(await store.findLead('1')).toMatchObject({ lead: { name: null, email: null, erasedAt: T0 + DAY } });
});

test('with a client, leads of others that share a contact are not told, and the contact still finds nobody else', async () => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  await store.addClient({ id: '7', name: 'Agência Sete' }, operator());
  const shared = { email: 'nao@tenho.com', emailNormalized: 'nao@tenho.com' };
  for (const [identity, clientId] of [
    ['one', '1'],
    ['two', '7'],
  ] as const) {
    await store.accept(formDelivery(identity, { body: formBody(identity, { email: shared.email }) }));
    const [job] = await claim(store);
    if (job !== undefined)
      await finish(store, job, { kind: 'lead', intent: leadIntent(identity, { clientId, fields: leadFields(shared) }) });
  }
  const query = { ...ABOUT_ANA, emails: [], leadIds: ['1'] };
  expect(await store.findPerson({ ...query, clientId: '1' })).toMatchObject({ leadIds: ['1'], shared: [] });
  expect(await store.findPerson(query)).toMatchObject({ leadIds: ['1'], shared: [{ leadId: '2', with: '1' }] });
});

test('with a client, only what is known to be theirs is erased', async () => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  await store.addClient({ id: '7', name: 'Agência Sete' }, operator());
  await store.accept(fromAna('of-seven', { limitedTo: '7' }));
  await store.accept(fromAna('of-nobody'));
  await store.accept(fromAna('of-one', { limitedTo: '1' }));
  await store.recordRefused([refusedRequest({ body: formBody('refused', ANA) })]);
  const before = await Promise.all(['1', '2'].map((id) => store.eventTrail(id)));

  expect(await store.erasePerson({ ...ABOUT_ANA, clientId: '1' }, 'ticket 1', operator(T0 + DAY), () => T0 + DAY)).toMatchObject({
    events: 1,
    completedAt: T0 + DAY,
  });

  expect(await Promise.all(['1', '2'].map((id) => store.eventTrail(id)))).toEqual(before);
  expect(await eventOf(store, '3')).toMatchObject({ erasedAt: T0 + DAY });
  expect((await store.listRefused({ limit: 10 })).items).toHaveLength(1);
});

test('who was erased for one client still comes in for another, until they are erased there too', async () => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
  const isErased = async (identity: string, clientId: string): Promise<boolean> => {
    await store.accept(formDelivery(identity));
    const [job] = await claim(store);
    const { name, email, emailNormalized, submittedAt } = anaFields();
    const fields = leadFields({ name, email, emailNormalized, submittedAt });
    if (job !== undefined) await finish(store, job, { kind: 'lead', intent: leadIntent(identity, { clientId, fields }) });
    return (await eventOf(store, job?.eventId ?? '')).erasedAt !== null;
  };
  expect([await isErased('a-1', '1'), await isErased('a-2', '2')]).toEqual([false, false]);
  await store.erasePerson({ ...ABOUT_ANA, clientId: '1' }, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  expect([await isErased('b-1', '1'), await isErased('b-2', '2')]).toEqual([true, false]);
  await store.erasePerson({ ...ABOUT_ANA, clientId: '2' }, 'ticket 2', operator(T0 + 2 * DAY), () => T0 + 2 * DAY);
  expect([await isErased('c-1', '1'), await isErased('c-2', '2')]).toEqual([true, true]);
});

test('who came by a limited secret and was erased does not come back by an import', async () => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  const google = { origin: 'search_ads', events: [{ eventType: 'lead_form', identity: 'g-1' }] } as const;
  await store.accept(formDelivery('g-1', { ...google, limitedTo: '1' }));
  const [job] = await claim(store);
  const intent = leadIntent('g-1', { origin: 'search_ads', limitedTo: '1', fields: leadFields({ name: 'Ana', submittedAt: T0 }) });
  if (job !== undefined) await finish(store, job, { kind: 'lead', intent });
  await store.erasePerson({ ...ABOUT_ANA, emails: [], leadIds: ['1'] }, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  const imported = formDelivery('g-1', { ...google, credential: 'backfill', onlyNew: true, receivedAt: T0 + 2 * DAY });
  expect(await store.accept(imported)).toMatchObject([{ eventId: '1', isNew: false }]);
});

test('a database in which somebody was erased is still in use, as other processes see it', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const script = `
    import { takeExclusively } from ${JSON.stringify(new URL('../../../../src/store/sqlite/open-for-writing.ts', import.meta.url).href)};
    console.log(takeExclusively(${JSON.stringify(database.path)}).kind);`;
  const take = (): string => execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  expect(take()).toBe('in_use\n');
});

test('a late batch keeps only the leads of others', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  const [late, other] = ['91234567890120098', '91234567890120099'];
  await store.accept(batchDelivery([late, other]));
  const intent = leadIntent(late, { fields: anaFields() });
  const [job] = (await claim(store, { now: T0 + 2 * DAY })).filter(({ identity }) => identity === late);
  if (job !== undefined) await finish(store, job, { kind: 'lead', intent }, T0 + 2 * DAY);
  await store.resumeErasures(() => T0 + 2 * DAY);
  const bytes = readFileSync(database.path);
  expect([bytes.includes(late), bytes.includes(other)]).toEqual([false, true]);
  expect(database.traces()).toEqual([]);
});

test('an event that comes while traces are removed keeps the erasure open', async () => {
  await using database = new Database();
  await database.store.accept(fromAna('late'));
  const connection = openWriteConnection(database.path, T0, { create: false });
  const { erasure } = await beginErasure(
    connection,
    NOBODY,
    { emails: [], phones: [], clickIds: [] },
    { ...operator(), reason: 'ticket 1' },
  );
  const before = await erasedEvents(connection, erasure);
  await eraseLateEvent(connection, erasure, 1);
  expect(await endErasure(connection, erasure, T0, before)).toBe(false);
  expect(await endErasure(connection, erasure, T0, await erasedEvents(connection, erasure))).toBe(true);
  connection.close();
});

test('a click id that a form made up finds its lead, and nothing else', async () => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  await store.accept(formDelivery('ana', { body: formBody('ana', { gclid: 'teste' }) }));
  const [job] = await claim(store);
  const fields = leadFields({ name: 'Ana', searchClickId: 'teste', submittedAt: T0 });
  if (job !== undefined) await finish(store, job, { kind: 'lead', intent: leadIntent('ana', { fields }) });
  await store.accept(formDelivery('bob', { body: formBody('bob', { nome: 'Bob', utm_campaign: 'teste' }) }));
  await store.erasePerson({ ...ABOUT_ANA, emails: [], clickIds: ['teste'] }, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  expect(await eventOf(store, '2')).toMatchObject({ identity: 'bob', status: 'recebido', erasedAt: null });
  expect(await store.findLead('1')).toMatchObject({ lead: { searchClickId: null, erasedAt: T0 + DAY } });
});

test.each([
  ['an identity as the sender wrote it', { identity: 'Ana.Quaresma@Example.com' }, ABOUT_ANA],
  ['a gbraid', { fields: { gbraid: '0AAAAA-braid-of-ana-0001' } }, { ...ABOUT_ANA, emails: [], clickIds: ['0AAAAA-braid-of-ana-0001'] }],
  [
    'an fbclid within fbc',
    { fields: { fbc: 'fb.1.1.IwAR-click-of-ana-0001' } },
    { ...ABOUT_ANA, emails: [], clickIds: ['IwAR-click-of-ana-0001'] },
  ],
])('a lead is found by %s', async (_name, { identity = 'ana', fields = {} }: { identity?: string; fields?: object }, query) => {
  await using database = new Database();
  const { store } = database;
  await addCampaign(store);
  await store.accept(formDelivery(identity));
  const [job] = await claim(store);
  if (job !== undefined)
    await finish(store, job, { kind: 'lead', intent: leadIntent(identity, { fields: leadFields({ name: 'Ana', ...fields }) }) });
  expect(await store.findPerson(query)).toMatchObject({ leadIds: ['1'] });
});

test('a number in the reason of an erasure does not keep it from its end', async () => {
  await using database = new Database();
  await fill(database.store);
  const reason = 'Ana, tel.: 11987654321, pediu';
  expect(await database.store.erasePerson(ABOUT_ANA, reason, operator(T0 + DAY), () => T0 + DAY)).toMatchObject({ completedAt: T0 + DAY });
  const { items } = await database.store.listActivity({ action: 'apagar_pessoa', limit: 1 });
  expect(items[0]?.detail).toBe('Ana, tel.: ***, pediu');
});

test('a long read of another process keeps an erasure open until it has ended', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const reading = openReadConnection(database.path);
  reading.driver.exec('begin');
  reading.row('select count(*) from eventos');
  expect(await store.erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY)).toMatchObject({ completedAt: null });
  reading.close();
  expect(await store.resumeErasures(() => T0 + 2 * DAY)).toBe(1);
  expect((await store.listErasures())[0]).toMatchObject({ completedAt: T0 + 2 * DAY });
  expect(database.traces()).toEqual([]);
}, 60_000);

test('an interrupted erasure is resumed', async () => {
  await using database = new Database();
  await fill(database.store);
  const stop = new Error('killed');
  const erasing = database.store.erasePerson(
    ABOUT_ANA,
    'ticket 1',
    operator(T0 + DAY),
    () => T0 + DAY,
    () => {
      throw stop;
    },
  );
  await expect(erasing).rejects.toBe(stop);
  expect((await database.store.listErasures())[0]).toMatchObject({ completedAt: null });
  await database.reopen();
  expect(await database.store.resumeErasures(() => T0 + DAY)).toBe(1);
  expect((await database.store.listErasures())[0]).toMatchObject({ completedAt: T0 + DAY, leads: 3 });
  expect(database.traces()).toEqual([]);
});

test('somebody about whom nothing is stored does not come in afterwards either', async () => {
  await using database = new Database();
  const query = { ...ABOUT_ANA, emails: ['nobody@example.com'] };
  const erasure = await database.store.erasePerson(query, 'ticket 1', operator(), () => T0);
  expect(erasure).toMatchObject({ completedAt: T0, leads: 0, events: 0 });
});

test.each([
  [{ emails: [], phones: [], clickIds: [], leadIds: [] }, 'invalid_input'],
  [{ emails: ['ana'] }, 'invalid_input'],
  [{ emails: [], phones: ['12'] }, 'invalid_input'],
  [{ emails: [], leadIds: ['99'] }, 'not_found'],
])('a query that finds nobody to erase is refused: %j', async (query, code) => {
  await using database = new Database();
  await expect(database.store.erasePerson({ ...ABOUT_ANA, ...query }, 'ticket 1', operator(), () => T0)).rejects.toMatchObject({ code });
});

/** Erases Ana; something happens before the lead search or the begin of the erasure. */
async function eraseAnaAfter(path: string, step: 'findPeople' | 'beginErasure', happens: () => Promise<void>): Promise<void> {
  const core = new SqliteCore(path, T0, {});
  const before = async (name: string): Promise<void> => {
    if (name === step) await happens();
  };
  const late: StoreCore = {
    ...core,
    journal: core.journal,
    read: async (name, ...args) => {
      await before(name);
      return await core.read(name, ...args);
    },
    write: async (name, ...args) => {
      await before(name);
      return await core.write(name, ...args);
    },
    close: () => core.close(),
    giveBackSpace: () => core.giveBackSpace(),
  };
  try {
    await people(late).erasePerson(ABOUT_ANA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
  } finally {
    await core.close();
  }
}

test('a lead that a worker stores between the search and the begin of an erasure is erased too', async () => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const leads = (await store.listLeads({ limit: 100 })).items.length;
  await eraseAnaAfter(database.path, 'beginErasure', async () => {
    await store.accept(fromAna('ana-late'));
    await work(store);
  });
  expect((await store.listLeads({ limit: 100 })).items).toHaveLength(leads + 1);
  expect(database.traces()).toEqual([]);
});

test.each(['findPeople', 'beginErasure'] as const)('a new request that comes during the search, before %s, is kept', async (step) => {
  await using database = new Database();
  const { store } = database;
  await fill(store);
  const now = T0 + 2 * DAY;
  const received: string[] = [];
  const all = async () => await Promise.all(received.map((event) => store.eventTrail(event)));
  let before: unknown;
  await eraseAnaAfter(database.path, step, async () => {
    const [created] = await store.accept(fromAna('ana-new', { receivedAt: now }));
    const [job] = (await claim(store, { now })).filter(({ identity }) => identity === 'ana-new');
    if (job === undefined) throw new Error('no job');
    const fields = anaFields({ searchClickId: 'Cj0KCQjw-ana-click-id-0002', submittedAt: now });
    await finish(store, job, { kind: 'lead', intent: leadIntent('ana-new', { fields }) }, now);
    const [waiting] = await store.accept(fromAna('ana-new-waits', { receivedAt: now }));
    received.push(created?.eventId ?? '', waiting?.eventId ?? '');
    before = await all();
  });
  expect(await all()).toEqual(before);
  const kept = await store.findPerson(ABOUT_ANA);
  expect([kept.leadIds.length, kept.eventIds.toSorted()]).toEqual([1, received.toSorted()]);
});
