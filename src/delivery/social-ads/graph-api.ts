import { type Clock, systemClock } from '../../base/clock.ts';
import { field, isJsonObject, type JsonObject, readJson } from '../../base/exact-json.ts';
import { hmacSha256Hex } from '../../base/signature.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { noAnswer, type Outgoing, type OutgoingAnswer } from '../outgoing.ts';
import { type GraphPurpose, isProofRefused, troubleOf, unreadable, unusableToken } from './graph-errors.ts';

export interface GraphApiOptions {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** `v26.0`. */
  readonly apiVersion: string;
  readonly outgoing: Pick<Outgoing, 'request'>;
  /** Secrets of the app that the tokens were created for, the current one first; they prove that a call comes from the app. Omitted: unknown. */
  readonly appSecrets?: readonly string[];
  readonly clock?: Clock;
}

export interface GraphRequest {
  /** After the version; callers validate ids in it: `123/leads`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON to post. Omitted: the path is read. */
  readonly body?: string;
  readonly token: string;
  /** Another secret of the request, which errors must not contain. */
  readonly hidden?: string;
  readonly purpose: GraphPurpose;
  readonly signal: AbortSignal;
}

export type Trouble = { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

/** A successful answer, as exact JSON and as received. */
export type GraphAnswer = { readonly kind: 'answer'; readonly json: JsonObject; readonly body: Uint8Array } | Trouble;

/** One call to Meta; every failure is returned as a value. The token is sent in a header, never in the URL. */
export class GraphApi {
  readonly #base: string;
  readonly #outgoing: Pick<Outgoing, 'request'>;
  readonly #proofs: AppSecretProofs;
  readonly #clock: Clock;

  constructor({ apiUrl, apiVersion, outgoing, appSecrets = [], clock = systemClock }: GraphApiOptions) {
    this.#base = `${apiUrl}/${apiVersion}`;
    this.#outgoing = outgoing;
    this.#proofs = new AppSecretProofs(appSecrets);
    this.#clock = clock;
  }

  async ask(asked: GraphRequest): Promise<GraphAnswer> {
    if (!/^[\x21-\x7e]+$/.test(asked.token)) return inTrouble(unusableToken(asked));
    try {
      for (;;) {
        const proof = this.#proofs.of(asked.token);
        const answer = await this.#send(asked, proof);
        if (proof === null || !isProofRefused(answer)) return this.#read(answer, asked);
        this.#proofs.refuse(asked.token, proof);
      }
    } catch (error) {
      return noAnswer(error);
    }
  }

  #send({ path, query = {}, body, token, signal }: GraphRequest, proof: string | null): Promise<OutgoingAnswer> {
    const url = new URL(`${this.#base}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (proof !== null) url.searchParams.set('appsecret_proof', proof);
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    return this.#outgoing.request(
      body === undefined
        ? { method: 'GET', url, headers, signal }
        : { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body, signal },
    );
  }

  #read(answer: OutgoingAnswer, { purpose, token, hidden }: GraphRequest): GraphAnswer {
    const json = readJson(answer.body);
    const isError = json.ok && isJsonObject(json.value) && isJsonObject(field(json.value, 'error'));
    if (isError || answer.status < 200 || answer.status > 299)
      return inTrouble(troubleOf(answer, { purpose, token, ...(hidden === undefined ? {} : { hidden }), now: this.#clock() }));
    if (!json.ok || !isJsonObject(json.value)) return inTrouble(unreadable(answer, 'no_object'));
    return { kind: 'answer', json: json.value, body: answer.body };
  }
}

export function inTrouble(trouble: PlatformTrouble): Trouble {
  return { kind: 'trouble', trouble };
}

/**
 * `appsecret_proof` for each token: its HMAC-SHA256 with the secret of the app that it was created for. Apps can require it for every call, and
 * Meta refuses a wrong one even if none is required; so a token of another app (for example, of Events Manager) is sent without one.
 */
class AppSecretProofs {
  readonly #secrets: readonly string[];
  /** Token → how many secrets were refused for it. */
  readonly #refused = new Map<string, number>();

  /** @param secrets of the app, the current one first */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** `null` if no proof is sent with this token. */
  of(token: string): string | null {
    const secret = this.#secrets[this.#refused.get(token) ?? 0];
    return secret === undefined ? null : hmacSha256Hex(secret, Buffer.from(token));
  }

  /**
   * Meta refuses the proof that was sent with the token: the next secret is tried, and after the last one no proof is sent. Calls run in
   * parallel, and several may have sent the same proof: only its first refusal counts.
   */
  refuse(token: string, proof: string): void {
    if (this.of(token) === proof) this.#refused.set(token, (this.#refused.get(token) ?? 0) + 1);
  }
}
