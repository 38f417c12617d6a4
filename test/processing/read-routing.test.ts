import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORIGINS } from '../../src/domain/origin.ts';
import { prepareEvent } from '../../src/processing/process-event.ts';
import { readRouting } from '../../src/processing/read-routing.ts';

const id = fc.oneof(fc.constantFrom('42', 7, 12345678901, '', null, true, '0', 0), fc.string({ minLength: 1, maxLength: 5 }));
const keys = ['campanha_id', 'cliente_id', 'form_id', 'page_id', 'campaign_id', 'lead_id', 'leadgen_id', 'nome'] as const;
const flat = fc.record(Object.fromEntries(keys.map((key) => [key, id])), { requiredKeys: [] });
const withType = flat.map((event) => ({ ...event, event_type: 'lead_updated' }));
const answers = flat.map((event) => ({ ...event, field_data: [{ name: 'email', values: ['a@b.co'] }] }));
const batch = answers.map((value) => ({ object: 'page', entry: [{ id: '1', changes: [{ field: 'leadgen', value }] }] }));
const searchForm = flat.map((event) => ({ ...event, user_column_data: [{ column_id: 'EMAIL', string_value: 'a@b.co' }] }));

test('reads the same as processing does', () => {
  const property = fc.property(fc.constantFrom(...ORIGINS), fc.oneof(withType, batch, searchForm), (origin, payload) => {
    const body = Buffer.from(JSON.stringify(payload));
    const event = { eventId: '1', origin, eventType: 'lead_updated', identity: 'x', body, receivedAt: 0, refusedAt: null, limitedTo: null };
    const prepared = prepareEvent(event, { eventTypes: new Map() });
    if (prepared.kind !== 'routed') return;
    const routing = readRouting(origin, body);
    const isNumber = /^\d{1,15}$/.test(routing?.clientId ?? '');
    const isUsable = isNumber && Number(routing?.clientId) > 0;
    expect({ ...routing, clientId: isUsable ? routing?.clientId : null }).toEqual(prepared.routing);
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('a body that is no JSON object names nobody', () => {
  for (const text of ['', '[]', 'x', '{', '"campanha_id"']) expect(readRouting('formulario_proprio', Buffer.from(text))).toBeNull();
});
