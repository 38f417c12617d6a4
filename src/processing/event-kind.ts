/** What an event asks for: a new lead, newer data of a lead, or a conversion of a lead. */
export type EventKind = 'lead' | 'update' | 'conversion';

/** What the configuration says about processing. */
export interface ProcessingRules {
  /** Event types beyond the built-in ones (the setting EVENT_TYPES), in any spelling. */
  readonly eventTypes: ReadonlyMap<string, EventKind>;
}

const BUILT_IN: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ['lead', 'lead'],
  ['leadcreated', 'lead'],
  ['leadform', 'lead'],
  ['formsubmit', 'lead'],
  ['formulario', 'lead'],
  ['leadgen', 'lead'],
  ['leadupdated', 'update'],
  ['conversion', 'conversion'],
  ['conversao', 'conversion'],
  ['offlineconversion', 'conversion'],
  ['leadqualified', 'conversion'],
  ['sale', 'conversion'],
  ['venda', 'conversion'],
]);

/** One spelling for all: case, blanks, accents and `.` `-` `_` do not matter. */
export function normalizeEventType(eventType: string): string {
  const plain = eventType.toLowerCase().replace(/[\s._-]+/g, '');
  return /^[a-z0-9]*$/.test(plain) ? plain : plain.normalize('NFD').replace(/\p{M}+/gu, '');
}

/** The kind of an event type; undefined when neither the program nor the configuration knows it. */
export function eventKindOf(eventType: string, rules: ProcessingRules): EventKind | undefined {
  const wanted = normalizeEventType(eventType);
  const builtIn = BUILT_IN.get(wanted);
  if (builtIn !== undefined) return builtIn;
  for (const [name, kind] of rules.eventTypes) {
    if (normalizeEventType(name) === wanted) return kind;
  }
  return undefined;
}
