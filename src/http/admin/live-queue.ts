import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { wait } from '../../base/wait.ts';
import type { ChangeFeed, Reports } from '../../domain/ports.ts';
import { snapshotJson } from '../../presentation/json.ts';
import type { Exchange } from '../exchange.ts';
import { adminProblem } from './admin-problems.ts';
import { loadPages } from './pages.ts';

const MOST_STREAMS = 50;
/** At most four updates a second, however fast jobs run. */
const SHORTEST_PAUSE_MS = 250;
/** Ages grow and workers vanish without any commit, so the figures are sent again this often at least. */
const LONGEST_PAUSE_MS = 5_000;
/** Tells proxies and pages that the connection lives, also while the database does not answer. */
const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 3_000;

export interface LiveQueueDeps {
  readonly reports: Pick<Reports, 'queueSnapshot'>;
  readonly changes: ChangeFeed;
  readonly queue: string;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Stream {
  readonly res: Exchange['res'];
  readonly isAllowed: () => boolean;
}

/**
 * Sends the state of the queue to every open page, as server-sent events. One loop reads and renders for all of them, and
 * runs only while somebody looks.
 */
export class LiveQueue {
  readonly #deps: LiveQueueDeps;
  readonly #streams = new Set<Stream>();
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #isRunning = false;

  constructor(deps: LiveQueueDeps) {
    this.#deps = deps;
  }

  /**
   * Answers with an endless stream of events `snapshot` (JSON) and `html` (the live part of the page), which ends with
   * `isAllowed`, with the client, or with `close`.
   * @throws HttpProblem 503 when too many are open, or when the server is stopping
   */
  open(exchange: Pick<Exchange, 'req' | 'res' | 'begin'>, isAllowed: () => boolean): void {
    const { req, res } = exchange;
    if (this.#streams.size >= MOST_STREAMS || this.#stopping.signal.aborted)
      throw adminProblem('too_many_streams', { 'Retry-After': '10' });
    exchange.begin(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    res.write(`retry: ${RECONNECT_MS}\n\n`);
    const stream = { res, isAllowed };
    this.#streams.add(stream);
    res.once('close', () => this.#drop(stream));
    this.#wake.abort();
    if (!this.#isRunning) void this.#run();
  }

  /** Ends every stream and opens no more; again is fine. */
  close(): void {
    this.#stopping.abort();
    this.#wake.abort();
    for (const stream of [...this.#streams]) stream.res.end();
  }

  #drop(stream: Stream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#wake.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const heartbeat = setInterval(() => this.#broadcast(':\n\n'), HEARTBEAT_MS);
    while (this.#streams.size > 0 && !this.#stopping.signal.aborted) await this.#turn();
    clearInterval(heartbeat);
    this.#isRunning = false;
  }

  async #turn(): Promise<void> {
    const { changes, log } = this.#deps;
    this.#wake = new AbortController();
    try {
      const since = changes.changeToken();
      await this.#update();
      await wait(SHORTEST_PAUSE_MS, this.#stopping.signal);
      await changes.waitForChange({ since, timeoutMs: LONGEST_PAUSE_MS, signal: this.#wake.signal });
    } catch (thrown) {
      log.warn({ err: thrown }, 'live queue figures could not be read');
      await wait(LONGEST_PAUSE_MS, this.#stopping.signal);
    }
  }

  async #update(): Promise<void> {
    const { reports, queue, clock } = this.#deps;
    const snapshot = await reports.queueSnapshot(queue, clock());
    const { queueFigures } = await loadPages();
    this.#broadcast(serverSentEvent('snapshot', JSON.stringify(snapshotJson(snapshot))) + serverSentEvent('html', queueFigures(snapshot)));
  }

  /** A page that does not keep up misses updates, never the order: each one is whole. */
  #broadcast(text: string): void {
    for (const { res, isAllowed } of [...this.#streams]) {
      if (!isAllowed()) res.end();
      else if (!res.writableNeedDrain) res.write(text);
    }
  }
}

function serverSentEvent(name: string, data: string): string {
  return `event: ${name}\n${data.replaceAll(/^/gm, 'data: ')}\n\n`;
}
