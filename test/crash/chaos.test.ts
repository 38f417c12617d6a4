import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toPostgres } from '../../src/store/postgres/dialect.ts';
import { Installation, SECRETS } from '../end-to-end/operator.ts';
import { DATASET } from '../platforms/platforms.ts';
import { SocialPlatform } from '../platforms/social-platform.ts';
import { addressOf, PostgresServer } from '../support/postgres-server.ts';
import { startProgram } from '../support/run-program.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { Cable } from './cable.ts';
import { Load } from './load.ts';
import { findServerViolations } from './oracle.ts';
import { end, untilItSays } from './processes.ts';
import { chooseSeed, SeededRandom } from './seeded-random.ts';

const LEASE_SECONDS = 2;
/** Acknowledged events between two troubles. */
const EVENTS = { min: 10, max: 60 } as const;

const TROUBLES = ['kill serve', 'kill worker', 'kill sender', 'stop worker', 'stop sender', 'cut network', 'fail over'] as const;
type Trouble = (typeof TROUBLES)[number];

const CYCLES = Number(process.env['CRASH_CYCLES'] ?? TROUBLES.length);

const BROWSER = { page_url: 'https://example.com/lp', user_agent: 'Mozilla/5.0' };

/** Three services, four workers and two senders of conversions on a primary with a synchronous standby. */
class Fleet implements AsyncDisposable {
  readonly load = new Load(SECRETS.FORMULARIO_SECRET, 1, (identity) => ({
    ...BROWSER,
    email: `${identity}@example.com`,
    fbclid: `click-${identity}`,
  }));
  readonly #env: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #random: SeededRandom;
  readonly #loadStop = new AbortController();
  readonly #services: RunningService[] = [];
  readonly #sending: Promise<void>[] = [];
  readonly #workers: ChildProcess[] = [];
  readonly #senders: ChildProcess[] = [];
  /** The end of what each worker logged, for one that ends by itself. */
  readonly #lastWords = new WeakMap<ChildProcess, string>();
  /** The one that is the primary comes first. */
  servers: [PostgresServer, PostgresServer];
  readonly #cables: readonly [Cable, Cable];

  constructor({ env, folder }: Installation, seed: number, servers: [PostgresServer, PostgresServer], cables: readonly [Cable, Cable]) {
    this.#env = env;
    this.#folder = folder;
    this.#random = new SeededRandom(seed);
    this.servers = servers;
    this.#cables = cables;
  }

  async start(): Promise<void> {
    for (let count = 0; count < 3; count += 1) await this.#startService();
    for (let count = 0; count < 4; count += 1) this.#workers.push(await this.#startWorker('webhooks'));
    for (let count = 0; count < 2; count += 1) this.#senders.push(await this.#startWorker('conversoes'));
  }

  async trouble(cycle: number): Promise<void> {
    await this.load.acknowledgements(this.#random.between(EVENTS.min, EVENTS.max));
    // Each kind once, then at random.
    const trouble = TROUBLES[cycle] ?? this.#random.pick(TROUBLES);
    await this.#cause(trouble);
  }

  async #cause(trouble: Trouble): Promise<void> {
    switch (trouble) {
      case 'kill serve':
        return await this.#killService(this.#random.between(0, this.#services.length - 1));
      case 'kill worker':
        return await this.#killWorker(this.#workers, 'webhooks');
      case 'kill sender':
        return await this.#killWorker(this.#senders, 'conversoes');
      case 'stop worker':
        return await this.#stopPastLease(this.#workers);
      case 'stop sender':
        return await this.#stopPastLease(this.#senders);
      case 'cut network':
        return await this.#cutNetwork();
      case 'fail over':
        return await this.#failOver();
    }
  }

  async #killService(index: number): Promise<void> {
    await this.#services[index]?.stop('SIGKILL');
    await this.#sending[index];
    await this.#startService(index);
  }

  async #killWorker(workers: ChildProcess[], queue: string): Promise<void> {
    const index = this.#random.between(0, workers.length - 1);
    const worker = workers[index] as ChildProcess;
    const ended = await end(worker, 'SIGKILL');
    expect(ended, `${queue}: ${this.#lastWords.get(worker)}`).toBe('SIGKILL');
    workers[index] = await this.#startWorker(queue);
  }

  async #stopPastLease(workers: readonly ChildProcess[]): Promise<void> {
    const worker = workers[this.#random.between(0, workers.length - 1)] as ChildProcess;
    worker.kill('SIGSTOP');
    await pause((LEASE_SECONDS + 1) * 1_000);
    worker.kill('SIGCONT');
  }

  async #cutNetwork(): Promise<void> {
    const seen = this.load.refusals;
    for (const cable of this.#cables) cable.cut();
    while (this.load.refusals === seen) await pause(20);
    for (const cable of this.#cables) cable.mend();
  }

  async #failOver(): Promise<void> {
    const [primary, standby] = this.servers;
    await primary.kill('SIGKILL');
    await standby.promote();
    await this.load.acknowledgements(EVENTS.min);
    await primary.follow(standby);
    this.servers = [standby, primary];
  }

  async #startService(index = this.#services.length): Promise<void> {
    const service = await startService(this.#folder, this.#env);
    this.#services[index] = service;
    this.#sending[index] = this.load.run(service.url, this.#loadStop.signal);
  }

  async #startWorker(queue: string): Promise<ChildProcess> {
    const worker = startProgram(['queue', 'work', queue], { cwd: this.#folder, env: { ...this.#env, LOG_LEVEL: 'info' } });
    await untilItSays(worker, 'worker started');
    worker.stderr?.on('data', (text: string) => this.#lastWords.set(worker, `${this.#lastWords.get(worker) ?? ''}${text}`.slice(-3_000)));
    return worker;
  }

  /** Ends the load, lets the workers finish, and ends all processes in order. Returns how they ended. */
  async finish(isDone: () => Promise<boolean>): Promise<unknown[]> {
    this.#loadStop.abort();
    await Promise.all(this.#sending);
    while (!(await isDone())) await pause(100);
    const workers = await Promise.all([...this.#workers, ...this.#senders].map((worker) => end(worker, 'SIGTERM')));
    return [...workers, ...(await Promise.all(this.#services.map((service) => service.stop('SIGTERM'))))];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#loadStop.abort();
    for (const worker of [...this.#workers, ...this.#senders]) await end(worker, 'SIGKILL');
    for (const service of this.#services) await service.stop('SIGKILL');
  }
}

test(
  'whatever dies, stops or is cut off: every acknowledged event is one lead, and its conversion reaches the platform once',
  async () => {
    const seed = chooseSeed();
    await using first = await PostgresServer.start();
    const database = first.nameOf(await first.newDatabase());
    await using second = await PostgresServer.standbyOf(first);
    await using one = await Cable.to(first);
    await using other = await Cable.to(second);
    await using platform = await SocialPlatform.start();
    platform.directory.addDataset(DATASET);
    await using here = new Installation({
      DATABASE_URL: addressOf(database, one, other),
      LOG_LEVEL: 'fatal',
      QUEUE_LEASE_SECONDS: String(LEASE_SECONDS),
      SOCIALADS_API_URL: platform.url,
      SOCIALADS_DATASET_ID: DATASET.id,
      SOCIALADS_CONVERSIONS_TOKEN: DATASET.token,
    });
    await here.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um', '--user', 'ana@example.com');
    await using fleet = new Fleet(here, seed, [first, second], [one, other]);
    await fleet.start();
    for (let cycle = 0; cycle < CYCLES; cycle += 1) await fleet.trouble(cycle);
    const query = (sql: string): Promise<readonly unknown[]> => fleet.servers[0].query(database, toPostgres(sql));
    // The job of a conversion is made a moment after its event's job has ended.
    const left = "select 1 from fila_vivos union all select 1 from conversoes where estado = 'pendente' limit 1";
    const endings = await fleet.finish(async () => (await query(left)).length === 0);

    const { load } = fleet;
    expect(endings).toEqual(endings.map(() => 0));
    expect(load.surprises).toEqual([]);
    expect(await findServerViolations(query, load.acknowledged, { drained: true }), `repeat with CRASH_SEED=${seed}`).toEqual([]);
    const [{ leads }] = (await query('select count(*)::int as leads from leads')) as [{ leads: number }];
    expect(leads).toBeGreaterThanOrEqual(load.acknowledged.size);
    expect(await query('select estado, count(*)::int as total from conversoes group by estado')).toEqual([
      { estado: 'enviada', total: leads },
    ]);
    // What was cut off before its answer came is sent again under the same id, which the platform counts once.
    const { accepted, duplicates } = platform.conversions;
    expect(accepted).toHaveLength(leads);
    console.info('chaos', { seed, cycles: CYCLES, acknowledged: load.acknowledged.size, leads, sentAgain: duplicates.length });
  },
  180_000 + CYCLES * 60_000,
);
