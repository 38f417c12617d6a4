import type { JsonDraft, JsonObject } from '../base/exact-json.ts';
import type { Origin } from '../domain/origin.ts';
import type { Credential, NewEvent } from '../domain/webhook-event.ts';
import type { IntakeRequest, Refusal } from './intake-request.ts';
import type { SourceKey } from './keyring.ts';

/** A sender that has proven itself. */
export interface Proof {
  readonly kind: 'proven';
  readonly credential: Credential;
  /** The secret that verified the request; left out: none did. */
  readonly key?: SourceKey;
  /** Present when the body had to be looked into for the credential, so that it is not parsed twice. */
  readonly draft?: JsonDraft;
}

/** What a proven request carries. */
export interface Reading {
  readonly kind: 'events';
  readonly events: readonly NewEvent[];
  /** The bytes to store. */
  readonly body: Buffer;
  readonly batch: boolean;
}

/** One kind of sender: how it proves itself, and what its bodies mean. Both steps are pure. */
export interface Source {
  readonly origin: Origin;
  /** Why a request is refused whatever its body is; undefined: the body decides. */
  refusedByHeaders(request: Pick<IntakeRequest, 'header'>): Refusal | undefined;
  authenticate(request: IntakeRequest): Proof | Refusal;
  /**
   * @param now UTC ms, to check the age of the request by; undefined: its age does not matter (an operator puts it through again)
   */
  read(json: JsonObject, body: Buffer, now: number | undefined): Reading | { readonly kind: 'ignored' } | Refusal;
}
