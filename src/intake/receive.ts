import type { Clock } from '../base/clock.ts';
import { finishJson, isJsonObject, type JsonFailure, readJson } from '../base/exact-json.ts';
import type { Config, SourceSecrets } from '../config/config.ts';
import { createEventKinds } from '../domain/event-kind.ts';
import type { NamedKey } from '../domain/named-secret.ts';
import { Origin } from '../domain/origin.ts';
import type { EventInbox } from '../domain/ports.ts';
import type { Delivery } from '../domain/webhook-event.ts';
import { type IntakeRequest, type IntakeResult, type Refusal, refusal } from './intake-request.ts';
import { createKeyring, type Keyring, type SecretMark } from './keyring.ts';
import type { SecretBlanker } from './secret-blanker.ts';
import { sendersOf } from './sender.ts';
import type { Reading, Source, Verification } from './source.ts';
import { ownFormSource } from './sources/own-form.ts';
import { searchAdsSource } from './sources/search-ads.ts';
import { socialAdsSource } from './sources/social-ads.ts';
import { type SubscriptionAnswer, verifySubscription } from './verify-subscription.ts';

/** Receives requests: verifies the sender, reads the events, stores them. */
export interface Intake {
  /** Why a request is refused whatever its body is, so the body need not be read. `undefined` if the body decides. */
  refusedByHeaders(origin: Origin, request: Pick<IntakeRequest, 'header'>): Refusal | undefined;
  /**
   * Resolves after the events are durable, or with the reason why they were refused.
   * @throws AppError `store_…` if the store cannot accept them now
   */
  receive(request: IntakeRequest): Promise<IntakeResult>;
  /**
   * Replays a request that was refused at that time (UTC ms); it counts as received now. Its age is not checked again. Its credential must be
   * valid now, unless the sender was verified at that time (a request refused only for its content, whose stored copy may lack the
   * `google_key`), or an operator vouches for it. It keeps the limit of the secret that its credential matched then.
   * @throws AppError `store_…` if the store cannot accept it now
   */
  replay(request: IntakeRequest, refusedAt: number, former?: FormerVerification): Promise<IntakeResult>;
  /** What `replay` would do now; stores nothing. */
  rehearse(request: IntakeRequest, former?: FormerVerification): Refusal | { readonly kind: 'ignored' } | { readonly kind: 'events' };
  /** Answers Meta's subscription check of this address. */
  verifySubscription(query: URLSearchParams): SubscriptionAnswer;
}

/** Whether the sender was verified when the request first came, and the secret that its credential matched, if it was stored. */
type FormerVerification = { readonly isVerified: boolean } & Partial<SecretMark>;

export interface IntakeDeps {
  readonly inbox: Pick<EventInbox, 'accept'>;
  readonly secrets: SourceSecrets;
  /** The current named secrets. Default: none. */
  readonly named?: () => readonly NamedKey[];
  readonly config: Pick<Config, 'allowUnsigned' | 'timestampToleranceSeconds' | 'eventTypes'>;
  readonly clock: Clock;
  readonly queue: string;
}

export function createIntake(deps: IntakeDeps): Intake {
  const { inbox, clock, queue, secrets } = deps;
  const keyring = createKeyring(secrets, deps.named);
  const sources = createSources(deps, keyring);

  async function store(
    request: IntakeRequest,
    times: Pick<Delivery, 'receivedAt' | 'refusedAt'>,
    verification: Verification & { readonly mark?: SecretMark },
    reading: SentReading,
  ): Promise<IntakeResult> {
    const mark = verification.mark ?? verification.key?.mark();
    const receipts = await inbox.accept({
      origin: request.origin,
      body: reading.body,
      headers: keyring(request.origin).blanker.text(request.headersJson),
      remoteAddress: request.remoteAddress,
      requestId: request.requestId,
      credential: verification.credential,
      ...(mark === undefined ? {} : { ...mark, senders: reading.senders }),
      ...times,
      queue,
      events: reading.events,
    });
    return { kind: 'stored', receipts, batch: reading.batch };
  }

  /** Checks a refused request again, with the current secrets and settings. */
  function examineAgain(
    request: IntakeRequest,
    { isVerified }: FormerVerification,
  ): { verification: Verification | Refusal; reading: ReturnType<typeof readBody> } {
    const source = sources[request.origin];
    const verification: Verification | Refusal = isVerified ? { kind: 'verified', credential: 'operator' } : source.authenticate(request);
    return {
      verification,
      reading:
        verification.kind === 'refused'
          ? verification
          : readBody(source, verification, request, undefined, keyring(request.origin).blanker),
    };
  }

  return {
    refusedByHeaders: (origin, request) => sources[origin].refusedByHeaders(request),
    receive(request) {
      const now = clock();
      const source = sources[request.origin];
      const verification = source.authenticate(request);
      if (verification.kind === 'refused') return Promise.resolve(verification);
      const reading = readBody(source, verification, request, now, keyring(request.origin).blanker);
      if (reading.kind === 'events') return store(request, { receivedAt: now }, verification, reading);
      return Promise.resolve(reading.kind === 'refused' ? { ...reading, ...verifiedBy(verification, reading) } : reading);
    },
    async replay(request, refusedAt, former = UNVERIFIED) {
      const { verification, reading } = examineAgain(request, former);
      if (verification.kind === 'refused' || reading.kind !== 'events') return reading as Exclude<typeof reading, { kind: 'events' }>;
      const credential = verification.credential === 'unsigned' ? 'unsigned' : 'operator';
      const mark = former.isVerified || former.limitedTo !== undefined ? markOf(former) : verification.key?.mark();
      return store(
        request,
        { receivedAt: clock(), refusedAt },
        { ...verification, credential, ...(mark === undefined ? {} : { mark }) },
        reading,
      );
    },
    rehearse: (request, former = UNVERIFIED) => examineAgain(request, former).reading,
    verifySubscription: (query) => verifySubscription(query, secrets.socialAdsVerifyToken),
  };
}

const UNVERIFIED: FormerVerification = { isVerified: false };

/** What is stored about the sender. It is verified if only the content was refused; a request that came too late may be a replay attack. */
function verifiedBy({ credential, key }: Verification, { status }: Refusal): Pick<Refusal, 'isVerified' | 'mark'> {
  return { isVerified: status === 422 && credential !== 'unsigned', ...(key === undefined ? {} : { mark: key.mark() }) };
}

function markOf({ secret, limitedTo }: FormerVerification): SecretMark | undefined {
  if (secret === undefined) return undefined;
  return { secret, ...(limitedTo === undefined ? {} : { limitedTo }) };
}

function createSources({ config }: IntakeDeps, keyring: Keyring): Readonly<Record<Origin, Source>> {
  const kinds = createEventKinds(config.eventTypes);
  const { allowUnsigned } = config;
  return {
    formulario_proprio: ownFormSource(() => keyring(Origin.ownForm).keys, config.timestampToleranceSeconds),
    search_ads: searchAdsSource({ keys: () => keyring(Origin.searchAds).keys, allowUnsigned, kinds }),
    social_ads: socialAdsSource({ keys: () => keyring(Origin.socialAds).keys, allowUnsigned, kinds }),
  };
}

const BODY_FAILURES: Readonly<Record<JsonFailure, Refusal>> = {
  empty: refusal(422, 'body_empty', ['requestEmpty']),
  not_utf8: refusal(422, 'body_not_utf8', ['requestNotUtf8']),
  not_json: refusal(422, 'body_not_json', ['requestNotJson']),
  too_deep: refusal(422, 'body_too_deep', ['requestTooDeep']),
};

const NOT_AN_OBJECT = refusal(422, 'body_not_object', ['requestNotObject']);

type SentReading = Reading & Required<Pick<Delivery, 'senders'>>;

type BodyReading = SentReading | Exclude<ReturnType<Source['read']>, Reading>;

function readBody(
  source: Source,
  verification: Verification,
  request: IntakeRequest,
  now: number | undefined,
  blanker: SecretBlanker,
): BodyReading {
  const json = verification.draft === undefined ? readJson(request.body) : finishJson(verification.draft);
  const reading = readJsonBody(source, json, request, request.body, now);
  if (reading.kind !== 'events') return reading;
  const body = blanker.bytes(reading.body);
  // Read again, so that nothing taken from it (type, identity, parts of a batch) contains the secret either.
  return body === reading.body ? reading : readJsonBody(source, readJson(body), request, body, now);
}

function readJsonBody(
  source: Source,
  json: ReturnType<typeof readJson>,
  request: IntakeRequest,
  body: Buffer,
  now: number | undefined,
): BodyReading {
  if (!json.ok) return BODY_FAILURES[json.failure];
  if (!isJsonObject(json.value)) return NOT_AN_OBJECT;
  const reading = source.read(json.value, body, now);
  return reading.kind === 'events' ? { ...reading, senders: sendersOf(request, json.value) } : reading;
}
