import { describe, expect, test } from 'vitest';
import { APP_ID } from './social/directory.ts';
import { socialEmailHash, socialPhoneHash } from './social/hashes.ts';
import { signedPost } from './social/notifications.ts';
import { SocialPlatform } from './social-platform.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const PAGE = '138124712925158';
const FORM = '172036835026334';
const TOKEN = 'page-token-000001';
const DATASET = '990000000000001';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

class Desk implements AsyncDisposable {
  readonly platform: SocialPlatform;
  now = NOW;

  private constructor(platform: SocialPlatform) {
    this.platform = platform;
  }

  static async open(): Promise<Desk> {
    let desk: Desk | undefined;
    const platform = await SocialPlatform.start({ now: () => desk?.now ?? NOW });
    desk = new Desk(platform);
    platform.directory.addPage({ id: PAGE, token: TOKEN });
    platform.directory.addForm({ id: FORM, pageId: PAGE });
    platform.directory.addDataset({ id: DATASET, token: 'dataset-token' });
    return desk;
  }

  async ask(path: string, token: string | null = TOKEN, init: RequestInit = {}): Promise<Answer> {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${this.platform.url}/v26.0/${path}`, { headers, ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as Record<string, unknown> };
  }

  /** Sends events to the dataset: a list of objects, or the exact text of a body. */
  async send(events: readonly object[] | string): Promise<Answer> {
    const body = typeof events === 'string' ? events : JSON.stringify({ data: events });
    return await this.ask(`${DATASET}/events`, 'dataset-token', {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer dataset-token', 'content-type': 'application/json' },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.platform[Symbol.asyncDispose]();
  }
}

/** An event from the platform's documentation, with a lead of this platform. */
function eventOf(leadId: string, changes: object = {}, user: object = {}): object {
  return {
    event_name: 'qualified_lead',
    event_time: NOW / 1_000,
    event_id: 'lead-7f3c-qualified',
    action_source: 'system_generated',
    user_data: { lead_id: JSON.rawJSON(leadId), ...user },
    custom_data: { event_source: 'crm', lead_event_source: 'lead-intake', value: 2600, currency: 'BRL' },
    ...changes,
  };
}

function errorOf({ json }: Answer): Record<string, unknown> {
  return json['error'] as Record<string, unknown>;
}

describe('a lead', () => {
  test('is handed out with the five default fields, or with exactly those asked for', async () => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });

    const short = await desk.ask(lead.id);
    expect(Object.keys(short.json).sort()).toEqual(['ad_id', 'created_time', 'field_data', 'form_id', 'id']);
    expect(short.json['created_time']).toBe('2026-11-20T12:00:00+0000');

    const asked = await desk.ask(`${lead.id}?fields=custom_disclaimer_responses,campaign_name&access_token=${TOKEN}`, null);
    expect(Object.keys(asked.json).sort()).toEqual(['campaign_name', 'custom_disclaimer_responses', 'id']);
    expect(errorOf(await desk.ask(`${lead.id}?fields=page_name`))).toMatchObject({ code: 100 });
  });

  test('has no ad fields without advertiser access, and a question that was left open has no values', async () => {
    await using desk = await Desk.open();
    const page = desk.platform.directory.pages.get(PAGE);
    if (page !== undefined) page.hasAdvertiserAccess = false;
    const lead = desk.platform.directory.seedLead({ formId: FORM });

    const { json } = await desk.ask(`${lead.id}?fields=ad_id,campaign_name,field_data`);

    expect(Object.keys(json).sort()).toEqual(['field_data', 'id']);
    expect(json['field_data']).toContainEqual({ name: 'observacao' });
  });

  test('can be spelled with numbers, of which a double would lose a digit', async () => {
    await using desk = await Desk.open();
    desk.platform.ids = 'number';
    const lead = desk.platform.directory.seedLead({ formId: FORM });

    const { text } = await desk.ask(`${lead.id}?fields=id`);

    expect(text).toBe(`{"id":${lead.id}}`);
    expect(String(Number(lead.id))).not.toBe(lead.id);
  });
});

describe('a token', () => {
  test('opens its own page only, and the errors say which way it failed', async () => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });
    desk.platform.directory.addPage({ id: '2', token: 'other-page-token' });

    expect(errorOf(await desk.ask(lead.id, null))).toMatchObject({ code: 104 });
    expect(errorOf(await desk.ask(lead.id, 'unknown'))).toMatchObject({ code: 190 });
    expect(errorOf(await desk.ask(lead.id, 'other-page-token'))).toMatchObject({ code: 100, error_subcode: 33 });
    desk.platform.refuseToken(TOKEN);
    expect(errorOf(await desk.ask(lead.id))).toMatchObject({ code: 190, error_subcode: 463, type: 'OAuthException' });
    desk.platform.acceptToken(TOKEN);
    expect((await desk.ask(lead.id)).status).toBe(200);
  });

  test('is described by debug_token to its app, and to nobody else', async () => {
    await using desk = await Desk.open();
    desk.platform.directory.addToken({ token: 'short-lived', pageIds: [PAGE], expiresAt: NOW + 1_000 });

    const app = { id: APP_ID, secret: 'the-secret-of-the-app', requiresProof: false };
    desk.platform.directory.app = app;
    const inspect = (asking: string) => desk.ask('debug_token?input_token=short-lived', asking);
    expect(errorOf(await inspect('short-lived'))).toMatchObject({ code: 100 });
    const before = await inspect(`${app.id}|${app.secret}`);
    desk.now += 1_000;
    const after = await inspect(`${app.id}|${app.secret}`);

    expect(before.json['data']).toMatchObject({ is_valid: true, expires_at: NOW / 1_000 + 1, profile_id: PAGE });
    expect(after.json['data']).toMatchObject({ is_valid: false });
  });

  test('of a system user fetches leads, lists its pages and hands out their tokens; what hangs on a page wants the page’s own', async () => {
    await using desk = await Desk.open();
    const { directory } = desk.platform;
    const lead = directory.seedLead({ formId: FORM });
    directory.addToken({ token: 'system-user', pageIds: '*' });
    const onPage = [`${PAGE}/leadgen_forms`, `${PAGE}/subscribed_apps`, `${FORM}?fields=questions`];

    expect((await desk.ask(lead.id, 'system-user')).status).toBe(200);
    expect((await desk.ask(`${FORM}/leads`, 'system-user')).status).toBe(200);
    for (const path of onPage) {
      const refused = errorOf(await desk.ask(path, 'system-user'));
      expect(refused).toMatchObject({ code: 190, message: '(#190) This method must be called with a Page Access Token' });
      expect(refused).not.toHaveProperty('error_subcode');
    }
    const own = String((await desk.ask(`${PAGE}?fields=access_token`, 'system-user')).json['access_token']);
    const pages = (await desk.ask('me/accounts?fields=id,name,access_token', 'system-user')).json['data'];
    expect(pages).toEqual([{ id: PAGE, name: `Página ${PAGE}`, access_token: own }]);
    for (const path of onPage) expect((await desk.ask(path, own)).status).toBe(200);

    // The derived token can be revoked alone, or together with the token it was derived from.
    desk.platform.refuseToken(own, 460);
    expect((await desk.ask(lead.id, 'system-user')).status).toBe(200);
    const next = String((await desk.ask(`${PAGE}?fields=access_token`, 'system-user')).json['access_token']);
    expect(next).not.toBe(own);
    desk.platform.refuseToken('system-user', 467);
    expect(errorOf(await desk.ask(`${PAGE}/leadgen_forms`, next))).toMatchObject({ code: 190, error_subcode: 467 });
  });

  test('without pages_show_list is handed out no token, without a word; a page has no pages', async () => {
    await using desk = await Desk.open();
    desk.platform.directory.addToken({ token: 'system-user', pageIds: '*', scopes: ['leads_retrieval'] });

    expect((await desk.ask(`${PAGE}?fields=access_token`, 'system-user')).json).toEqual({ id: PAGE, name: `Página ${PAGE}` });
    expect(errorOf(await desk.ask('me/accounts'))).toMatchObject({ code: 100 });
  });

  test('of a throttled page is answered with the time to wait, of that page alone', async () => {
    await using desk = await Desk.open();
    const { directory } = desk.platform;
    const lead = directory.seedLead({ formId: FORM });
    directory.addPage({ id: '2', token: 'other-page-token' });
    directory.addForm({ id: '22', pageId: '2' });
    const other = directory.seedLead({ formId: '22' });
    desk.platform.throttlePage(PAGE, 7);

    const throttled = await desk.ask(lead.id);

    expect(errorOf(throttled)).toMatchObject({ code: 80005 });
    expect(JSON.parse(throttled.headers.get('x-business-use-case-usage') ?? '')).toEqual({
      [PAGE]: [expect.objectContaining({ estimated_time_to_regain_access: 7 })],
    });
    expect((await desk.ask(other.id, 'other-page-token')).status).toBe(200);
    desk.now += 7 * 60_000 - 1;
    expect((await desk.ask(lead.id)).status).toBe(400);
    desk.now += 1;
    expect((await desk.ask(lead.id)).status).toBe(200);
  });
});

describe('lists', () => {
  test('go by cursor, newest first, and a lead that comes in between moves nothing', async () => {
    await using desk = await Desk.open();
    const seed = (age: number): string => desk.platform.directory.seedLead({ formId: FORM, createdAt: NOW - age * 1_000 }).id;
    const [oldest, middle, newest] = [seed(3), seed(2), seed(1)];

    const first = await desk.ask(`${FORM}/leads?fields=id&limit=2`);
    seed(0);
    const { cursors, next } = first.json['paging'] as { cursors: { after: string }; next: string };
    const second = await desk.ask(`${FORM}/leads?fields=id&limit=2&after=${cursors.after}`);

    expect(first.json['data']).toEqual([{ id: newest }, { id: middle }]);
    expect(next).toContain(cursors.after);
    expect(second.json['data']).toEqual([{ id: oldest }]);
    expect(second.json['paging']).not.toHaveProperty('next');
    expect(errorOf(await desk.ask(`${FORM}/leads?after=2`))).toMatchObject({ code: 100 });
  });

  test('are filtered by time_created, and too large a page is the failure of the server', async () => {
    await using desk = await Desk.open();
    const [early, late] = [1, 0].map((hours) => desk.platform.directory.seedLead({ formId: FORM, createdAt: NOW - hours * 3_600_000 }).id);
    const filter = (operator: string, value: number): string =>
      `${FORM}/leads?fields=id&filtering=${encodeURIComponent(JSON.stringify([{ field: 'time_created', operator, value }]))}`;
    const at = NOW / 1_000;

    expect((await desk.ask(filter('GREATER_THAN', at - 3_600))).json['data']).toEqual([{ id: late }]);
    expect((await desk.ask(filter('GREATER_THAN_OR_EQUAL', at - 3_600))).json['data']).toEqual([{ id: late }, { id: early }]);
    expect((await desk.ask(filter('LESS_THAN', at))).json['data']).toEqual([{ id: early }]);
    expect(errorOf(await desk.ask(filter('EQUAL', at)))).toMatchObject({ code: 100 });
    expect((await desk.ask(`${FORM}/leads?limit=15000`)).status).toBe(500);
  });

  test('of test leads hold the one test lead a form can have', async () => {
    await using desk = await Desk.open();
    const create = () => desk.ask(`${FORM}/test_leads`, TOKEN, { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } });

    const { json } = await create();
    expect(errorOf(await create())).toMatchObject({ code: 100 });
    expect((await desk.ask(`${FORM}/test_leads?fields=id`)).json['data']).toEqual([{ id: json['id'] }]);
    expect((await desk.ask(String(json['id']))).json).not.toHaveProperty('ad_id');
  });
});

describe('conversions', () => {
  test('are taken once in 48 hours by event_name and event_id; after that again', async () => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });

    for (const hours of [0, 47, 48]) {
      desk.now = NOW + hours * 3_600_000;
      expect((await desk.send([eventOf(lead.id)])).json).toMatchObject({ events_received: 1, messages: [] });
    }

    expect(desk.platform.conversions.accepted.map(({ leadId }) => leadId)).toEqual([lead.id, lead.id]);
    expect(desk.platform.conversions.duplicates).toHaveLength(1);
  });

  test('are refused all together for one bad event', async () => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });

    const answer = await desk.send([eventOf(lead.id), eventOf(lead.id, { event_time: NOW / 1_000 - 7 * 86_400 - 1 })]);

    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ code: 100, error_user_msg: 'data[1]: event_time is more than 7 days in the past' });
    expect(desk.platform.conversions.accepted).toEqual([]);
  });

  test.each([
    ['a lead id as text', { user_data: { lead_id: '91234567890120001' } }, 'lead_id must be an integer'],
    ['a lead id that was rounded', { user_data: { lead_id: Number('91234567890120001') } }, 'lead_id is not a valid lead'],
    ['a time before the lead', { event_time: NOW / 1_000 - 1 }, 'before the lead was created'],
    ['milliseconds', { event_time: NOW }, 'unix seconds'],
    ['another action source', { action_source: 'website' }, 'action_source must be system_generated'],
    ['no event source', { custom_data: { lead_event_source: 'lead-intake' } }, 'event_source must be crm'],
    ['no name of the CRM', { custom_data: { event_source: 'crm' } }, 'lead_event_source is required'],
    ['a value without currency', { custom_data: { event_source: 'crm', lead_event_source: 'x', value: 1 } }, 'currency is required'],
    ['no person', { user_data: {} }, 'no customer information'],
    ['no name', { event_name: '' }, 'event_name is required'],
  ])('refuse %s', async (_name, changes, complaint) => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });
    expect(lead.id).toBe('91234567890120001');

    expect(errorOf(await desk.send([eventOf(lead.id, changes)]))['error_user_msg']).toContain(complaint);
  });

  test('refuse hashes that are not of this platform, in upper case or not hashed at all', async () => {
    await using desk = await Desk.open();
    const person = { name: 'João', email: 'joao.silva@gmail.com', phone: '+5511987654321' };
    const lead = desk.platform.directory.seedLead({ formId: FORM, person });
    const status = async (user: object): Promise<number> => (await desk.send([eventOf(lead.id, {}, user)])).status;
    const right = socialEmailHash(person.email);

    expect(await status({ em: [right], ph: [socialPhoneHash(person.phone)] })).toBe(200);
    expect(await status({ em: ['9119b3dd895707ae9aa81f2e338994504566fee2a8e9e2482514b323050a48c6'] })).toBe(400);
    expect(await status({ ph: ['38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441'] })).toBe(400);
    expect(await status({ external_id: [right.toUpperCase()] })).toBe(400);
    expect(await status({ em: [person.email] })).toBe(400);
  });

  test('of a landing page are web events, with the click id unaltered', async () => {
    await using desk = await Desk.open();
    desk.platform.directory.clicks.set('IwAR2-Click', { name: 'Ana', email: 'ana@example.com', phone: '+5511987654321' });
    const web = (fbclid: string, changes: object = {}): object => ({
      event_name: 'lead',
      event_time: NOW / 1_000,
      action_source: 'website',
      event_source_url: 'https://example.com/lp',
      user_data: { client_user_agent: 'Firefox', fbc: `fb.1.${NOW - 1}.${fbclid}`, em: socialEmailHash('Ana@example.com') },
      ...changes,
    });

    expect((await desk.send([web('IwAR2-Click')])).status).toBe(200);
    expect(errorOf(await desk.send([web('iwar2-click')]))['error_user_msg']).toContain('altered');
    expect(errorOf(await desk.send([web('IwAR2-Click', { event_source_url: undefined })]))['error_user_msg']).toContain('event_source_url');
  });

  test('come at most a thousand at a time', async () => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });
    const events = (count: number): object[] => Array.from({ length: count }, (_, index) => eventOf(lead.id, { event_id: `e${index}` }));

    expect((await desk.send(events(1_001))).status).toBe(400);
    expect((await desk.send(events(1_000))).json).toMatchObject({ events_received: 1_000 });
  });
});

describe('scripted faults', () => {
  test('hit as many calls as they are told, and carry the codes of the error table', async () => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });
    desk.platform.fail({ code: 2 }, { path: lead.id, times: 1 });

    const failed = await desk.ask(lead.id);

    expect(failed.status).toBe(500);
    expect(errorOf(failed)).toMatchObject({ code: 2, is_transient: true, fbtrace_id: expect.stringMatching(/^A/) });
    expect((await desk.ask(lead.id)).status).toBe(200);
    expect(desk.platform.server.count(/^GET /)).toBe(2);
  });

  test('lose answers to calls that were carried out', async () => {
    await using desk = await Desk.open();
    const lead = desk.platform.directory.seedLead({ formId: FORM });
    desk.platform.server.losesAnswer = ({ method }) => method === 'POST';

    await expect(desk.send([eventOf(lead.id)])).rejects.toThrow('fetch failed');
    expect(desk.platform.conversions.accepted).toHaveLength(1);
    expect((await desk.ask(lead.id)).status).toBe(200);
  });
});

describe('notifications', () => {
  test('are signed over the escaped bytes', () => {
    const { body, headers } = signedPost({ name: 'João' }, 'meta-app-secret');

    expect(body.toString()).toBe('{"name":"Jo\\u00e3o"}');
    expect(headers['x-hub-signature-256']).toBe('sha256=b21f44e9e88d272c9af08e7562201b16b6a0fd6e9166f46ff7b78522176d2ec0');
  });

  test('go out again at once, then less and less often, and are given up after 36 hours', async () => {
    await using desk = await Desk.open();
    await using receiver = await SocialPlatform.start();
    receiver.server.fault({ effect: { status: 503, body: '{}' } });
    const lead = desk.platform.directory.seedLead({ formId: FORM });
    const notifications = desk.platform.notifications(`${receiver.url}/webhooks/social_ads`, 'meta-app-secret');

    await notifications.notify([lead], NOW);
    expect(receiver.server.count()).toBe(2);
    await notifications.delivery.retryDue(NOW + 59_000);
    expect(receiver.server.count()).toBe(2);
    await notifications.delivery.retryDue(NOW + 60_000);
    expect(receiver.server.count()).toBe(3);
    await notifications.delivery.retryDue(NOW + 36 * 3_600_000);
    expect([notifications.delivery.waiting, notifications.delivery.dropped.length, receiver.server.count()]).toEqual([0, 1, 10]);
  });
});

test('the published vectors of hashes come out', () => {
  expect(socialEmailHash(' John_Smith@gmail.com ')).toBe('62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f');
  expect(socialPhoneHash('+1 650 555-1212')).toBe('e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176');
});
