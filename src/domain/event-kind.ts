/** What an event asks for: a new lead, a change of one, a conversion of one, or that one's consent no longer counts. */
export const EVENT_KINDS = ['lead', 'update', 'conversion', 'withdrawal'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The kinds that are part of an identity; `other`: an unknown type. */
export type IdentityKind = EventKind | 'other';

/** The kind of an event type, in any spelling; undefined for an unknown name. */
export type EventKinds = (eventType: string) => EventKind | undefined;

/** The names that the contract defines (section 4), in their normal spelling. */
const BUILT_IN: Readonly<Record<EventKind, readonly string[]>> = {
  lead: ['lead', 'leadcreated', 'leadform', 'formsubmit', 'formulario', 'leadgen'],
  update: ['leadupdated'],
  conversion: ['conversion', 'conversao', 'offlineconversion', 'leadqualified', 'sale', 'venda'],
  withdrawal: ['consentimentoretirado', 'consentimentorevogado', 'consentwithdrawn', 'consentrevoked'],
};

/** Case, accents, dots, hyphens, underscores and blanks do not matter: `Lead.Created` is `lead_created`, `Conversão` is `conversao`. */
export function normalSpelling(eventType: string): string {
  return eventType
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[._\-\s\p{M}]/gu, '');
}

/** The event types of the contract and the settings; a configured name wins over a built-in one. */
export function createEventKinds(configured: ReadonlyMap<string, EventKind>): EventKinds {
  const builtIn = EVENT_KINDS.flatMap((kind) => BUILT_IN[kind].map((name) => [name, kind] as const));
  const kinds = new Map([...builtIn, ...[...configured].map(([name, kind]) => [normalSpelling(name), kind] as const)]);
  // Most types have their normal spelling, which is its own normal spelling.
  return (eventType) => kinds.get(eventType) ?? kinds.get(normalSpelling(eventType));
}
