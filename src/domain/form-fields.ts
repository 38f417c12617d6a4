import type { Fault } from './fault.ts';
import type { MappedField } from './form-mapping.ts';
import type { Lead, LeadFields } from './lead.ts';
import type { Origin } from './origin.ts';
import type { Operator } from './ports.ts';

/** A platform's lead form, by the platform's own id. */
export interface FormName {
  readonly origin: Origin;
  readonly formId: string;
}

/** A form's question as its platform describes it. */
export interface FormQuestion {
  /** The key of its answers. */
  readonly key: string;
  readonly label: string | null;
  /** The platform's own word for what it asks for. `null`: answers have the key, but the form does not list it as a question. */
  readonly type: string | null;
}

/** Key → what its answers are. */
export type MappedFields = Readonly<Record<string, MappedField>>;

/** A change that an operator makes to a form's mapping; `null` removes the mapping of the key. */
export type MappingChange = Readonly<Record<string, MappedField | null>>;

/** The mapping after a change. */
export function changedMapping(mapping: MappedFields, change: MappingChange): MappedFields {
  const changed = new Map<string, MappedField | null>([...Object.entries(mapping), ...Object.entries(change)]);
  return Object.fromEntries([...changed].filter((entry): entry is [string, MappedField] => entry[1] !== null));
}

/** What is known about a form, apart from its leads. */
export interface FormFields extends FormName {
  readonly pageId: string | null;
  readonly name: string | null;
  /** `null` if not yet read from the platform. */
  readonly questions: readonly FormQuestion[] | null;
  /** Key → field, set by operators; overrides what the platform or the key itself says. */
  readonly mapping: MappedFields;
  /** When operators last changed the mapping, UTC ms. */
  readonly mappedAt: number | null;
  /** When the questions were read from the platform, UTC ms. */
  readonly fetchedAt: number | null;
  /** When the platform was last asked for them, UTC ms. */
  readonly askedAt: number | null;
  /** Why the platform did not return them. */
  readonly fault: Fault | null;
  /** True if the questions and the mapping have not yet been applied to its stored leads. */
  readonly isToFill: boolean;
}

/** What happened to a form. Times are UTC ms. */
export type FormUpdate =
  /** The platform is asked for its questions, unless it was asked at or after `unlessSince`. */
  | { readonly kind: 'asked'; readonly pageId: string | null; readonly unlessSince: number }
  /** The questions were read from the platform. */
  | { readonly kind: 'fetched'; readonly name: string | null; readonly questions: readonly FormQuestion[] }
  | { readonly kind: 'unavailable'; readonly fault: Fault }
  /** The questions of `fetchedAt` and the mapping of `mappedAt` were applied to its leads. */
  | ({ readonly kind: 'filled' } & Pick<FormFields, 'fetchedAt' | 'mappedAt'>);

/** The form after the event; `null` if nothing changes. */
export function formAfter(known: FormFields, update: FormUpdate, now: number): FormFields | null {
  switch (update.kind) {
    case 'asked': {
      const { askedAt, pageId } = known;
      // Asked in the future: the clock had been ahead.
      const isAsked = askedAt !== null && askedAt >= update.unlessSince && askedAt <= now;
      return isAsked ? null : { ...known, askedAt: now, pageId: update.pageId ?? pageId };
    }
    case 'fetched':
      return { ...known, name: update.name ?? known.name, questions: update.questions, fetchedAt: now, isToFill: true, fault: null };
    case 'unavailable':
      return { ...known, fault: update.fault };
    case 'filled': {
      // Questions and mappings that arrived in the meantime still have to be filled in.
      const isFilled = known.isToFill && known.fetchedAt === update.fetchedAt && known.mappedAt === update.mappedAt;
      return isFilled ? { ...known, isToFill: false } : null;
    }
  }
}

/** A form about which nothing is known yet. */
export function unknownForm({ origin, formId }: FormName): FormFields {
  const nothing = { pageId: null, name: null, questions: null, mappedAt: null, fetchedAt: null, askedAt: null, fault: null };
  return { origin, formId, ...nothing, mapping: {}, isToFill: false };
}

/** Values that a stored lead lacks and that its own answers contain. */
interface LeadFill {
  readonly leadId: string;
  /** Only what the lead lacks is used. */
  readonly fields: LeadFields;
}

/** A form with figures of its stored leads. */
export interface FormSummary extends FormFields {
  readonly leads: number;
  /** How many of them have neither an e-mail address nor a phone number. */
  readonly withoutContact: number;
  /** The client of the newest lead. */
  readonly clientId: string | null;
  readonly clientName: string | null;
}

/** The platforms' forms: their questions, and how operators map them. */
export interface LeadForms {
  /** What is known about these forms; omits unknown ones. */
  findForms(forms: readonly FormName[]): Promise<readonly FormFields[]>;
  /** Every form that has leads, questions or a mapping. With an id: all forms with that id, since each platform has its own numbering. */
  listForms(formId?: string): Promise<readonly FormSummary[]>;
  /** Forms whose newest lead, stored since then (UTC ms) and not a test, has neither an e-mail address nor a phone number. */
  formsWithoutContact(since: number): Promise<readonly FormName[]>;
  /** Forms that have to be filled, failed before, or lack a stored answer, and were not tried since `before` (UTC ms). */
  formsToSee(before: number): Promise<readonly FormFields[]>;
  /** Stores what happened to a form, as `formAfter` defines. False if nothing changed. */
  noteForm(form: FormName, update: FormUpdate, now: number): Promise<boolean>;
  /** Maps the answers under these keys; the form then has to be filled. False if nothing changed. */
  mapForm(form: FormName, change: MappingChange, operator: Operator): Promise<boolean>;
  /** Up to `limit` of a form's leads: those with an id above `after`, oldest first; `null`: the newest, newest first. */
  leadsOfForm(form: FormName, after: string | null, limit: number): Promise<readonly FormLead[]>;
  /**
   * Adds to leads what they lack, and maps their answers as configured now; conversions that had no identifier resume. Returns the leads that
   * changed. The caller keeps each step short.
   */
  fillLeads(fills: readonly LeadFill[], now: number): Promise<readonly string[]>;
}

export interface FormLead extends LeadFields, Pick<Lead, 'erasedAt'> {
  readonly id: string;
}
