import { withoutCancellation } from '../../../base/cancellation.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { wait } from '../../../base/wait.ts';
import type { ChangeFeed } from '../../../domain/ports.ts';
import { isoTime } from '../../../presentation/json.ts';
import type { Exchange } from '../../exchange.ts';
import { adminProblem } from '../requests/admin-problems.ts';

/**
 * Each holds a connection, a few KB and the last message: the HTML of a whole live part, shared by all pages that show the same. Pages with
 * different filters share nothing.
 */
const MOST_STREAMS = 500;
/** At most four updates a second, however fast jobs run. */
const SHORTEST_PAUSE_MS = 250;
/** Ages grow and workers disappear without a commit, so the views are updated at least this often. */
const LONGEST_PAUSE_MS = 5_000;
/** Updating uses at most this share of one core, so that many open pages make updates rarer and not intake slower. */
const LARGEST_SHARE = 1 / 100;
/** However many are open, data that is shown as current is never older than this. */
const OLDEST_MS = 30_000;
/** Tells proxies that the connection is alive, and pages that their data is current, also when nothing changes. */
const BEAT_MS = 5_000;
const RECONNECT_MS = 1_000;
/** Pause before the next attempt while the database cannot be read. */
const TROUBLE_PAUSE_MS = 1_000;
const RETRY_LATER = { 'Retry-After': '10' } as const;

export interface LiveViewsOptions {
  readonly changes: ChangeFeed;
  readonly log: Logger;
  readonly clock: Clock;
  /** Maximum number of open streams. Default: 500. */
  readonly mostStreams?: number;
}

/** The visitor a stream is opened for. */
export interface LiveReader {
  /** The limits that its streams count towards, so that one reader does not lock out the others. */
  readonly shares: readonly LiveShare[];
  /** `false` once the reader has lost access. */
  isAllowed(): boolean;
}

export interface LiveShare {
  readonly key: string;
  /** Maximum number of concurrent streams in this share. */
  readonly most: number;
}

/** What one or more open pages show. */
export interface LiveView {
  /** Pages with the same key show the same, so it is rendered once for all of them. */
  readonly key: string;
  /** The current content, which is sent if it differs from what was sent before. */
  look(): Promise<LiveMessage>;
}

interface LiveMessage {
  /** Default: an unnamed message, which htmx puts into the page. */
  readonly event?: string;
  readonly data: string;
}

interface Stream {
  readonly res: Exchange['res'];
  readonly socket: { readonly destroyed: boolean };
  readonly reader: LiveReader;
  /** What this page has received, so that a page that connected later or could not keep up gets the newest. */
  sent: string | undefined;
}

interface Watched {
  readonly view: LiveView;
  readonly streams: Set<Stream>;
  /** `false` while it cannot be rendered: its pages are not told that they are current. */
  isFresh: boolean;
}

/**
 * Sends changes to every open page as server-sent events. One loop serves all of them: it renders each distinct view once, and runs only
 * while a page is connected.
 */
export class LiveViews {
  readonly #changes: ChangeFeed;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #mostStreams: number;
  readonly #watched = new Map<string, Watched>();
  readonly #stopping = new AbortController();
  /** The number of open streams in each share. */
  readonly #taken = new Map<string, number>();
  #wake = new AbortController();
  #count = 0;
  #isRunning = false;

  constructor({ changes, log, clock, mostStreams = MOST_STREAMS }: LiveViewsOptions) {
    this.#changes = changes;
    this.#log = log;
    this.#clock = clock;
    this.#mostStreams = mostStreams;
  }

  /**
   * Answers with an endless stream of the view, which ends when the reader loses access, when the client disconnects, or with `close`.
   * @throws HttpProblem 503 if too many are open, in total or in one of the reader's shares, or if the server is stopping
   */
  open(exchange: Pick<Exchange, 'req' | 'res' | 'begin'>, view: LiveView, reader: LiveReader): void {
    const { req, res } = exchange;
    // The client disconnected while its page was looked up: `close` was already emitted.
    if (req.socket.destroyed) return;
    if (this.#count >= this.#mostStreams || this.#stopping.signal.aborted) throw adminProblem('too_many_streams', RETRY_LATER);
    if (reader.shares.some(({ key, most }) => this.#takenOf(key) >= most)) throw adminProblem('too_many_own_streams', RETRY_LATER);
    exchange.begin(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    res.write(`retry: ${RECONNECT_MS}\n\n${this.#beatText()}`);
    this.#add(view, { res, socket: req.socket, reader, sent: undefined });
    this.#wake.abort();
    // The loop serves all pages, and continues when the first of them leaves.
    if (!this.#isRunning) void withoutCancellation(() => this.#run());
  }

  /** Ends every stream and opens no more; may be called again. */
  close(): void {
    this.#stopping.abort();
    this.#wake.abort();
    for (const { res } of this.#streams()) res.end();
  }

  #add(view: LiveView, stream: Stream): void {
    const watched = this.#watched.get(view.key) ?? { view, streams: new Set(), isFresh: true };
    this.#watched.set(view.key, watched);
    watched.streams.add(stream);
    this.#count += 1;
    this.#take(stream.reader, 1);
    stream.res.once('close', () => this.#leave(watched, stream));
  }

  #leave({ view, streams }: Watched, stream: Stream): void {
    if (!streams.delete(stream)) return;
    this.#count -= 1;
    this.#take(stream.reader, -1);
    if (streams.size === 0) this.#watched.delete(view.key);
    if (this.#count === 0) this.#wake.abort();
  }

  #take({ shares }: LiveReader, change: 1 | -1): void {
    for (const { key } of shares) {
      const taken = this.#takenOf(key) + change;
      if (taken === 0) this.#taken.delete(key);
      else this.#taken.set(key, taken);
    }
  }

  #takenOf(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  #streams(): readonly Stream[] {
    return [...this.#watched.values()].flatMap(({ streams }) => [...streams]);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const heartbeat = setInterval(() => this.#beat(), BEAT_MS);
    let troubles = 0;
    while (this.#count > 0 && !this.#stopping.signal.aborted) {
      try {
        await this.#turn();
        troubles = 0;
      } catch (error) {
        troubles += 1;
        await this.#afterTrouble(error, troubles);
      }
    }
    clearInterval(heartbeat);
    this.#isRunning = false;
  }

  /** A session that expired ends its pages at the next beat at the latest. */
  #beat(): void {
    const text = this.#beatText();
    for (const watched of this.#watched.values()) {
      const { streams, isFresh } = watched;
      for (const stream of streams) {
        const { res, socket, reader } = stream;
        // When a connection breaks, Node 22 does not report responses that were waiting behind another one on it.
        if (socket.destroyed) this.#leave(watched, stream);
        else if (!reader.isAllowed()) res.end();
        else if (isFresh && !res.writableNeedDrain) res.write(text);
      }
    }
  }

  /** Contains the time, so that pages count ages by the server's clock. */
  #beatText(): string {
    return serverSentEvent({ event: 'beat', data: isoTime(this.#clock()) });
  }

  async #turn(): Promise<void> {
    this.#wake = new AbortController();
    const since = this.#changes.changeToken();
    let busyMs = 0;
    for (const watched of [...this.#watched.values()]) {
      const before = processorMs();
      await this.#update(watched);
      // Node hands written data to the sockets in the next tick, which is most of the work when many pages are open.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      busyMs += processorMs() - before;
      // Lets requests that arrived in the meantime go first.
      await new Promise(setImmediate);
    }
    await wait(Math.min(Math.max(SHORTEST_PAUSE_MS, busyMs / LARGEST_SHARE), OLDEST_MS), this.#stopping.signal);
    await this.#changes.waitForChange({ since, timeoutMs: LONGEST_PAUSE_MS, signal: this.#wake.signal });
  }

  /** The store cannot even report whether something changed: until it can, no page is told that it is current. Logged once. */
  async #afterTrouble(error: unknown, troubles: number): Promise<void> {
    for (const watched of this.#watched.values()) watched.isFresh = false;
    if (troubles === 1) this.#log.warn({ err: error }, 'changes of the database cannot be seen; live pages stand still');
    await wait(TROUBLE_PAUSE_MS, this.#stopping.signal);
  }

  /** A view that cannot be rendered leaves its pages as they are: without a beat they show how old their figures are. */
  async #update(watched: Watched): Promise<void> {
    const { view, streams } = watched;
    try {
      const text = serverSentEvent(await view.look());
      // Once for all: encoding it for each page would cost more than everything else.
      const bytes = Buffer.from(text);
      for (const stream of [...streams]) send(stream, text, bytes);
      watched.isFresh = true;
    } catch (thrown) {
      watched.isFresh = false;
      // The key may contain a search text: a name, an e-mail address.
      this.#log.warn({ err: thrown, view: view.key.split('?')[0] }, 'a live page could not be brought up to date');
    }
  }
}

/**
 * CPU time of this thread so far, ms. Not elapsed time: on a busy machine, most of that is spent waiting for a core, and updates would come
 * minutes apart. Before Node 23.9, only the time of the whole process is available.
 */
function processorMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1_000;
}

/** A slow page misses updates, but never their order: each one is complete. */
function send(stream: Stream, text: string, bytes: Buffer): void {
  const { res, reader } = stream;
  if (!reader.isAllowed()) res.end();
  else if (text !== stream.sent && !res.writableNeedDrain) {
    res.write(bytes);
    stream.sent = text;
  }
}

/** Lines as readers of the stream separate them: `^` also matches after U+2028, and a bare CR would end a line early. */
const LINE_END = /\r\n|\r|\n/;

function serverSentEvent({ event, data }: LiveMessage): string {
  const lines = data.split(LINE_END).map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}
