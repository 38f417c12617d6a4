import { Agent, type IncomingMessage, request } from 'node:http';
import { signatureHeader } from '../../src/base/signature.ts';
import { conversionBody } from './conversions.ts';

/** What the sender remembers of an acknowledged event. */
export interface Acknowledgement {
  readonly eventId: string;
  readonly body: Buffer;
}

/** By identity: every event whose success response arrived completely. */
export type Acknowledged = ReadonlyMap<string, Acknowledgement>;

interface Submission {
  readonly identity: string;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Every seventh body exceeds a database page. */
const LONG_TEXT = 'Quero saber mais. '.repeat(400);

/** Senders that post signed conversions until the server is gone, and resend what was not answered, as a platform does. */
export class Load {
  readonly acknowledged = new Map<string, Acknowledgement>();
  /** Responses other than success and 503, in plain words. */
  readonly surprises: string[] = [];
  /** The number of posts left without a response because the server was gone; the next run sends them again. */
  unansweredPosts = 0;
  /** Responses other than success. */
  refusals = 0;
  readonly #refusal = Promise.withResolvers<Answer>();
  readonly #secret: string;
  readonly #connections: number;
  readonly #fieldsOf: (identity: string) => Readonly<Record<string, string>>;
  #count = 0;
  #unanswered: Submission[] = [];
  #waiting: { readonly until: number; readonly resolve: () => void } | undefined;

  /** @param fieldsOf more fields of an event */
  constructor(secret: string, connections = 16, fieldsOf: (identity: string) => Readonly<Record<string, string>> = () => ({})) {
    this.#secret = secret;
    this.#connections = connections;
    this.#fieldsOf = fieldsOf;
  }

  /** Posts over keep-alive connections. Resolves when the server is gone or the signal aborts. */
  async run(url: string, signal: AbortSignal): Promise<void> {
    using agent = keepAliveAgent(this.#connections);
    await Promise.all(Array.from({ length: this.#connections }, () => this.#send(url, agent.agent, signal)));
  }

  /** Resolves with the n-th acknowledgement from now. */
  acknowledgements(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { until: this.acknowledged.size + count, resolve };
    });
  }

  /** Resolves with the first response that is not a success. */
  refusal(): Promise<Answer> {
    return this.#refusal.promise;
  }

  async #send(url: string, agent: Agent, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const submission = this.#unanswered.pop() ?? this.#next();
      const answer = await post(url, agent, this.#secret, submission.body);
      if (answer === undefined) {
        this.unansweredPosts += 1;
        this.#unanswered.push(submission);
        return;
      }
      this.#note(submission, answer);
    }
  }

  #next(): Submission {
    this.#count += 1;
    const identity = `carga-${this.#count}`;
    return {
      identity,
      body: conversionBody(identity, { ...this.#fieldsOf(identity), ...(this.#count % 7 === 0 ? { mensagem: LONG_TEXT } : {}) }),
    };
  }

  #note(submission: Submission, answer: Answer): void {
    if (answer.status === 200 || answer.status === 202) {
      const { evento_id } = JSON.parse(answer.text) as { evento_id: string };
      this.acknowledged.set(submission.identity, { eventId: evento_id, body: submission.body });
      if (this.acknowledged.size === this.#waiting?.until) this.#waiting.resolve();
      return;
    }
    this.#unanswered.push(submission);
    this.refusals += 1;
    this.#refusal.resolve(answer);
    if (answer.status !== 503) this.surprises.push(`the server answered ${answer.status}: ${answer.text}`);
  }
}

function keepAliveAgent(connections: number): { readonly agent: Agent; [Symbol.dispose](): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}

/** `undefined` if no complete response arrived. */
function post(url: string, agent: Agent, secret: string, body: Buffer): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': body.byteLength,
      'X-Formulario-Signature': signatureHeader(secret, body),
    };
    const outgoing = request(`${url}/integracoes/leads`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(response.complete ? answerOf(response, text) : undefined));
      response.on('error', () => resolve(undefined));
    });
    outgoing.on('error', () => resolve(undefined));
    outgoing.end(body);
  });
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, text: string): Answer {
  return { status: statusCode, retryAfter: headers['retry-after'], text };
}
