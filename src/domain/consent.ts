import type { ConsentRule } from './client-connections.ts';
import type { Fault } from './fault.ts';
import type { Operator } from './ports.ts';
import type { LeadDetail } from './report-ports.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** What a person did about a purpose, as stored. */
export const ConsentAct = { granted: 'concedido', denied: 'negado', withdrawn: 'retirado' } as const;
export type ConsentAct = (typeof ConsentAct)[keyof typeof ConsentAct];

/** What decides whether a person's data may be used for a purpose. */
export interface Consent {
  /** As the sender writes it; `null` for every purpose. */
  readonly purpose: string | null;
  readonly act: ConsentAct;
  /** When the person did it, as stated; UTC ms. `null` if nobody states it. */
  readonly at: number | null;
  /** The same; without a time, or with one in the future, when the event was submitted. */
  readonly since: number;
  /** The event or operator that it comes from: within one event, only stated times order what contradicts itself. */
  readonly source: string;
}

/** A consent in an event, as read from it. */
export interface NewConsent extends Omit<Consent, 'source'> {
  /** The text that the person saw, or its version. */
  readonly text: string | null;
  /** The person's IP address, if the sender states it. */
  readonly ip: string | null;
}

/** A consent changed by an operator, for example on the phone. */
export interface ConsentChange {
  readonly leadId: string;
  readonly purpose: string | null;
  readonly act: ConsentAct;
  /** UTC ms. */
  readonly at: number;
  readonly reason: string;
}

/** One line of a lead's consents. Lines are only ever added. */
export interface ConsentRecord extends NewConsent, Consent {
  readonly id: string;
  readonly leadId: string;
  /** The event that it came with; `null` if an operator recorded it. */
  readonly event: ConsentEvent | null;
  readonly formId: string | null;
  readonly recordedAt: number;
  /** Who recorded it, as in the operators' log; `null` if it came with an event. */
  readonly operator: string | null;
  readonly reason: string | null;
}

/** How the event of a consent arrived, and what verified its sender. */
interface ConsentEvent extends Pick<WebhookEvent, 'id' | 'receivedAt' | 'credential' | 'secret'> {
  /** The address that sent it; `null` once its person is erased. */
  readonly remoteAddress: string | null;
}

/** What proves what a person agreed to, and what follows from it. */
export interface ConsentProof extends Pick<LeadDetail, 'lead' | 'conversions'> {
  readonly consents: readonly ConsentRecord[];
  readonly rule: ConsentRule;
  /** Why no conversion of the lead is sent; `null` if consent does not prevent it. */
  readonly objection: Fault | null;
}

export const LONGEST_PURPOSE = 100;

/**
 * From when an operator's record counts, UTC ms: an agreement from the beginning of the typed minute or day, a withdrawal from its end, and
 * neither from a time to come.
 */
export function consentMoment(act: ConsentAct, typed: { readonly at: number; readonly spanMs: number } | undefined, now: number): number {
  if (typed === undefined) return now;
  return Math.min(act === ConsentAct.granted ? typed.at : typed.at + Math.max(typed.spanMs - 1, 0), now);
}

export interface Consents {
  /** Everything that was recorded about a lead's consents, in the order in which it applies. */
  consentsOfLead(leadId: string): Promise<readonly ConsentRecord[]>;
  /** Records what a person told an operator. `not_found`: no such lead; `conflict`: its person was erased. */
  changeConsent(change: ConsentChange, operator: Operator): Promise<void>;
}
