import { Agent, request } from 'undici';
import { AppError } from '../base/app-error.ts';
import { field, isJsonObject, type JsonObject, parseJson } from '../base/exact-json.ts';
import { networkErrorCode } from '../base/network-error-code.ts';

/** Longer than any answer of a service that works. */
const ANSWER_MS = 10_000;
/** A change of a million jobs takes its time, and to hear that it was done is worth waiting for. */
const CHANGE_MS = 300_000;
/** The service sends figures every 5 s and a heartbeat every 15 s; a stream that is silent for longer is dead. */
const SILENCE_MS = 20_000;

/** Asks the admin addresses of a running service, with its token. */
export class AdminClient implements AsyncDisposable {
  readonly #base: string;
  readonly #token: string;
  readonly #agent = new Agent({ connect: { timeout: ANSWER_MS } });

  /** @param base address of the service without a path behind it: `https://leads.example.com` */
  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  /** @throws AppError `store_unavailable` when the service does not answer as it should, `not_found`, `configuration_invalid` for a wrong token */
  async get(path: string): Promise<JsonObject> {
    return this.#json(await this.#send('GET', path, 'application/json'));
  }

  /** @throws AppError as `get` */
  async post(path: string, form: URLSearchParams = new URLSearchParams()): Promise<JsonObject> {
    return this.#json(await this.#send('POST', path, 'application/json', form));
  }

  /** The chunks of an endless answer. @throws AppError as `get` */
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
    throw new AppError('store_unavailable', {
      en: 'What answers at this address is not lead-intake.',
      pt: 'O que responde neste endereço não é o lead-intake.',
    });
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
  const text = await bodyText(answer);
  if (answer.statusCode === 401) {
    return new AppError(
      'configuration_invalid',
      { en: 'The service refuses the admin token.', pt: 'O serviço recusa o token de administração.' },
      {
        hint: {
          en: 'Compare it with ADMIN_TOKEN of the running service; --token-file reads it from a file.',
          pt: 'Compare-o com ADMIN_TOKEN do serviço em execução; --token-file o lê de um arquivo.',
        },
      },
    );
  }
  const json = parseJson(text);
  if (json.ok && isJsonObject(json.value) && field(json.value, 'code') === 'read_only') return readOnly();
  const detail = json.ok && isJsonObject(json.value) ? field(json.value, 'detail') : undefined;
  const reason = typeof detail === 'string' ? ` ${detail}` : '';
  return new AppError(answer.statusCode === 404 ? 'not_found' : 'store_unavailable', {
    en: `The service answers ${answer.statusCode}.${reason}`,
    pt: `O serviço responde ${answer.statusCode}.${reason}`,
  });
}

function readOnly(): AppError {
  return new AppError('conflict', {
    en: 'This token is read-only: it sees masked data and changes nothing. Start with ADMIN_TOKEN for that.',
    pt: 'Este token é somente leitura: vê dados mascarados e não altera nada. Para isso, inicie com ADMIN_TOKEN.',
  });
}

function noAnswer(error: unknown): AppError {
  const code = networkErrorCode(error);
  return new AppError(
    'store_unavailable',
    { en: `The service does not answer (${code}).`, pt: `O serviço não responde (${code}).` },
    {
      hint: {
        en: 'Check the address and that `lead-intake serve` runs there.',
        pt: 'Confira o endereço e se `lead-intake serve` roda nele.',
      },
      cause: error,
    },
  );
}
