import { createSign } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import { field, type JsonObject, scalarText } from '../../base/exact-json.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import type { Sentence } from '../../domain/fault.ts';
import { answerObject, textIn } from '../answer.ts';
import { noAnswer, type Outgoing, type OutgoingAnswer } from '../outgoing.ts';
import { platformMessage, platformWords } from '../platform-words.ts';
import { type CredentialsPlace, type CredentialsReading, readCredentials, type SearchAdsCredential } from './credentials-file.ts';
import { credentialRefused, passing, retryAfter, throttled } from './faults.ts';

/** The token's only permission: to send conversions. */
export const SEARCH_ADS_SCOPE = 'https://www.googleapis.com/auth/datamanager';

const ASSERTION_SECONDS = 3_600;
const TIMEOUT_MS = 10_000;
/** A token is not used in its last minute: requests take time, and clocks differ. */
const MARGIN_MS = 60_000;
/** Used if the platform does not report a lifetime. */
const DEFAULT_LIFE_SECONDS = 3_600;
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export type AccessToken =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** True if it was not requested for this caller, so it may have been revoked since. */
      readonly isCached: boolean;
    }
  | { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

export interface AccessTokenOptions {
  readonly outgoing: Pick<Outgoing, 'request'>;
  /** The URL for token requests, and the audience of signed assertions; never a URL from the file. */
  readonly tokenUrl: string;
  readonly credentials: CredentialsPlace;
  readonly clock: Clock;
}

interface KeptToken {
  readonly token: string;
  /** UTC ms. */
  readonly usableUntil: number;
  /** Of the credential it was requested with. */
  readonly fingerprint: string;
}

/** The access tokens of one credentials file: kept until they expire, one request at a time, and requested again when the file changes. */
export class AccessTokens {
  readonly #options: AccessTokenOptions;
  #file: { readonly state: string; readonly reading: CredentialsReading } | undefined;
  #kept: KeptToken | undefined;
  #asking: { readonly fingerprint: string; readonly answer: Promise<AccessToken> } | undefined;

  constructor(options: AccessTokenOptions) {
    this.#options = options;
  }

  /** Identifies the credential that is in the file now. */
  get fingerprint(): string {
    return this.#read().fingerprint;
  }

  /** A token that is valid for at least another minute. Never rejects. */
  async token(signal: AbortSignal): Promise<AccessToken> {
    const reading = this.#read();
    if (!reading.ok) return { kind: 'trouble', trouble: credentialRefused(...reading.finding.sentences) };
    const { fingerprint, credential } = reading;
    const kept = this.#kept;
    if (kept?.fingerprint === fingerprint && kept.usableUntil > this.#options.clock()) {
      return { kind: 'token', token: kept.token, isCached: true };
    }
    if (this.#asking?.fingerprint !== fingerprint) {
      const asking = { fingerprint, answer: this.#ask(credential, fingerprint) };
      this.#asking = asking;
      const done = (): void => {
        if (this.#asking === asking) this.#asking = undefined;
      };
      void asking.answer.then(done, done);
    }
    return await unlessAborted(this.#asking.answer, signal);
  }

  /** The platform rejected this token: the next caller gets another one. */
  forget(token: string): void {
    if (this.#kept?.token === token) this.#kept = undefined;
  }

  /** Reads the file again after it was replaced: checking its state takes a few microseconds. */
  #read(): CredentialsReading {
    const place = this.#options.credentials;
    const state = 'file' in place ? fileState(place.file) : 'kept';
    if (this.#file?.state !== state) this.#file = { state, reading: readCredentials(place) };
    return this.#file.reading;
  }

  async #ask(credential: SearchAdsCredential, fingerprint: string): Promise<AccessToken> {
    const { outgoing, tokenUrl, clock } = this.#options;
    const askedAt = clock();
    try {
      const answer = await outgoing.request({
        method: 'POST',
        url: new URL(tokenUrl),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(grantOf(credential, tokenUrl, askedAt)).toString(),
        timeoutMs: TIMEOUT_MS,
      });
      const json = answerObject(answer.body);
      const token = answer.status === 200 ? textIn(json, 'access_token') : undefined;
      if (token === undefined) return { kind: 'trouble', trouble: troubleOf(answer, json, credential, clock()) };
      this.#kept = { token, usableUntil: askedAt + lifeOf(json) * 1_000 - MARGIN_MS, fingerprint };
      return { kind: 'token', token, isCached: false };
    } catch (error) {
      return noAnswer(error);
    }
  }
}

function grantOf(credential: SearchAdsCredential, tokenUrl: string, now: number): Record<string, string> {
  if (credential.type === 'service_account') return { grant_type: JWT_BEARER, assertion: assertionOf(credential, tokenUrl, now) };
  const { clientId, clientSecret, refreshToken } = credential;
  return { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken };
}

/** The signed assertion of RFC 7523. */
function assertionOf(account: Extract<SearchAdsCredential, { type: 'service_account' }>, tokenUrl: string, now: number): string {
  const issuedAt = Math.floor(now / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(account.keyId === undefined ? {} : { kid: account.keyId }) };
  const claims = { iss: account.email, scope: SEARCH_ADS_SCOPE, aud: tokenUrl, iat: issuedAt, exp: issuedAt + ASSERTION_SECONDS };
  const signed = `${base64url(header)}.${base64url(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(account.privateKey, 'base64url')}`;
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function lifeOf(json: JsonObject): number {
  const seconds = Number(scalarText(field(json, 'expires_in')));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_LIFE_SECONDS;
}

/** RFC 6749 5.2: `error` is a code, `error_description` a sentence. */
function troubleOf(answer: OutgoingAnswer, json: JsonObject, credential: SearchAdsCredential, now: number): PlatformTrouble {
  const { status, headers } = answer;
  const waitMs = retryAfter(headers['retry-after'], undefined, now);
  const code = platformWords(textIn(json, 'error') ?? '');
  const words = platformWords(textIn(json, 'error_description') ?? '');
  if (status === 429) return throttled(words, waitMs);
  // A proxy or a wrong URL answers without the code; the credential may be fine.
  if (status === 200 || status >= 500 || code === '') {
    return passing([['googleGaveNoToken', { status, code }]], waitMs);
  }
  return credentialRefused(['googleRefusesCredential', { reason: code }], ...platformMessage(words), todo(code, credential.type));
}

function todo(code: string, type: SearchAdsCredential['type']): Sentence {
  if (code !== 'invalid_grant') return ['googleCheckCredential', { scope: SEARCH_ADS_SCOPE }];
  return [type === 'service_account' ? 'googleKeyGone' : 'googleTokenRevoked'];
}

/** The answer, or an abort for a caller that gives up; other callers keep waiting for the same answer. */
async function unlessAborted(answer: Promise<AccessToken>, signal: AbortSignal): Promise<AccessToken> {
  const { promise: aborted, resolve } = Promise.withResolvers<AccessToken>();
  const giveUp = (): void => resolve({ kind: 'trouble', trouble: passing([['googleCallStopped']]) });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function fileState(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino}/${size}/${mtimeNs}/${ctimeNs}`;
  } catch {
    // Reading the file reports the reason.
    return 'unseen';
  }
}
