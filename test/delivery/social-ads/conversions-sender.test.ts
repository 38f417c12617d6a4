import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { field, isJsonArray, isJsonObject, type JsonObject, parseJson } from '../../../src/base/exact-json.ts';
import { fingerprint } from '../../../src/base/fingerprint.ts';
import { Outgoing } from '../../../src/delivery/outgoing.ts';
import { SocialConversionsSender } from '../../../src/delivery/social-ads/conversions-sender.ts';
import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import type { Lead } from '../../../src/domain/lead.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { leadFields, storedLead, T0, waitingConversion } from '../../support/factories.ts';
import { english, saying } from '../../support/saying.ts';
import { type ScriptedAnswer, ScriptedGraph, TOKEN } from './scripted-graph.ts';

const DATASET = '987654321012345';
const LEADGEN = '91234567890120001';
const DAY = 86_400_000;
const never = new AbortController().signal;
const names = new Map([['venda', 'Purchase']]);

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A lead of an instant form. */
function nativeLead(overrides: Partial<Lead> = {}): Lead {
  return storedLead({
    id: '1',
    origin: 'social_ads',
    identity: LEADGEN,
    eventId: '1',
    name: 'João da Silva',
    email: ' Joao@Example.com ',
    emailNormalized: 'joao@example.com',
    phoneE164: '+5511987654321',
    submittedAt: T0 - DAY,
    createdAt: T0 - DAY + 5_000,
    ...overrides,
  });
}

/** A lead of the website form that came by a click. */
function formLead(overrides: Partial<Lead> = {}): Lead {
  return nativeLead({
    origin: 'formulario_proprio',
    identity: 'form-1',
    socialClickId: 'IwAR_Click-1',
    socialClickSeenAt: T0 - DAY,
    extras: { page_url: 'https://example.com.br/', user_agent: 'Mozilla/5.0' },
    ...overrides,
  });
}

function conversion(lead: Lead, overrides: Partial<ConversionToSend> = {}): ConversionToSend {
  return waitingConversion(lead, {
    value: 2_600.5,
    happenedAt: T0 - 60_000,
    clickId: lead.fbc ?? lead.socialClickId,
    ...overrides,
  });
}

function received(count: number, more: object = {}): ScriptedAnswer {
  return { body: { events_received: count, messages: [], fbtrace_id: 'Abc-1', ...more } };
}

function senderTo(graph: Pick<ScriptedGraph, 'options'>, now = T0): SocialConversionsSender {
  return new SocialConversionsSender({ ...graph.options, datasetId: DATASET, token: TOKEN, names, clock: () => now });
}

/** The events as the platform received them, and the raw request text. */
async function sent(...conversions: readonly ConversionToSend[]): Promise<{ events: readonly JsonObject[]; text: string }> {
  await using graph = await ScriptedGraph.answering(received(conversions.length));
  expect(await senderTo(graph).send(conversions, never)).toMatchObject({ kind: 'sent' });
  const text = graph.asked[0]?.body ?? '';
  const json = parseJson(text);
  const data = json.ok && isJsonObject(json.value) ? field(json.value, 'data') : undefined;
  return { events: isJsonArray(data) ? data.filter(isJsonObject) : [], text };
}

async function userData(lead: Lead, overrides: Partial<ConversionToSend> = {}): Promise<JsonObject> {
  const user = (await sent(conversion(lead, overrides))).events[0]?.['user_data'];
  return isJsonObject(user) ? user : {};
}

describe('a conversion of an instant form', () => {
  test('is told as the platform specifies for a CRM', async () => {
    await using graph = await ScriptedGraph.answering(received(1));
    const sender = senderTo(graph);
    expect(await sender.send([conversion(nativeLead())], never)).toEqual({ kind: 'sent', requestId: 'Abc-1' });
    const [asked] = graph.asked;
    expect(asked?.method).toBe('POST');
    expect(asked?.url.href).toBe(`http://graph/v26.0/${DATASET}/events`);
    expect(asked?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' });
    expect(asked?.body).toContain(`"lead_id":${LEADGEN},`);
    expect(asked?.body).not.toContain(TOKEN);
    const json = JSON.parse((asked?.body ?? '').replace(LEADGEN, `"${LEADGEN}"`)) as unknown;
    expect(json).toEqual({
      data: [
        {
          event_name: 'Purchase',
          event_time: T0 / 1_000 - 60,
          event_id: expect.stringMatching(/^lead-[0-9a-f]{32}$/),
          action_source: 'system_generated',
          user_data: {
            lead_id: LEADGEN,
            em: [sha256('joao@example.com')],
            ph: [sha256('5511987654321')],
            fn: [sha256('joão')],
            ln: [sha256('da silva')],
            external_id: [sha256(`social_ads/${LEADGEN}`)],
          },
          custom_data: { event_source: 'crm', lead_event_source: 'lead-intake', value: 2_600.5, currency: 'BRL' },
        },
      ],
    });
  });

  test('has the id of the lead from the mark of the platform, when an event of ours named the lead', async () => {
    const { text } = await sent(conversion(nativeLead({ identity: 'evento:abc', platform: { leadgen_id: LEADGEN } })));
    expect(text).toContain(`"lead_id":${LEADGEN},`);
  });

  test.each(['123', '123456789012345678', 'evento:1', '012345678901234', '1234567890123.5'])(
    'has no lead id when %s is none, and is found by contact',
    async (identity) => {
      const user = await userData(nativeLead({ identity }));
      expect(user).not.toHaveProperty('lead_id');
      expect(user).toHaveProperty('em');
    },
  );

  test('never comes before its lead, whatever the clocks say', async () => {
    const timeOf = async (happenedAt: number, lead: Partial<Lead> = {}): Promise<unknown> =>
      (await sent(conversion(nativeLead(lead), { happenedAt }))).events[0]?.['event_time'];
    expect(await timeOf(T0 - 2 * DAY)).toBe((T0 - DAY) / 1_000 + 1);
    expect(await timeOf(T0 - 2 * DAY, { submittedAt: null })).toBe((T0 - DAY) / 1_000 + 6);
    expect(await timeOf(T0 - DAY)).toBe((T0 - DAY) / 1_000 + 1);
    expect(await timeOf(T0 + DAY)).toBe(T0 / 1_000);
    expect(await timeOf(T0 - 1)).toBe(T0 / 1_000 - 1);
  });

  test('carries what its form asked for of the place', async () => {
    const answers = [
      { key: 'City', question: null, values: ['São Paulo'] },
      { key: 'state', question: null, values: ['', 'SP'] },
      { key: 'zip_code', question: null, values: ['01310-100'] },
      { key: 'country', question: null, values: ['Terra do Nunca', 'Brasil'] },
      { key: 'cpf', question: null, values: ['123.456.789-09'] },
    ];
    const { events, text } = await sent(conversion(nativeLead({ answers, extras: { cidade: 'Rio' } })));
    expect(events[0]?.['user_data']).toMatchObject({
      ct: [sha256('saopaulo')],
      st: [sha256('sp')],
      zp: [sha256('01310100')],
      country: [sha256('br')],
    });
    for (const plain of ['Paulo', '01310', '123.456', 'Silva', 'joao', '98765']) expect(text).not.toContain(plain);
  });
});

test('the place is found under keys in Portuguese too', async () => {
  const answers = ['município:São Paulo', 'estado_(uf):São Paulo', 'código_postal:01310-100'].map((text) => {
    const [key = '', value = ''] = text.split(':');
    return { key, question: null, values: [value] };
  });
  const { events } = await sent(conversion(nativeLead({ answers })));
  expect(events[0]?.['user_data']).toMatchObject({ ct: [sha256('saopaulo')], st: [sha256('sp')], zp: [sha256('01310100')] });
});

describe('a conversion of the own form', () => {
  const visit = { page_url: 'https://Example.com.br/oferta?email=joao@example.com#x', user_agent: 'Mozilla/5.0', ip: '203.0.113.7' };

  test('is a website event when its page and browser are known', async () => {
    const { events, text } = await sent(conversion(formLead({ extras: visit, fbp: 'fb.1.1596403881668.1116446470' })));
    expect(events[0]).toMatchObject({
      action_source: 'website',
      event_source_url: 'https://example.com.br/oferta',
      custom_data: { value: 2_600.5, currency: 'BRL' },
      user_data: {
        fbc: `fb.1.${T0 - DAY}.IwAR_Click-1`,
        fbp: 'fb.1.1596403881668.1116446470',
        client_user_agent: 'Mozilla/5.0',
        client_ip_address: '203.0.113.7',
        external_id: [sha256('formulario_proprio/form-1')],
      },
    });
    expect(events[0]?.['custom_data']).toEqual({ value: 2_600.5, currency: 'BRL' });
    expect(events[0]?.['user_data']).not.toHaveProperty('lead_id');
    expect(text).not.toContain('joao@example.com');
  });

  test.each([
    ['nothing of the visit is known', {}, 'page_url or user_agent'],
    ['the browser is not known', { page_url: 'https://example.com/' }, 'user_agent'],
    ['the page is not known', { user_agent: 'Mozilla/5.0' }, 'page_url'],
    ['the page is none', { user_agent: 'Mozilla/5.0', page_url: 'javascript:alert(1)' }, 'page_url'],
  ])('is not dressed up as an event of another kind when %s', async (_name, extras, missing) => {
    await using graph = await ScriptedGraph.answering(received(1));
    const found = senderTo(graph).objection(conversion(formLead({ extras })), T0);
    expect(found?.code).toBe('conversion_visit_unknown');
    expect(english(found?.params)).toContain(`did not send ${missing}.`);
  });

  test('keeps its own time also before the form was sent, but not after now', async () => {
    const timeOf = async (happenedAt: number): Promise<unknown> =>
      (await sent(conversion(formLead(), { happenedAt }))).events[0]?.['event_time'];
    expect(await timeOf(T0 - 2 * DAY)).toBe((T0 - 2 * DAY) / 1_000);
    expect(await timeOf(T0 + 60_000)).toBe(T0 / 1_000);
  });

  test('has no lead id, whatever its form calls it', async () => {
    expect(await userData(formLead({ identity: LEADGEN, platform: { leadgen_id: LEADGEN } }))).not.toHaveProperty('lead_id');
  });

  test.each([
    ['a cookie is used as it is', { fbc: 'fb.2.1554763741205.AbC.eF' }, 'fb.2.1554763741205.AbC.eF'],
    ['a cookie in the place of the click id too', { socialClickId: 'fb.1.1554763741205.AbC' }, 'fb.1.1554763741205.AbC'],
    ['a click id gets the time it was first seen', {}, `fb.1.${T0 - DAY}.IwAR_Click-1`],
    ['or else the time of the lead', { socialClickSeenAt: null, createdAt: T0 - 5 }, `fb.1.${T0 - 5}.IwAR_Click-1`],
    ['an fbc that is only the click id becomes one', { fbc: 'IwAR_AbC', socialClickId: null }, `fb.1.${T0 - DAY}.IwAR_AbC`],
    ['nothing is made of nothing', { socialClickId: null }, undefined],
    ['nor of a sentence', { socialClickId: 'no click' }, undefined],
  ])('fbc: %s', async (_name, lead, fbc) => {
    expect((await userData(formLead(lead)))['fbc']).toBe(fbc);
  });

  test('an address or cookie that is none stays here', async () => {
    const user = await userData(formLead({ extras: { ...visit, ip: '203.0.113.700' }, fbp: 'joao' }));
    expect(user).not.toHaveProperty('client_ip_address');
    expect(user).not.toHaveProperty('fbp');
  });
});

describe('what is sent', () => {
  test.each([
    ['no value', { value: null }],
    ['no currency', { currency: null }],
    ['a currency that is none', { currency: 'reais' }],
    ['a negative value', { value: -1 }],
  ])('has no amount with %s', async (_name, overrides) => {
    const { events } = await sent(conversion(nativeLead(), overrides));
    expect(events[0]?.['custom_data']).toEqual({ event_source: 'crm', lead_event_source: 'lead-intake' });
  });

  test('is called what the platform calls it, or else by its own name', async () => {
    const { events } = await sent(conversion(nativeLead()), conversion(nativeLead(), { name: 'lead_qualified' }));
    expect(events.map(({ event_name }) => event_name)).toEqual(['Purchase', 'lead_qualified']);
  });

  test('has one id for every try of a conversion, and another for every other', async () => {
    const idOf = async (lead: Lead, overrides: Partial<ConversionToSend> = {}): Promise<unknown> =>
      (await sent(conversion(lead, overrides))).events[0]?.['event_id'];
    const first = await idOf(nativeLead());
    const later = { id: '9', state: 'rejeitada', requestId: 'x', happenedAt: T0, value: 1 } as const;
    expect(await idOf(nativeLead({ id: '99', name: 'Outro', updatedAt: T0 + 1 }), later)).toBe(first);
    const others = [
      await idOf(nativeLead(), { key: 'outra' }),
      await idOf(nativeLead({ identity: 'evento:1' })),
      await idOf(formLead({ identity: LEADGEN })),
      await idOf(formLead({ identity: 'a' }), { key: 'b-c' }),
      await idOf(formLead({ identity: 'a-b' }), { key: 'c' }),
      await idOf(nativeLead(), { key: 'x'.repeat(10_000) }),
      first,
    ];
    expect(new Set(others).size).toBe(others.length);
    for (const id of others) expect(id).toMatch(/^lead-[0-9a-f]{32}$/);
  });
});

test('a visitor whom a CRM sent to the route of the platform is reported as a website event', async () => {
  const visit = { page_url: 'https://example.com/a?b=c', user_agent: 'Mozilla/5.0' };
  const visitor = nativeLead({ identity: 'evento:1', socialClickId: 'IwAR', extras: visit });
  const { events } = await sent(conversion(visitor), conversion(nativeLead({ extras: visit })));
  expect(events).toMatchObject([
    { action_source: 'website', event_source_url: 'https://example.com/a' },
    { action_source: 'system_generated' },
  ]);
});

test('the name is mapped in any spelling, as event types are read', async () => {
  const [name = '', mapped] = [...names][0] ?? [];
  expect((await sent(conversion(nativeLead(), { name: name.toUpperCase() }))).events).toMatchObject([{ event_name: mapped }]);
});

describe('what is never sent', () => {
  const objection = (one: ConversionToSend, now = T0): string | undefined => {
    const graph = {
      options: { apiUrl: 'http://127.0.0.1:1', apiVersion: 'v26.0', outgoing: { request: () => Promise.reject(new Error()) } },
    };
    return new SocialConversionsSender({ ...graph.options, datasetId: DATASET, token: TOKEN, names }).objection(one, now)?.code;
  };

  test('what is older than the platform takes, with its age', () => {
    const old = conversion(formLead(), { happenedAt: T0 - 7 * DAY });
    expect(objection(old)).toBe('conversion_too_old');
    expect(objection(conversion(formLead(), { happenedAt: T0 - 7 * DAY + 6 * 60_000 }))).toBeUndefined();
    // For instant forms, the time that is sent counts.
    expect(objection(conversion(nativeLead({ submittedAt: T0 - 6 * DAY }), { happenedAt: T0 - 9 * DAY }))).toBeUndefined();
    expect(objection(conversion(nativeLead({ submittedAt: T0 - 8 * DAY }), { happenedAt: T0 - 9 * DAY }))).toBe('conversion_too_old');
  });

  test('what may be there already, once the platform no longer knows it again', () => {
    expect(objection(conversion(formLead(), { uncertainSince: T0 - 47 * 3_600_000 }))).toBeUndefined();
    expect(objection(conversion(formLead(), { uncertainSince: T0 - 49 * 3_600_000 }))).toBe('conversion_outcome_unknown');
  });

  test('who cannot be found', () => {
    const nobody = { ...leadFields({ name: 'Ana', extras: { user_agent: 'Mozilla/5.0', ip: '203.0.113.7' } }), identity: 'evento:1' };
    expect(objection(conversion(nativeLead(nobody)))).toBe('conversion_no_identifier');
    const found: readonly Partial<Lead>[] = [
      { identity: LEADGEN },
      { email: 'a@example.com', emailNormalized: 'a@example.com' },
      { phoneE164: '+5511987654321' },
      { fbc: 'fb.1.1554763741205.AbC' },
      { fbp: 'fb.1.1596403881668.1116446470' },
      { socialClickId: 'IwAR' },
    ];
    for (const lead of found) expect(objection(conversion(nativeLead({ ...nobody, ...lead })))).toBeUndefined();
  });

  test('an e-mail or phone that is none finds nobody', () => {
    const lead = nativeLead({ identity: 'evento:1', email: 'joao', emailNormalized: null, phone: '123', phoneE164: null });
    expect(objection(conversion(lead))).toBe('conversion_no_identifier');
  });
});

describe('the answer', () => {
  const resultOf = async (...answers: readonly ScriptedAnswer[]): Promise<unknown> => {
    await using graph = await ScriptedGraph.answering(...answers);
    return await senderTo(graph).send([conversion(nativeLead()), conversion(formLead())], never);
  };

  test.each([1, 3, '2x', null, undefined, 2.5])('that confirms %s of 2 events is none', async (events) => {
    const result = await resultOf(received(2, { events_received: events }));
    expect(result).toMatchObject({ trouble: { kind: 'passing', fault: { params: saying('2 events') } } });
  });

  test.each([undefined, 'a b', '<script>', 'x'.repeat(100)])('may lack a trace, or have "%s" in its place', async (trace) => {
    expect(await resultOf(received(2, { fbtrace_id: trace }))).toEqual({ kind: 'sent', requestId: null });
  });

  test('that refuses is told in its own words', async () => {
    const error = { code: 100, message: 'Invalid parameter', error_user_msg: 'event_time is too old', fbtrace_id: 'T1' };
    expect(await resultOf({ status: 400, body: { error } })).toEqual({
      kind: 'trouble',
      trouble: {
        kind: 'refused',
        fault: {
          code: 'conversion_refused',
          params: saying(
            'Meta rejected the conversion. Message from Meta: "Invalid parameter · event_time is too old" (code 100, trace T1).',
          ),
        },
      },
    });
  });
});

test('the sender names its account and credential, not its token', () => {
  const outgoing = { request: () => Promise.reject(new Error()) };
  const sender = new SocialConversionsSender({
    apiUrl: 'http://x',
    apiVersion: 'v26.0',
    outgoing,
    datasetId: DATASET,
    token: TOKEN,
    names,
  });
  expect(sender).toMatchObject({
    platform: 'social_ads',
    account: { platform: 'social_ads', kind: 'dataset', id: DATASET },
    credential: fingerprint(TOKEN),
  });
  expect(sender.mostTogether).toBeLessThanOrEqual(1_000);
  expect(JSON.stringify(sender)).not.toContain(TOKEN);
});

describe('the local platform', () => {
  async function connected(now = T0) {
    const platform = await SocialPlatform.start({ now: () => now });
    const { directory } = platform;
    directory.addPage({ id: '1', token: 'page-token-0001' });
    directory.addForm({ id: '2', pageId: '1' });
    directory.addDataset({ id: DATASET, token: TOKEN });
    const outgoing = new Outgoing({ origins: [platform.url] });
    const sender = new SocialConversionsSender({
      apiUrl: platform.url,
      apiVersion: 'v26.0',
      outgoing,
      datasetId: DATASET,
      token: TOKEN,
      names,
      clock: () => now,
    });
    return {
      platform,
      sender,
      [Symbol.asyncDispose]: async () => {
        await outgoing[Symbol.asyncDispose]();
        await platform[Symbol.asyncDispose]();
      },
    };
  }

  /** The lead that processing creates from a person of the platform. */
  function leadOf(seeded: { person: { name: string; email: string; phone: string } }, lead: Lead): Lead {
    const { name, email, phone } = seeded.person;
    return { ...lead, name, email, emailNormalized: email.trim().toLowerCase(), phoneE164: phone };
  }

  test('takes conversions of instant forms and of a website together, each once', async () => {
    await using where = await connected();
    const { platform, sender } = where;
    const seeded = platform.directory.seedLead({ formId: '2', createdAt: T0 - DAY });
    platform.directory.clicks.set('IwAR_Click-1', seeded.person);
    const visit = { page_url: 'https://example.com.br/', user_agent: 'Mozilla/5.0', ip: '2001:db8::1' };
    const batch = [
      conversion(leadOf(seeded, nativeLead({ identity: seeded.id, submittedAt: seeded.createdAt })), { happenedAt: T0 - 2 * DAY }),
      conversion(leadOf(seeded, formLead({ extras: visit }))),
      conversion(leadOf(seeded, formLead({ identity: 'form-2' }))),
    ];
    expect(batch.map((one) => sender.objection(one, T0))).toEqual([null, null, null]);
    expect(await sender.send(batch, never)).toEqual({ kind: 'sent', requestId: 'Afb0trace' });
    expect(await sender.send(batch, never)).toMatchObject({ kind: 'sent' });
    expect(platform.conversions.accepted.map(({ leadId, event }) => [leadId, event['action_source']])).toEqual([
      [seeded.id, 'system_generated'],
      [null, 'website'],
      [null, 'website'],
    ]);
    expect(platform.conversions.duplicates).toHaveLength(3);
    expect(platform.server.calls.every(({ request }) => request.query.size === 0)).toBe(true);
  });

  test('takes as many as go into one request', async () => {
    await using where = await connected();
    const batch = Array.from({ length: where.sender.mostTogether }, (_, index) => conversion(formLead({ identity: `form-${index}` })));
    expect(await where.sender.send(batch, never)).toMatchObject({ kind: 'sent' });
    expect(where.platform.conversions.accepted).toHaveLength(batch.length);
  });

  test('refuses the request for one that it does not know, and for a token that is dead', async () => {
    await using where = await connected();
    const batch = [conversion(formLead()), conversion(nativeLead({ identity: '91234567890129999' }))];
    expect(await where.sender.send(batch, never)).toMatchObject({
      trouble: {
        kind: 'refused',
        fault: { code: 'conversion_refused', params: saying('data[1]: lead_id is not a valid lead') },
      },
    });
    expect(where.platform.conversions.accepted).toEqual([]);
    where.platform.refuseToken(TOKEN);
    expect(await where.sender.send(batch, never)).toMatchObject({ trouble: { kind: 'credential' } });
  });
});
