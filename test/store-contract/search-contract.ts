import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/base/exact-json.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { EventQuery, LeadQuery } from '../../src/domain/report-ports.ts';
import { formBody, formDelivery, leadFields, leadIntent, operator, QUEUE, T0 } from '../support/factories.ts';
import { accept, addCampaign, claim, claimOne, FAULT, failEvent, finish, finishLead, processEvent } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const NAUGHTY = JSON.parse(readFileSync(new URL('../vectors/naughty_strings.json', import.meta.url), 'utf8')) as readonly string[];

const HOSTILE = [
  '"',
  '""',
  '*',
  'a*',
  '" *',
  'NEAR',
  'NEAR(a b)',
  'a AND',
  'OR',
  'NOT a',
  'palavras:a',
  '^a',
  '{a b}:c',
  "'; drop table leads; --",
  '🙂',
  '\u0000',
  'a\u0000b',
  '\u202Eana\u2069',
  '\uD800',
  '(',
  '-',
  'x'.repeat(500),
  'x '.repeat(400),
  '1'.repeat(500),
];

/** Indexes everything, in steps that cut through events and leads. */
async function indexAll(store: Store): Promise<number> {
  let added = 0;
  for (let step = await store.indexMore(2); step > 0; step = await store.indexMore(2)) added += step;
  return added;
}

async function post(store: Store, identity: string, body: JsonObject): Promise<void> {
  await store.accept(formDelivery(identity, { body: formBody(identity, body) }));
}

async function eventsWith(store: Store, text: string, query: Partial<EventQuery> = {}): Promise<string[]> {
  return (await store.listEvents({ limit: 100, text, ...query })).items.map((event) => event.identity);
}

async function leadsWith(store: Store, text: string, query: Partial<LeadQuery> = {}): Promise<string[]> {
  return (await store.listLeads({ limit: 100, text, ...query })).items.map((lead) => lead.identity);
}

export function searchContract(open: OpenStore): void {
  const test = storeTests(open);

  /** The same must hold before and after indexing. */
  async function beforeAndAfterIndexing(store: Store, check: () => Promise<void>): Promise<void> {
    await check();
    await indexAll(store);
    await check();
  }

  describe('search of events', () => {
    test('finds the words of a body, all of them, the last one perhaps only begun', async (store) => {
      await post(store, 'a', { nome: 'José da Conceição', respostas: [{ pergunta: 'Cidade', valores: ['São Paulo'] }] });
      await post(store, 'b', { nome: 'Maria Conceicao' });
      await beforeAndAfterIndexing(store, async () => {
        expect(await eventsWith(store, 'conceição')).toEqual(['b', 'a']);
        expect(await eventsWith(store, 'CONCEICAO jose')).toEqual(['a']);
        expect(await eventsWith(store, 'jose conc')).toEqual(['a']);
        expect(await eventsWith(store, 'con jose')).toEqual([]);
        expect(await eventsWith(store, 'sao paulo')).toEqual(['a']);
        expect(await eventsWith(store, 'jose maria')).toEqual([]);
      });
    });

    test('finds an e-mail address, its parts and its beginning, in whatever case', async (store) => {
      await post(store, 'a', { email: 'Ana.Silva+x@Example.com' });
      await post(store, 'b', { email: 'ana@example.com.br' });
      await beforeAndAfterIndexing(store, async () => {
        expect(await eventsWith(store, 'ana.silva+x@example.com')).toEqual(['a']);
        expect(await eventsWith(store, 'ana.silva+x@exa')).toEqual(['a']);
        expect(await eventsWith(store, 'ana@example.com')).toEqual(['b']);
        expect(await eventsWith(store, 'silva')).toEqual(['a']);
        expect(await eventsWith(store, '@example.com')).toEqual(['b', 'a']);
      });
    });

    test('finds a Brazilian phone number however it was written and however it is typed', async (store) => {
      const ways = [
        '(11) 98765-4321',
        '+55 11 98765-4321',
        '11987654321',
        '1187654321',
        '5511987654321',
        '+55 (11) 8765-4321',
        '011 98765.4321',
      ];
      for (const [index, telefone] of ways.entries()) await post(store, `p${index}`, { telefone });
      await post(store, 'other', { telefone: '(21) 98765-4321' });
      const all = ways.map((_way, index) => `p${index}`).toReversed();
      await beforeAndAfterIndexing(store, async () => {
        for (const way of ways) expect(await eventsWith(store, way), way).toEqual(all);
        expect(await eventsWith(store, '98765-4321')).toEqual(['other', ...all]);
        expect(await eventsWith(store, 'ana (11) 98765-4321')).toEqual(all);
        expect(await eventsWith(store, '(11) 93333-4444')).toEqual([]);
      });
    });

    test('finds numbers, click ids and uuids by their whole and by their beginning', async (store) => {
      const [clickId, uuid] = ['Cj0KCQjw-abc_DEFghi123', '550e8400-e29b-41d4-a716-446655440000'];
      await post(store, 'a', { gclid: clickId, visita: uuid, pedido: 12_345_678_901_234 });
      await post(store, 'b', { gclid: 'Cj0KCQjw-abc_DEFghi999' });
      await beforeAndAfterIndexing(store, async () => {
        expect(await eventsWith(store, clickId)).toEqual(['a']);
        expect(await eventsWith(store, 'Cj0KCQjw-abc_DEFghi')).toEqual(['b', 'a']);
        expect(await eventsWith(store, 'Cj0KCQjw')).toEqual(['b', 'a']);
        expect(await eventsWith(store, uuid)).toEqual(['a']);
        expect(await eventsWith(store, '550e8400-e29b-41d4-a')).toEqual(['a']);
        expect(await eventsWith(store, '12345678901234')).toEqual(['a']);
      });
    });

    test('finds exactly the id, the identity and the lead, and every event of a lead that has the words', async (store) => {
      await addCampaign(store);
      const first = await processEvent(store, 'form-Ä/1', leadIntent('form-Ä/1', { fields: leadFields({ name: 'Zuleica Prado' }) }));
      await accept(store, 'later');
      await finishLead(store, await claimOne(store), leadIntent('form-Ä/1', { fields: leadFields() }));
      await accept(store, 'stranger');
      await beforeAndAfterIndexing(store, async () => {
        expect(await eventsWith(store, ` ${first.eventId} `)).toContain('form-Ä/1');
        expect(await eventsWith(store, 'form-Ä/1')).toEqual(['later', 'form-Ä/1']);
        expect(await eventsWith(store, 'zuleica')).toEqual(['later', 'form-Ä/1']);
      });
    });

    test('finds the person whose event failed, together with every other filter', async (store) => {
      await addCampaign(store);
      await post(store, 'failed', { nome: 'Bruna' });
      await finish(store, await claimOne(store), { kind: 'failed', fault: FAULT });
      await post(store, 'done', { nome: 'Bruna' });
      await finishLead(store, await claimOne(store), leadIntent('done', { campaignId: '42' }));
      await store.accept(formDelivery('waiting', { body: formBody('waiting', { nome: 'Bruna' }), receivedAt: T0 + 5_000 }));
      await beforeAndAfterIndexing(store, async () => {
        expect(await eventsWith(store, 'bruna')).toEqual(['waiting', 'done', 'failed']);
        expect(await eventsWith(store, 'bruna', { status: 'erro' })).toEqual(['failed']);
        expect(await eventsWith(store, 'bruna', { errorCode: FAULT.code })).toEqual(['failed']);
        expect(await eventsWith(store, 'bruna', { clientId: '1' })).toEqual(['done']);
        expect(await eventsWith(store, 'bruna', { campaignId: '42', eventType: 'lead' })).toEqual(['done']);
        expect(await eventsWith(store, 'bruna', { campaignId: '43' })).toEqual([]);
        expect(await eventsWith(store, 'bruna', { since: T0 + 5_000 })).toEqual(['waiting']);
        expect(await eventsWith(store, 'bruna', { until: T0 + 5_000 })).toEqual(['done', 'failed']);
        expect(await eventsWith(store, 'bruna', { origin: 'search_ads' })).toEqual([]);
        expect(await eventsWith(store, 'bruna', { identity: 'done' })).toEqual(['done']);
      });
    });

    test('goes on page by page, each event once, also across what is not in the index yet', async (store) => {
      for (let index = 0; index < 7; index += 1) await post(store, `old${index}`, { nome: 'Clara' });
      await indexAll(store);
      for (let index = 0; index < 6; index += 1) await post(store, `new${index}`, { nome: 'Clara' });
      const seen: string[] = [];
      let before: string | null | undefined;
      while (before !== null) {
        const page = await store.listEvents({ text: 'clara', limit: 4, ...(before === undefined ? {} : { before }) });
        seen.push(...page.items.map((event) => event.identity));
        before = page.nextCursor;
      }
      expect(seen).toEqual(['new5', 'new4', 'new3', 'new2', 'new1', 'new0', 'old6', 'old5', 'old4', 'old3', 'old2', 'old1', 'old0']);
    });

    test('a blank text is no filter; one without letters and digits finds nothing', async (store) => {
      await accept(store, 'a');
      expect(await eventsWith(store, '  ')).toEqual(['a']);
      expect(await eventsWith(store, '?!')).toEqual([]);
    });

    test('takes a body that is no JSON, and a large one, which are found by their identity', async (store) => {
      await store.accept(formDelivery('broken', { body: Buffer.from('{"nome":"Ana') }));
      await post(store, 'large', { nome: 'Ana', texto: 'x '.repeat(100_000) });
      await beforeAndAfterIndexing(store, async () => {
        expect(await eventsWith(store, 'broken')).toEqual(['broken']);
        expect(await eventsWith(store, 'large')).toEqual(['large']);
        expect(await eventsWith(store, 'ana')).toEqual([]);
      });
    });
  });

  describe('search of leads', () => {
    const fields = leadFields({
      name: 'Heloísa Nóbrega',
      email: 'Helo@Example.com',
      emailNormalized: 'helo@example.com',
      phone: '(11) 98765-4321',
      phoneE164: '+5511987654321',
      phoneKey: '1187654321',
      searchClickId: 'Cj0-xyz9',
    });

    test('finds name, e-mail, phone, click id, identity and id, with every other filter', async (store) => {
      await addCampaign(store);
      await processEvent(store, 'one', leadIntent('one', { fields, campaignId: '42' }));
      await processEvent(store, 'two', leadIntent('two', { fields: leadFields({ name: 'Heloisa' }) }), T0 + 5_000);
      const { items } = await store.listLeads({ limit: 10 });
      await beforeAndAfterIndexing(store, async () => {
        expect(await leadsWith(store, 'heloisa')).toEqual(['two', 'one']);
        for (const text of ['nobrega', 'helo@example.com', '+55 11 98765-4321', '1187654321', 'Cj0-xyz9', 'one']) {
          expect(await leadsWith(store, text), text).toEqual(['one']);
        }
        expect(await leadsWith(store, items[0]?.id ?? '')).toEqual(['two']);
        expect(await leadsWith(store, 'heloisa', { campaignId: '42', clientId: '1', isTest: false })).toEqual(['one']);
        expect(await leadsWith(store, 'heloisa', { since: T0 + 1 })).toEqual(['two']);
        expect(await leadsWith(store, 'heloisa', { until: T0 + 1, origin: 'formulario_proprio' })).toEqual(['one']);
        expect(await leadsWith(store, 'heloisa', { isTest: true })).toEqual([]);
        const first = await store.listLeads({ text: 'heloisa', limit: 1 });
        expect(await leadsWith(store, 'heloisa', { before: first.nextCursor ?? '' })).toEqual(['one']);
      });
    });

    test('finds a lead by what it was changed to, and no longer by what it was', async (store) => {
      await addCampaign(store);
      await processEvent(store, 'one', leadIntent('one', { fields }));
      await indexAll(store);
      await accept(store, 'update');
      const changed = leadFields({ name: 'Olga Prates' });
      await finishLead(store, await claimOne(store), leadIntent('one', { fields: changed, onMatch: 'merge' }));
      expect(await leadsWith(store, 'olga')).toEqual(['one']);
      expect(await indexAll(store)).toBe(2);
      expect(await leadsWith(store, 'olga')).toEqual(['one']);
      expect(await leadsWith(store, 'nobrega')).toEqual([]);
      expect(await leadsWith(store, 'helo@example.com')).toEqual(['one']);
    });
  });

  describe('the search index', () => {
    test('takes every event and lead once, in steps of at most so many, and then nothing', async (store, underTest) => {
      await addCampaign(store);
      await processEvent(store, 'a', leadIntent('a'));
      await accept(store, 'b', 'c');
      expect(await store.indexMore(3)).toBe(3);
      const second = await underTest.reopen();
      expect(await Promise.all([store.indexMore(3), second.indexMore(3)])).toEqual(expect.arrayContaining([1, 0]));
      expect(await store.indexMore(3)).toBe(0);
      expect(await store.searchBacklog()).toEqual({ events: 0, leads: 0 });
    });

    test('what is not in it is told, beyond what is looked through without it', async (store) => {
      await accept(store, ...Array.from({ length: 510 }, (_, index) => `e${index}`));
      expect(await store.searchBacklog()).toEqual({ events: 10, leads: 0 });
      expect(await eventsWith(store, 'e509')).toEqual(['e509']);
      await store.indexMore(200);
      expect(await store.searchBacklog()).toEqual({ events: 0, leads: 0 });
    });

    test('an idle store that is asked for more writes nothing', async (store, underTest) => {
      await accept(store, 'a');
      await indexAll(store);
      const other = await underTest.reopen();
      const token = other.changeToken();
      expect(await store.indexMore(100)).toBe(0);
      expect(other.changeToken()).toBe(token);
    });
  });

  describe('what people type', () => {
    test('is never an error, whatever it is, and finds itself where it holds a letter or a digit', async (store) => {
      const strings = [...new Set([...NAUGHTY, ...HOSTILE])];
      const posts = strings.map((nome, index) => post(store, `naughty-${index}`, { nome: nome.toWellFormed() }));
      await Promise.all(posts);
      const lost: string[] = [];
      const searchAll = async (): Promise<void> => {
        for (const [index, text] of strings.entries()) {
          const events = await eventsWith(store, text, { limit: 1_000 });
          await leadsWith(store, text);
          const isWord = /[\p{L}\p{N}]/u.test(text) && text.length <= 200;
          if (isWord && !/^https?:/i.test(text) && !events.includes(`naughty-${index}`)) lost.push(text);
        }
      };
      await indexAll(store);
      await searchAll();
      expect(lost).toEqual([]);
    });
  });

  describe('events of a client and of a campaign', () => {
    test('are those whose lead belongs to it, newest first, with every other filter', async (store) => {
      await addCampaign(store);
      await store.addCampaigns([{ id: '77', name: 'Outra', client: 'Agência Dois', user: null }], { replace: false }, operator());
      const other = await store.findClient('Agência Dois');
      for (const identity of ['a', 'b', 'c']) await processEvent(store, identity, leadIntent(identity, { campaignId: '42' }));
      await processEvent(store, 'x', leadIntent('x', { clientId: other?.id ?? '', campaignId: '77' }));
      await failEvent(store, 'failed');
      const list = async (query: Partial<EventQuery>) =>
        (await store.listEvents({ limit: 2, ...query })).items.map((event) => event.identity);
      expect(await list({ clientId: '1' })).toEqual(['c', 'b']);
      const { nextCursor } = await store.listEvents({ clientId: '1', limit: 2 });
      expect(await list({ clientId: '1', before: nextCursor ?? '' })).toEqual(['a']);
      expect(await list({ clientId: other?.id ?? '' })).toEqual(['x']);
      expect(await list({ campaignId: '77', clientId: other?.id ?? '', status: 'processado' })).toEqual(['x']);
      expect(await list({ campaignId: '77', clientId: '1' })).toEqual([]);
      expect(await list({ clientId: '1', status: 'erro' })).toEqual([]);
      expect(await list({ clientId: 'abc' })).toEqual([]);
    });

    test('follow a lead that had no campaign and gets one', async (store) => {
      await addCampaign(store);
      await processEvent(store, 'a', leadIntent('a'));
      await accept(store, 'update');
      await finishLead(store, await claimOne(store), leadIntent('a', { campaignId: '42', onMatch: 'merge' }));
      const { items } = await store.listEvents({ campaignId: '42', limit: 10 });
      expect(items.map((event) => event.identity)).toEqual(['update', 'a']);
    });

    test('follow an event that comes to another lead when it is run again', async (store) => {
      await addCampaign(store);
      await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
      const job = await processEvent(store, 'a', leadIntent('a'));
      await store.replay([job.eventId], QUEUE, operator());
      const [again] = await claim(store);
      if (again === undefined) throw new Error('expected a job');
      await finishLead(store, again, leadIntent('b', { clientId: '2' }));
      const list = async (clientId: string) => (await store.listEvents({ clientId, limit: 10 })).items.map((event) => event.identity);
      expect(await list('1')).toEqual([]);
      expect(await list('2')).toEqual(['a']);
    });
  });
}
