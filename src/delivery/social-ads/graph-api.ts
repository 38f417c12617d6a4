import { type Clock, systemClock } from '../../base/clock.ts';
import { field, isJsonObject, type JsonObject, readJson } from '../../base/exact-json.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import { type Outgoing, type OutgoingAnswer, OutgoingError } from '../outgoing.ts';
import { AppSecretProofs } from './app-secret-proofs.ts';
import { type GraphPurpose, isProofRefused, troubleOf, unreachable, unreadable, unusableToken } from './graph-errors.ts';

export interface GraphApiOptions {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** `v26.0`. */
  readonly apiVersion: string;
  readonly outgoing: Pick<Outgoing, 'request'>;
  /** Of the app that the tokens were made for, the current one first; each call then proves that it comes from the app. Left out: not known. */
  readonly appSecrets?: readonly string[];
  readonly clock?: Clock;
}

export interface GraphRequest {
  /** Behind the version; ids in it are checked by who calls: `123/leads`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON to post; left out: the path is read. */
  readonly body?: string;
  readonly token: string;
  /** Another secret of the request, which no error repeats. */
  readonly hidden?: string;
  readonly purpose: GraphPurpose;
  readonly signal: AbortSignal;
}

export type Trouble = { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

/** An answer that is no error, as exact JSON and as it came. */
export type GraphAnswer = { readonly kind: 'answer'; readonly json: JsonObject; readonly body: Uint8Array } | Trouble;

/** One call to the social-ads platform; whatever goes wrong with it is a value. The token travels in a header, never in the address. */
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
      if (!(error instanceof OutgoingError)) throw error;
      return inTrouble(unreachable(error));
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
