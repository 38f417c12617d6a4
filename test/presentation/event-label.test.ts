import { expect, test } from 'vitest';
import { MESSAGES } from '../../src/messages/messages.ts';
import { eventTypeLabel } from '../../src/presentation/event-label.ts';

test.each([
  ['Lead-Qualified', MESSAGES.en.labels.stages.lead_qualified],
  ['venda', MESSAGES.en.labels.stages.sale],
  ['lead', MESSAGES.en.labels.eventKinds.lead],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
  ['maria@example.com', 'm***@example.com'],
])('an event of type %s is a %s', (eventType, label) => {
  expect(eventTypeLabel(MESSAGES.en, eventType)).toBe(label);
});
