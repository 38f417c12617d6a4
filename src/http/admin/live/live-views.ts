import { withoutCancellation } from '../../../base/cancellation.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { wait } from '../../../base/wait.ts';
import type { ChangeFeed } from '../../../domain/ports.ts';
import { isoTime } from '../../../presentation/json.ts';
import type { Exchange } from '../../exchange.ts';
import { adminProblem } from '../entrance/admin-problems.ts';

/**
 * Each holds a connection and a few KB, and what it was sent last: the HTML of a whole live part, once for all pages that see the same.
 * Pages with filters of their own share none.
 */
const MOST_STREAMS = 500;
/** At most four updates a second, however fast jobs run. */
const SHORTEST_PAUSE_MS = 250;
/** Ages grow and workers vanish without any commit, so the views are looked at again this often at least. */
const LONGEST_PAUSE_MS = 5_000;
/** Looking takes at most this share of one core, so that many open pages make updates rarer and not intake slower. */
const LARGEST_SHARE = 1 / 100;
/** However many are open: what is said to be up to date is no older than this. */
const OLDEST_MS = 30_000;
/** Tells proxies and pages that the connection lives and what they show is as things are, also while nothing changes. */
const BEAT_MS = 5_000;
const RECONNECT_MS = 1_000;
/** Pause before another look while the database cannot be read. */
const TROUBLE_PAUSE_MS = 1_000;
const RETRY_LATER = { 'Retry-After': '10' } as const;

export interface LiveViewsOptions {
  readonly changes: ChangeFeed;
  readonly log: Logger;
  readonly clock: Clock;
  /** How many may be open at once; left out: 500. */
  readonly mostStreams?: number;
}

/** Whoever a stream is opened for. */
export interface LiveReader {
  /** Of what it takes a part; no share gives more than it has, so that one reader does not shut out the others. */
  readonly shares: readonly LiveShare[];
  /** False once the reader may look no more. */
  isAllowed(): boolean;
}

export interface LiveShare {
  readonly key: string;
  /** How many streams may be open in it at once. */
  readonly most: number;
}

/** What one or more open pages look at. */
export interface LiveView {
  /** Pages with equal keys see the same: it is made once for all of them. */
  readonly key: string;
  /** What is to be seen now; it is sent when it differs from what was sent before. */
  look(): Promise<LiveMessage>;
}

export interface LiveMessage {
  /** Left out: an unnamed message, which htmx puts into the page. */
  readonly event?: string;
  readonly data: string;
}

interface Stream {
  readonly res: Exchange['res'];
  readonly socket: { readonly destroyed: boolean };
  readonly reader: LiveReader;
  /** What this page has, so that one that came later or could not keep up gets the newest. */
  sent: string | undefined;
}

interface Watched {
  readonly view: LiveView;
  readonly streams: Set<Stream>;
  /** False while it cannot be made: its pages are not told that they are up to date. */
  isFresh: boolean;
}

/**
 * Sends what changes to every open page, as server-sent events. One loop looks for all of them, each distinct view once, and runs only
 * while somebody watches.
 */
export class LiveViews {
  readonly #changes: ChangeFeed;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #mostStreams: number;
  readonly #watched = new Map<string, Watched>();
  readonly #stopping = new AbortController();
  /** How many streams are open in each share. */
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
   * Answers with an endless stream of what the view shows, which ends with the reader's leave, with the client, or with `close`.
   * @throws HttpProblem 503 when too many are open, in all or in a share of the reader, or when the server is stopping
   */
  open(exchange: Pick<Exchange, 'req' | 'res' | 'begin'>, view: LiveView, reader: LiveReader): void {
    const { req, res } = exchange;
    // The client left while its page was looked up: `close` has been, and comes no more.
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
    // It looks for all that watch, and goes on when the first of them leaves.
    if (!this.#isRunning) void withoutCancellation(() => this.#run());
  }

  /** Ends every stream and opens no more; again is fine. */
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

  /** A session that ended by time ends its pages at the next beat at the latest. */
  #beat(): void {
    const text = this.#beatText();
    for (const watched of this.#watched.values()) {
      const { streams, isFresh } = watched;
      for (const stream of streams) {
        const { res, socket, reader } = stream;
        // When a connection breaks, Node 22 does not tell of answers that waited behind another one on it.
        if (socket.destroyed) this.#leave(watched, stream);
        else if (!reader.isAllowed()) res.end();
        else if (isFresh && !res.writableNeedDrain) res.write(text);
      }
    }
  }

  /** With the time, so that pages count ages by the clock of the server. */
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
      // Node hands what was written to the sockets in the next tick, and that is most of the work when many pages are open.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      busyMs += processorMs() - before;
      // Requests that came meanwhile go first.
      await new Promise(setImmediate);
    }
    await wait(Math.min(Math.max(SHORTEST_PAUSE_MS, busyMs / LARGEST_SHARE), OLDEST_MS), this.#stopping.signal);
    await this.#changes.waitForChange({ since, timeoutMs: LONGEST_PAUSE_MS, signal: this.#wake.signal });
  }

  /** The store cannot even say whether something changed: until it can, no page is told that it is up to date. The log is told once. */
  async #afterTrouble(error: unknown, troubles: number): Promise<void> {
    for (const watched of this.#watched.values()) watched.isFresh = false;
    if (troubles === 1) this.#log.warn({ err: error }, 'changes of the database cannot be seen; live pages stand still');
    await wait(TROUBLE_PAUSE_MS, this.#stopping.signal);
  }

  /** A view that cannot be made leaves its pages as they are: without a beat they say how old their figures are. */
  async #update(watched: Watched): Promise<void> {
    const { view, streams } = watched;
    try {
      const text = serverSentEvent(await view.look());
      // Once for all: encoding it anew for each page would cost more than all the rest.
      const bytes = Buffer.from(text);
      for (const stream of [...streams]) send(stream, text, bytes);
      watched.isFresh = true;
    } catch (thrown) {
      watched.isFresh = false;
      // Its key may hold what somebody searched for: a name, an e-mail address.
      this.#log.warn({ err: thrown, view: view.key.split('?')[0] }, 'a live page could not be brought up to date');
    }
  }
}

/**
 * What this thread has worked so far, ms. Not the time that passed: on a busy machine most of it is spent waiting for a core, and updates would
 * come minutes apart. Before Node 23.9 only the whole process is known.
 */
function processorMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1_000;
}

/** A page that does not keep up misses updates, never the order: each one is whole. */
function send(stream: Stream, text: string, bytes: Buffer): void {
  const { res, reader } = stream;
  if (!reader.isAllowed()) res.end();
  else if (text !== stream.sent && !res.writableNeedDrain) {
    res.write(bytes);
    stream.sent = text;
  }
}

function serverSentEvent({ event, data }: LiveMessage): string {
  return `${event === undefined ? '' : `event: ${event}\n`}${data.replaceAll(/^/gm, 'data: ')}\n\n`;
}
