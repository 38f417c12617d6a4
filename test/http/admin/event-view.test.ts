import { expect, test } from 'vitest';
import type { EventTrail } from '../../../src/domain/report-ports.ts';
import { viewEvent } from '../../../src/http/admin/views/event-view.ts';

const LOOK = { layout: 'formatado', from: 0 } as const;

test('an event that is not revealed shows neither what its lead was nor what it became', () => {
  const event = { headers: '[]', body: Buffer.from('{}'), conflictBody: null } as unknown as EventTrail['event'];
  const changes = { eventId: '1', leadId: '1', at: 0, fields: [{ field: 'nome', before: 'Ana', after: 'Rosa' }] };
  const trail: EventTrail = { event, namedSecret: null, jobs: [], attempts: [], lead: null, conversions: [], changes };
  expect(viewEvent(trail, undefined, { ...LOOK, revealed: false }, [], null).trail.changes?.fields).toEqual([
    { field: 'nome', before: 'A***', after: 'R***' },
  ]);
  expect(viewEvent(trail, undefined, { ...LOOK, revealed: true }, [], null).trail.changes).toEqual(changes);
});
