import { signatureHeader } from '../../src/base/signature.ts';
import type { Origin } from '../../src/domain/origin.ts';
import type { Delivery } from '../../src/domain/webhook-event.ts';
import type { IntakeRequest, IntakeResult } from '../../src/intake/intake-request.ts';
import { createIntake, type Intake, type IntakeDeps } from '../../src/intake/receive.ts';
import { type ArrayInbox, createArrayInbox } from './array-inbox.ts';

/** 2026-11-20T12:00:00.900Z */
export const NOW = 1_795_176_000_900;
export const NOW_SECONDS = 1_795_176_000;

export const SECRETS = {
  searchAds: ['search-secret', 'search-secret-old'],
  socialAds: ['social-secret', 'social-secret-old'],
  socialAdsVerifyToken: 'verify-token',
  ownForm: ['form-secret', 'form-secret-old'],
  adminToken: undefined,
  adminReadonlyToken: undefined,
};

export const FORM = { event_type: 'lead', id: 'f-1', timestamp: NOW_SECONDS, campanha_id: 42, nome: 'João da Silva' };

const SIGNING: Readonly<Record<Origin, readonly [header: string, secret: string]>> = {
  formulario_proprio: ['x-formulario-signature', 'form-secret'],
  search_ads: ['x-webhook-signature', 'search-secret'],
  social_ads: ['x-hub-signature-256', 'social-secret'],
};

/** A request with these headers; a value other than a string or buffer is sent as JSON. */
export function request(origin: Origin, body: unknown, headers: Readonly<Record<string, string>> = {}): IntakeRequest {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return {
    origin,
    body: bytes,
    header: (name) => headers[name],
    headersJson: JSON.stringify(Object.entries(headers)),
    remoteAddress: '192.0.2.1',
    requestId: 'r-1',
  };
}

export function signed(origin: Origin, body: unknown, secret?: string): IntakeRequest {
  const unsigned = request(origin, body);
  const [header, usual] = SIGNING[origin];
  return request(origin, unsigned.body, { [header]: signatureHeader(secret ?? usual, unsigned.body) });
}

export interface Fixture {
  readonly intake: Intake;
  readonly inbox: ArrayInbox;
  /** Receives the request and returns its single delivery. Fails if the request was not stored. */
  stored(request: IntakeRequest): Promise<Delivery>;
  /** `status code` of a refusal, or the kind of any other result. */
  outcome(request: IntakeRequest): Promise<string>;
}

export function createFixture(changes: Partial<Omit<IntakeDeps, 'config'>> & { config?: Partial<IntakeDeps['config']> } = {}): Fixture {
  const inbox = createArrayInbox();
  const intake = createIntake({
    inbox,
    secrets: SECRETS,
    clock: () => NOW,
    queue: 'webhooks',
    ...changes,
    config: { allowUnsigned: false, timestampToleranceSeconds: 300, eventTypes: new Map(), ...changes.config },
  });
  return {
    intake,
    inbox,
    async stored(given) {
      const result = await intake.receive(given);
      const delivery = inbox.deliveries.at(-1);
      if (result.kind !== 'stored' || delivery === undefined) throw new Error(`not stored: ${describeResult(result)}`);
      return delivery;
    },
    outcome: async (given) => describeResult(await intake.receive(given)),
  };
}

export function describeResult(result: IntakeResult): string {
  return result.kind === 'refused' ? `${result.status} ${result.code}` : result.kind;
}
