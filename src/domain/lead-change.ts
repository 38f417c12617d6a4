import type { JsonValue } from '../base/exact-json.ts';

/** One field of a lead that an event changed. */
export interface FieldChange {
  /** The name it has in JSON: `telefone`, `utm_source`, `extras` … */
  readonly field: string;
  /** As the lead had it. Of answers, `plataforma` and `extras` only those entries that differ. */
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** What an event changed of a lead that was there before it. */
export interface LeadChange {
  readonly eventId: string;
  readonly leadId: string;
  /** UTC ms. */
  readonly at: number;
  /** Never empty. */
  readonly fields: readonly FieldChange[];
}
