import { Agent, type IncomingMessage, request } from 'node:http';
import { signatureHeader } from '../../src/base/signature.ts';
import { conversionBody } from './conversions.ts';

/** What the sender of an acknowledged event remembers of it. */
export interface Acknowledgement {
  readonly eventId: string;
  readonly body: Buffer;
}

/** By identity: every event that a success answer was received for, down to the last byte of it. */
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

/** Every seventh body is longer than a database page. */
const LONG_TEXT = 'Quero saber mais. '.repeat(400);

/** Senders that post signed conversions until the server is gone, and send again what was not answered, as a platform does. */
export class Load {
  readonly acknowledged = new Map<string, Acknowledgement>();
  /** Answers that are neither success nor 503, in plain words. */
  readonly surprises: string[] = [];
  /** How many posts got no answer because the server was gone; they are sent again in the next run. */
  unansweredPosts = 0;
  readonly #refusal = Promise.withResolvers<Answer>();
  readonly #secret: string;
  readonly #connections: number;
  #count = 0;
  #unanswered: Submission[] = [];
  #waiting: { readonly until: number; readonly resolve: () => void } | undefined;

  constructor(secret: string, connections = 16) {
    this.#secret = secret;
    this.#connections = connections;
  }

  /** Posts over keep-alive connections; resolves when the server is gone or the signal has aborted. */
  async run(url: string, signal: AbortSignal): Promise<void> {
    using agent = keepAliveAgent(this.#connections);
    await Promise.all(Array.from({ length: this.#connections }, () => this.#send(url, agent.agent, signal)));
  }

  /** Resolves at the moment of the n-th acknowledgement from now. */
  acknowledgements(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { until: this.acknowledged.size + count, resolve };
    });
  }

  /** Resolves with the first answer that is no success. */
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
    return { identity, body: conversionBody(identity, this.#count % 7 === 0 ? { mensagem: LONG_TEXT } : {}) };
  }

  #note(submission: Submission, answer: Answer): void {
    if (answer.status === 200 || answer.status === 202) {
      const { evento_id } = JSON.parse(answer.text) as { evento_id: string };
      this.acknowledged.set(submission.identity, { eventId: evento_id, body: submission.body });
      if (this.acknowledged.size === this.#waiting?.until) this.#waiting.resolve();
      return;
    }
    this.#unanswered.push(submission);
    this.#refusal.resolve(answer);
    if (answer.status !== 503) this.surprises.push(`the server answered ${answer.status}: ${answer.text}`);
  }
}

function keepAliveAgent(connections: number): { readonly agent: Agent; [Symbol.dispose](): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}

/** Undefined when no whole answer came. */
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
