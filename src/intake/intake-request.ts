import { type Fault, faultParams, type Sentence } from '../domain/fault.ts';
import type { Origin } from '../domain/origin.ts';
import type { KeptRefusedRequest } from '../domain/refused-request.ts';
import type { Receipt } from '../domain/webhook-event.ts';
import type { SecretMark } from './keyring.ts';

/** One request as received, whatever the transport. */
export interface IntakeRequest {
  readonly origin: Origin;
  /** The bytes as received. */
  readonly body: Buffer;
  /** The value of a header by its lower-case name; values of a repeated header are joined by `, `. */
  header(name: string): string | undefined;
  /** JSON text of the header name/value list, without credentials of proxies and browsers. */
  readonly headersJson: string;
  readonly remoteAddress: string;
  readonly requestId: string;
}

export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** Why a request was refused. The sender has to fix 401 and 422; 503 asks it to try again. */
export interface Refusal extends Fault {
  readonly kind: 'refused';
  readonly status: 401 | 422 | 503;
  /** With `fields_invalid`: every invalid field. */
  readonly problems?: readonly FieldProblem[];
  /** True if the sender was verified and only the content was refused. */
  readonly isVerified?: boolean;
  /** The secret that its credential matched, which also exists for a request that came too late. Omitted: none. */
  readonly mark?: SecretMark;
}

export type IntakeResult =
  /** `batch`: the response lists the events, like the request. */
  | { readonly kind: 'stored'; readonly receipts: readonly Receipt[]; readonly batch: boolean }
  /** Genuine, but contains nothing for us. */
  | { readonly kind: 'ignored' }
  | Refusal;

export function refusal(status: Refusal['status'], code: string, ...sentences: readonly Sentence[]): Refusal {
  return { kind: 'refused', status, code, params: faultParams(...sentences) };
}

/** 422 with every invalid field. */
export function fieldsInvalid(problems: readonly FieldProblem[]): Refusal {
  const fields = problems.map((problem) => problem.field).join(', ');
  return { ...refusal(422, 'fields_invalid', ['requestFieldsInvalid', { fields }]), problems };
}

/** A stored refused request, in the form that `Intake.replay` takes. If it was not stored completely, it can no longer be verified. */
export function requestOfKept(kept: KeptRefusedRequest): IntakeRequest {
  const headers = JSON.parse(kept.headers) as readonly (readonly [name: string, value: string])[];
  return {
    origin: kept.origin,
    body: Buffer.from(kept.body),
    header: (name) => {
      const values = headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
      return values.length === 0 ? undefined : values.join(', ');
    },
    headersJson: kept.headers,
    remoteAddress: kept.remoteAddress,
    requestId: kept.requestId,
  };
}
