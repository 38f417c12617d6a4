import { createEventKinds, normalSpelling } from '../domain/event-kind.ts';
import type { Messages } from '../messages/messages.ts';
import { maskMark } from './masking.ts';

const kindOf = createEventKinds(new Map());

/** Types that name a stage, in their normal spelling. */
const STAGES: ReadonlyMap<string, keyof Messages['labels']['stages']> = new Map([
  ['sale', 'sale'],
  ['venda', 'sale'],
  ['leadqualified', 'lead_qualified'],
]);

/** An event type for people: a known type as its label, any other as its sender writes it, masked. */
export function eventTypeLabel({ labels }: Messages, eventType: string): string {
  const stage = STAGES.get(normalSpelling(eventType));
  if (stage !== undefined) return labels.stages[stage];
  const kind = kindOf(eventType);
  return kind === undefined ? maskMark(eventType) : labels.eventKinds[kind];
}
