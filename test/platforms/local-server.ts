import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request as a platform receives it. */
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
  /** The text of the body; JSON unless `headers` say otherwise. */
  readonly body: string;
}

/** A call and its response. `begun` and `ended` are step numbers of the server, which show the calls that overlapped. */
export interface CallRecord {
  readonly request: PlatformRequest;
  readonly status: number;
  readonly begun: number;
  readonly ended: number;
}

/**
 * What a fault does instead of the normal response: sends another response, closes the connection, or stays silent until the caller gives
 * up.
 */
export type FaultEffect = PlatformAnswer | 'hang_up' | 'silence';

export interface FaultPlan {
  /** Which requests it affects. Default: all. */
  readonly when?: (request: PlatformRequest) => boolean;
  /** How many requests it affects. Default: all until it is ended. */
  readonly times?: number;
  readonly effect: FaultEffect | ((request: PlatformRequest) => FaultEffect);
}

/** Which calls fail, and how many of them. */
export interface FailedCalls {
  readonly path?: string;
  readonly method?: string;
  readonly times?: number;
}

/** A fault that is active until it is used up or ended. */
export class ScriptedFault implements Disposable {
  hits = 0;
  readonly #plan: FaultPlan;
  #isOver = false;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  /** Its effect on this request; `undefined` if it does not apply. */
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

/** A real HTTP server on loopback in place of a platform: records requests, and delays or fails them as scripted. */
export class LocalServer implements AsyncDisposable {
  readonly calls: CallRecord[] = [];
  /** The delay of every response: milliseconds, or a promise per request. */
  delay: number | ((request: PlatformRequest) => Promise<unknown>) = 0;
  /** Calls that are carried out but whose response is lost, so the caller cannot know the outcome. */
  losesAnswer: (request: PlatformRequest) => boolean = () => false;

  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #answer: Answering;
  readonly #faults: ScriptedFault[] = [];
  #steps = 0;

  private constructor(answer: Answering) {
    this.#answer = answer;
  }

  /** Listens on 127.0.0.1. Default port: a free one. */
  static async start(answer: Answering, port = 0): Promise<LocalServer> {
    const local = new LocalServer(answer);
    await new Promise<void>((resolve, reject) => local.#server.once('error', reject).listen(port, '127.0.0.1', resolve));
    return local;
  }

  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Activates a fault, after those that are already active. */
  fault(plan: FaultPlan): ScriptedFault {
    const fault = new ScriptedFault(plan);
    this.#faults.push(fault);
    return fault;
  }

  /** The number of answered calls whose `METHOD /path` matches. */
  count(pattern: RegExp = /./): number {
    return this.#matching(pattern).length;
  }

  /** The largest number of concurrent calls whose `METHOD /path` matches. */
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
    // A caller that disconnects in the middle of its body gets no response.
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
