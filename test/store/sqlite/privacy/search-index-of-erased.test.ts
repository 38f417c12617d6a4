import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../../src/domain/ports.ts';
import { NO_RETENTION } from '../../../../src/domain/retention.ts';
import { textWords } from '../../../../src/store/sql/search-words.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, claim, finishLead } from '../../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../../support/empty-database.ts';
import { formBody, formDelivery, leadFields, leadIntent, operator, T0 } from '../../../support/factories.ts';
import { TempDir } from '../../../support/temp-dir.ts';

const DAY = 86_400_000;
/** More than a search looks through without the index, before and after the people who are erased. */
const CROWD = 510;
/** Each step of the index becomes a segment of its own. */
const STEP = 100;
/** What fewer letters have in common identifies nobody. */
const TELLING = 9;

interface Person {
  readonly nome: string;
  readonly email: string;
  readonly telefone: string;
  readonly gclid: string;
}

let folder: TempDir;
let path: string;
let store: Store;

beforeEach(async () => {
  folder = new TempDir();
  path = placeEmptyDatabase(folder.file('test.db'));
  store = openSqliteStore(`sqlite:${path}`, T0);
  await addCampaign(store);
});

afterEach(async () => {
  await store.close();
  folder[Symbol.dispose]();
});

function somebody(): Person {
  const hex = randomBytes(6).toString('hex');
  const number = String(10_000_000 + (randomBytes(4).readUInt32BE() % 90_000_000));
  return {
    nome: `Nome${hex}`,
    email: `mail.${hex}@example.com`,
    telefone: `(11) 9${number}`,
    gclid: `Cj0K${randomBytes(20).toString('hex')}`,
  };
}

async function receive(people: readonly Person[], receivedAt = T0): Promise<void> {
  await Promise.all(
    people.map((person) => store.accept(formDelivery(person.nome, { body: formBody(person.nome, { ...person }), receivedAt }))),
  );
}

/** A lead for each event that waits, with the same contacts. */
async function work(people: readonly Person[], now = T0): Promise<void> {
  for (const job of await claim(store, { limit: 2_000, now })) {
    const { nome, email, telefone, gclid } = people.find((person) => person.nome === job.identity) as Person;
    const fields = leadFields({ name: nome, email, emailNormalized: email, phone: telefone, searchClickId: gclid, submittedAt: now });
    await finishLead(store, job, leadIntent(job.identity, { fields }), now);
  }
}

async function indexAll(): Promise<number> {
  let added = 0;
  for (let step = await store.indexMore(STEP); step > 0; step = await store.indexMore(STEP)) added += step;
  return added;
}

/** Three people in the middle of a crowd, all of whom only the index finds. */
async function crowd(): Promise<{ readonly everybody: readonly Person[]; readonly three: readonly [Person, Person, Person] }> {
  const everybody = Array.from({ length: 2 * CROWD }, somebody);
  await receive(everybody);
  await work(everybody);
  await indexAll();
  return { everybody, three: everybody.slice(CROWD - 3, CROWD) as [Person, Person, Person] };
}

function erase({ email }: Person): Promise<unknown> {
  return store.erasePerson(
    { emails: [email], phones: [], clickIds: [], leadIds: [], clientId: null },
    'ticket',
    operator(T0 + DAY),
    () => T0 + DAY,
  );
}

async function found(text: string): Promise<{ readonly events: readonly string[]; readonly leads: readonly string[] }> {
  const [events, leads] = [await store.listEvents({ text, limit: 5 }), await store.listLeads({ text, limit: 5 })];
  return { events: events.items.map(({ identity }) => identity), leads: leads.items.map(({ identity }) => identity) };
}

const both = ({ nome }: Person) => ({ events: [nome], leads: [nome] });
const NOBODY = { events: [], leads: [] };

/** Parts of the words of these people that nobody else's have, in the bytes of the index: it stores only the end of many words. */
function tracesOf(people: readonly Person[], everybody: readonly Person[]): readonly string[] {
  const bytes = ['', '-wal']
    .map((ending) => `${path}-search${ending}`)
    .filter(existsSync)
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
  const others = new Set(everybody.filter((person) => !people.includes(person)).flatMap(partsOf));
  return people.flatMap(partsOf).filter((part) => !others.has(part) && bytes.includes(part));
}

function partsOf(person: Person): readonly string[] {
  return [...textWords(Object.values(person))].flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - TELLING + 1) }, (_, from) => word.slice(from, from + TELLING)),
  );
}

test('directly after an erasure, searches find everybody else, and the index has no byte of the person', async () => {
  const { everybody, three } = await crowd();
  const [ana, bob, caio] = three;
  const file = statSync(`${path}-search`).ino;
  expect(await found(ana.gclid)).toEqual(both(ana));
  expect(tracesOf([ana], everybody)).not.toEqual([]);

  await erase(ana);
  await erase(caio);

  expect(await store.searchBacklog()).toEqual({ events: 0, leads: 0 });
  expect(statSync(`${path}-search`).ino).toBe(file);
  for (const text of Object.values(ana)) expect(await found(text)).toEqual(NOBODY);
  for (const text of Object.values(bob)) expect(await found(text)).toEqual(both(bob));
  expect(tracesOf([ana, caio], everybody)).toEqual([]);
  expect(await indexAll()).toBe(0);
});

test('what only mentions the person is still found by the rest', async () => {
  const { everybody, three } = await crowd();
  const [ana] = three;
  const dora = { ...somebody(), email: ana.email };
  await receive([dora]);
  const [job] = await claim(store);
  if (job !== undefined) await finishLead(store, job, leadIntent(dora.nome, { fields: leadFields({ name: dora.nome, submittedAt: T0 }) }));
  const others = Array.from({ length: CROWD }, somebody);
  await receive(others);
  await indexAll();
  await erase(ana);
  expect(await found(dora.gclid)).toEqual({ events: [dora.nome], leads: [] });
  expect(await found(ana.email)).toEqual(NOBODY);
  expect(tracesOf([ana], [...everybody, ...others, { ...dora, email: '' }])).toEqual([]);
});

test('what changed in a lead before the erasure leaves the index too', async () => {
  const { everybody, three } = await crowd();
  const [ana] = three;
  const later = { ...somebody(), nome: ana.nome };
  await store.accept(formDelivery('update'));
  const [job] = await claim(store);
  const fields = leadFields({ email: later.email, emailNormalized: later.email, submittedAt: T0 });
  if (job !== undefined) await finishLead(store, job, leadIntent(ana.nome, { fields, onMatch: 'merge' }));
  await indexAll();
  expect(await found(later.email)).toEqual({ events: expect.anything(), leads: [ana.nome] });
  const file = statSync(`${path}-search`).ino;
  await erase(later);
  expect(statSync(`${path}-search`).ino).toBe(file);
  expect(await found(later.email)).toEqual(NOBODY);
  expect(tracesOf([ana, later], everybody)).toEqual([]);
});

test('the words of what is too old leave the index, at the latest with the next run of retention', async () => {
  const [old, young] = [Array.from({ length: 3 }, somebody), Array.from({ length: CROWD }, somebody)];
  const later = T0 + 30 * DAY;
  await receive(old);
  await work(old);
  await receive(young, later);
  await work(young, later);
  await indexAll();
  const file = statSync(`${path}-search`).ino;
  const days = { ...NO_RETENTION, bodies: 20, leads: 20 };
  const now = T0 + 40 * DAY;
  const isLeft = async () => (await store.countExpired(days, now)).length > 0;

  expect(await store.deleteExpired(days, operator(now), isLeft)).toMatchObject({ isComplete: false });
  expect(tracesOf(old, [...old, ...young])).not.toEqual([]);
  expect(await store.deleteExpired(days, operator(now))).toEqual({ counts: [], isComplete: true });

  expect(await store.searchBacklog()).toEqual({ events: 0, leads: 0 });
  expect(statSync(`${path}-search`).ino).toBe(file);
  expect(tracesOf(old, [...old, ...young])).toEqual([]);
  expect(await found((young[0] as Person).email)).toEqual(both(young[0] as Person));
});
