import { wayOf } from '../../../src/http/admin/entrance/guard.ts';
import type { Route } from '../../../src/http/exchange.ts';
import { inWords } from '../../support/saying.ts';
import { type AdminUnderTest, ownFormBody, QUEUE } from './admin-under-test.ts';

/** Values in the sample event that only operators may see. */
export const PERSONAL = ['Zulmira', 'Quixad', 'zulmira.q', '97777-1234', '977771234', 'Liguem'];

/** Some senders put personal data into UTM fields and types as well. */
const PERSON = {
  event_type: 'zulmira.q@example.net',
  nome: 'Zulmira Quixadá',
  email: 'zulmira.q@example.net',
  telefone: '(85) 97777-1234',
  mensagem: 'Liguem depois das 18',
  utm_term: 'zulmira.q@example.net',
  utm_content: '(85) 97777-1234',
};

function personBody(id: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...ownFormBody(id), ...PERSON, ...more };
}

/** The routes of the admin with a path of their own, without files and the handlers of unknown paths. */
export function ownRoutes({ routes }: AdminUnderTest, method: Route['method']): readonly Route[] {
  return routes.filter((route) => route.method === method && !route.path.endsWith('*') && !route.path.startsWith('/admin/assets/'));
}

/** Routes that change shared data. Login and logout change only the session. */
export function changingRoutes(admin: AdminUnderTest): readonly Route[] {
  return ownRoutes(admin, 'POST').filter(({ path }) => path !== '/admin/login' && path !== '/admin/logout');
}

/** Routes that show data: to operators and readers, or to operators only. */
export function lookingRoutes(admin: AdminUnderTest): readonly Route[] {
  return ownRoutes(admin, 'GET').filter(({ handler }) => ['visit', 'reveal'].includes(wayOf(handler) ?? ''));
}

/** A path that exists in `fillAdmin`'s database. */
export function addressOf({ path }: Route): string {
  return path.replace(':origem', 'search_ads').replace(':id', path.startsWith('/admin/campanhas') ? '42' : '1');
}

/** One of everything: a lead with a conversion, a failed event, a refused request, a client with user and campaign. */
export async function fillAdmin(admin: AdminUnderTest): Promise<void> {
  await admin.addCampaign();
  await admin.store.linkCampaign({ origin: 'search_ads', kind: 'form', value: '7', campaignId: '42' }, { name: 'test', now: admin.now });
  // A form that uses the phone number as the id, on a page with an e-mail address in its URL.
  const headers = JSON.stringify([['Referer', `https://form.example/?email=${PERSON.email}`]]);
  await admin.receive({ identity: '85977771234', json: personBody('85977771234'), headers });
  await admin.receive({ identity: 'form-1', json: personBody('form-1') });
  const sale = personBody('form-2', { event_type: 'sale', conversao_nome: PERSON.email, valor: 10, moeda: 'BRL' });
  await admin.receive({ json: sale, events: [{ eventType: 'sale', identity: 'form-2' }] });
  const lost = personBody('form-3', { campanha_id: 'unknown' });
  await admin.receive({ json: lost, events: [{ eventType: PERSON.event_type, identity: 'form-3' }] });
  // A form whose question for the e-mail address is not recognised.
  const user_column_data = [{ column_id: 'onde?', string_value: PERSON.email }];
  const ofForm = { lead_id: 'g-1', form_id: '1', cliente_id: 1, user_column_data };
  await admin.receive({ origin: 'search_ads', json: ofForm, events: [{ eventType: 'lead', identity: 'g-1' }] });
  await admin.work();
  await admin.store.recordRefused([
    {
      origin: 'formulario_proprio',
      method: 'POST',
      path: '/integracoes/leads',
      httpStatus: 401,
      code: 'signature_invalid',
      params: inWords('The signature is wrong.'),
      remoteAddress: '203.0.113.9',
      requestId: 'req-9',
      headers,
      body: Buffer.from(JSON.stringify(personBody('85977771234'))),
      complete: true,
      receivedAt: admin.now,
      isVerified: false,
    },
  ]);
  await admin.store.recordActivity('revelar', 'evento:1', 'erased@example.net', { name: 'test', now: admin.now });
  const erased = { emails: ['erased@example.net'], phones: [], clickIds: [], leadIds: [], clientId: null };
  await admin.store.erasePerson(erased, 'ticket 1', { name: 'test', now: admin.now }, () => admin.now);
  await admin.store.heartbeat({
    id: 'w-1',
    host: 'host',
    pid: 7,
    pidSpace: 'here',
    queue: QUEUE,
    version: '9.9.9',
    startedAt: admin.now,
    seenAt: admin.now,
    processed: 1,
    failed: 0,
  });
}
