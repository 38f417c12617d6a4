import type { JsonDraft, JsonObject } from '../base/exact-json.ts';
import type { EventKinds } from '../domain/event-kind.ts';
import type { Origin } from '../domain/origin.ts';
import type { Credential, NewEvent } from '../domain/webhook-event.ts';
import type { IntakeRequest, Refusal } from './intake-request.ts';
import type { SourceKey } from './keyring.ts';

/** The result for a verified sender. */
export interface Verification {
  readonly kind: 'verified';
  readonly credential: Credential;
  /** The secret that verified the request; omitted if none did. */
  readonly key?: SourceKey;
  /** Present if the body was parsed to find the credential, so that it is not parsed twice. */
  readonly draft?: JsonDraft;
}

/** The content of a verified request. */
export interface Reading {
  readonly kind: 'events';
  readonly events: readonly NewEvent[];
  /** The bytes to store. */
  readonly body: Buffer;
  readonly batch: boolean;
}

/** The rules for the routes of the ad platforms. */
export interface AdSourceRules {
  readonly keys: () => readonly SourceKey[];
  readonly allowUnsigned: boolean;
  readonly kinds: EventKinds;
}

/** One kind of sender: how it is verified, and how its bodies are read. Both steps are pure. */
export interface Source {
  readonly origin: Origin;
  /** Why a request is refused whatever its body is; `undefined` if the body decides. */
  refusedByHeaders(request: Pick<IntakeRequest, 'header'>): Refusal | undefined;
  authenticate(request: IntakeRequest): Verification | Refusal;
  /**
   * @param now UTC ms, to check the request's age; `undefined` if the age does not matter (an operator replays it)
   */
  read(json: JsonObject, body: Buffer, now: number | undefined): Reading | { readonly kind: 'ignored' } | Refusal;
}
