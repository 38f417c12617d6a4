import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as a platform sees it. */
export interface PlatformRequest {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PlatformAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of the body, JSON unless `headers` say otherwise. */
  readonly body: string;
}

/** One call as it was answered. `begun` and `ended` count the steps of the server, so they tell which calls overlapped. */
export interface CallRecord {
  readonly request: PlatformRequest;
  readonly status: number;
  readonly begun: number;
  readonly ended: number;
}

/** What a scripted fault does in place of the answer: an answer, a closed connection, or nothing at all until the caller gives up. */
export type FaultEffect = PlatformAnswer | 'hang_up' | 'silence';

export interface FaultPlan {
  /** Which requests it hits; left out: every one. */
  readonly when?: (request: PlatformRequest) => boolean;
  /** How many requests it hits; left out: all until it is ended. */
  readonly times?: number;
  readonly effect: FaultEffect | ((request: PlatformRequest) => FaultEffect);
}

/** Which calls are to fail, and how many of them. */
export interface FailedCalls {
  readonly path?: string;
  readonly method?: string;
  readonly times?: number;
}

/** A fault that is in force until it is used up or ended. */
export class ScriptedFault implements Disposable {
  hits = 0;
  readonly #plan: FaultPlan;
  #isOver = false;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  /** Its effect on this request; undefined: it does not concern it. */
  take(request: PlatformRequest): FaultEffect | undefined {
    const { when, times = Number.POSITIVE_INFINITY, effect } = this.#plan;
    if (this.#isOver || this.hits >= times || when?.(request) === false) return undefined;
    this.hits += 1;
    return typeof effect === 'function' ? effect(request) : effect;
  }

  end(): void {
    this.#isOver = true;
  }

  [Symbol.dispose](): void {
    this.end();
  }
}

type Answering = (request: PlatformRequest) => PlatformAnswer | Promise<PlatformAnswer>;

/** A real HTTP server on loopback that stands for a platform: keeps what it was asked, waits and fails as it is told. */
export class LocalServer implements AsyncDisposable {
  readonly calls: CallRecord[] = [];
  /** How long every answer takes: milliseconds, or a promise per request. */
  delay: number | ((request: PlatformRequest) => Promise<unknown>) = 0;
  /** Calls that are carried out and whose answer never arrives: the caller cannot know. */
  losesAnswer: (request: PlatformRequest) => boolean = () => false;

  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #answer: Answering;
  readonly #faults: ScriptedFault[] = [];
  #steps = 0;

  private constructor(answer: Answering) {
    this.#answer = answer;
  }

  /** Listens on a free port of 127.0.0.1, unless one is named. */
  static async start(answer: Answering, port = 0): Promise<LocalServer> {
    const local = new LocalServer(answer);
    await new Promise<void>((resolve, reject) => local.#server.once('error', reject).listen(port, '127.0.0.1', resolve));
    return local;
  }

  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Puts a fault in force, after those that are already there. */
  fault(plan: FaultPlan): ScriptedFault {
    const fault = new ScriptedFault(plan);
    this.#faults.push(fault);
    return fault;
  }

  /** How many calls were answered whose `METHOD /path` matches. */
  count(pattern: RegExp = /./): number {
    return this.#matching(pattern).length;
  }

  /** Most calls whose `METHOD /path` matches that were in work at one moment. */
  mostAtOnce(pattern: RegExp = /./): number {
    const steps = this.#matching(pattern).flatMap(({ begun, ended }) => [
      { at: begun, change: 1 },
      { at: ended, change: -1 },
    ]);
    let current = 0;
    let most = 0;
    for (const { change } of steps.sort((one, other) => one.at - other.at)) {
      current += change;
      most = Math.max(most, current);
    }
    return most;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #matching(pattern: RegExp): readonly CallRecord[] {
    return this.calls.filter(({ request }) => pattern.test(`${request.method} ${request.path}`));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const begun = this.#steps++;
    // A caller that goes away in the middle of its body is none of a platform's business.
    const request = await readRequest(incoming).catch(() => undefined);
    if (request === undefined) return;
    await (typeof this.delay === 'number' ? this.delay > 0 && sleep(this.delay, undefined, { ref: false }) : this.delay(request));
    const effect = await this.#effect(request);
    const status = typeof effect === 'string' ? 0 : effect.status;
    this.calls.push({ request, status, begun, ended: this.#steps++ });
    if (effect === 'silence') return;
    if (effect === 'hang_up' || this.losesAnswer(request)) incoming.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...effect.headers }).end(effect.body);
  }

  #effect(request: PlatformRequest): FaultEffect | Promise<PlatformAnswer> {
    for (const fault of this.#faults) {
      const effect = fault.take(request);
      if (effect !== undefined) return effect;
    }
    return this.#answer(request);
  }
}

async function readRequest(incoming: IncomingMessage): Promise<PlatformRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://platform.invalid');
  return {
    method: incoming.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
  };
}
