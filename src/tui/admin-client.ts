import { Agent, request } from 'undici';
import type { AppError } from '../base/app-error.ts';
import { field, isJsonObject, type JsonObject, parseJson } from '../base/exact-json.ts';
import { networkErrorCode } from '../base/network-error-code.ts';
import { appError } from '../messages/messages.ts';

/** Longer than a working service takes for any response. */
const ANSWER_MS = 10_000;
/** Changing a million jobs takes minutes, and the result is worth waiting for. */
const CHANGE_MS = 300_000;
/** The service sends figures every 5 s and a heartbeat every 15 s; a stream that is silent for longer is broken. */
const SILENCE_MS = 20_000;

/** Calls the admin API of a running service with its token. */
export class AdminClient implements AsyncDisposable {
  readonly #base: string;
  readonly #token: string;
  readonly #agent = new Agent({ connect: { timeout: ANSWER_MS } });

  /** @param base URL of the service without a path: `https://leads.example.com` */
  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  /**
   * @throws AppError `store_unavailable` if the service does not answer as it should, `not_found`, `configuration_invalid` for a wrong
   * token
   */
  async get(path: string): Promise<JsonObject> {
    return this.#json(await this.#send('GET', path, 'application/json'));
  }

  /** @throws AppError as `get` */
  async post(path: string, form: URLSearchParams = new URLSearchParams()): Promise<JsonObject> {
    return this.#json(await this.#send('POST', path, 'application/json', form));
  }

  /** The chunks of an endless response. @throws AppError as `get` */
  async stream(path: string, signal: AbortSignal): Promise<AsyncIterable<string>> {
    const answer = await this.#send('GET', path, 'text/event-stream', undefined, signal);
    if (answer.statusCode !== 200) throw await refusal(answer);
    return answer.body.setEncoding('utf8');
  }

  async #send(method: 'GET' | 'POST', path: string, accept: string, form?: URLSearchParams, signal?: AbortSignal): Promise<Answer> {
    try {
      return await request(this.#base + path, {
        method,
        dispatcher: this.#agent,
        headersTimeout: method === 'POST' ? CHANGE_MS : ANSWER_MS,
        bodyTimeout: SILENCE_MS,
        headers: {
          accept,
          authorization: `Bearer ${this.#token}`,
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form === undefined ? {} : { body: form.toString() }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      throw noAnswer(error);
    }
  }

  async #json(answer: Answer): Promise<JsonObject> {
    if (answer.statusCode !== 200) throw await refusal(answer);
    const json = parseJson(await bodyText(answer));
    if (json.ok && isJsonObject(json.value)) return json.value;
    throw appError('store_unavailable', (m) => m.terminal.source.otherAnswer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

type Answer = Awaited<ReturnType<typeof request>>;

async function bodyText(answer: Answer): Promise<string> {
  try {
    return await answer.body.text();
  } catch (error) {
    throw noAnswer(error);
  }
}

async function refusal(answer: Answer): Promise<AppError> {
  const { statusCode: status } = answer;
  const json = parseJson(await bodyText(answer));
  if (status === 401)
    return appError('configuration_invalid', (m) => m.terminal.source.tokenRefused, { hint: (m) => m.terminal.source.tokenHint });
  const problem = json.ok && isJsonObject(json.value) ? json.value : {};
  if (field(problem, 'code') === 'read_only') return appError('conflict', (m) => m.terminal.source.tokenReadOnly);
  const said = field(problem, 'detail');
  const detail = typeof said === 'string' ? ` ${said}` : '';
  return appError(status === 404 ? 'not_found' : 'store_unavailable', (m) => m.terminal.source.answers({ status, detail }));
}

function noAnswer(error: unknown): AppError {
  const code = networkErrorCode(error);
  return appError('store_unavailable', (m) => m.terminal.source.noAnswer({ code }), {
    hint: (m) => m.terminal.source.noAnswerHint,
    cause: error,
  });
}
