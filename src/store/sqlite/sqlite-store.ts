import { AppError } from '../../base/app-error.ts';
import type { CampaignLink, RoutingRequest } from '../../domain/directory.ts';
import type { Claim, FinishRequest } from '../../domain/job.ts';
import type {
  CampaignInput,
  ClaimRequest,
  EventQuery,
  FailedJobQuery,
  JobSelection,
  LeadQuery,
  Operator,
  Store,
} from '../../domain/ports.ts';
import type { Worker } from '../../domain/queue-status.ts';
import type { RefusedRequest } from '../../domain/refused-request.ts';
import type { Delivery } from '../../domain/webhook-event.ts';
import { SqliteChangeFeed } from './change-feed.ts';
import { type Connection, openReadConnection, openWriteConnection } from './connection.ts';
import { toStoreError } from './errors.ts';
import { DirectoryQueries } from './queries/directory.ts';
import { ReportQueries } from './queries/reports.ts';
import { type WriteOperations, writeOperations } from './write-operations.ts';
import { Writer } from './writer.ts';

/** Free pages given back to the file system after each pruned batch; small, so that the write lock is held shortly. */
const VACUUM_PAGES = 256;

/**
 * The store on one SQLite file: writes go through the writer (group commit, synced before a promise resolves), reads
 * through a connection of their own. The verbs are documented at the ports.
 */
export class SqliteStore implements Store {
  readonly #write: Connection;
  readonly #read: Connection;
  readonly #writer: Writer<WriteOperations>;
  readonly #reports: ReportQueries;
  readonly #directory: DirectoryQueries;
  readonly #changes: SqliteChangeFeed;
  #closing: Promise<void> | undefined;

  /**
   * @param path of the file; opened, created and brought up to date here. Throws AppErrors `store_…`.
   * @param options `lockPatienceMs`: how long a write waits for another process before it is refused with `store_busy`
   */
  constructor(path: string, now: number, options: { readonly lockPatienceMs?: number } = {}) {
    this.#write = openWriteConnection(path, now);
    this.#read = openReadConnection(path);
    this.#changes = new SqliteChangeFeed(this.#read);
    this.#writer = new Writer(this.#write, writeOperations(this.#write), () => this.#changes.committed(), options);
    this.#reports = new ReportQueries(this.#read, path);
    this.#directory = new DirectoryQueries(this.#read);
  }

  // EventInbox

  accept(delivery: Delivery) {
    return this.#writer.write('accept', delivery);
  }

  recordRefused(requests: readonly RefusedRequest[]) {
    return this.#writer.write('recordRefused', requests);
  }

  // JobQueue

  /** Looks first on the read connection: an idle worker takes no write lock. */
  async claim(request: ClaimRequest) {
    const hasDue = await this.#look(() => this.#reports.hasDue(request.queue, request.dueBy ?? request.now));
    return hasDue ? this.#writer.write('claim', request) : [];
  }

  finish(requests: readonly FinishRequest[], now: number) {
    return this.#writer.write('finish', requests, now);
  }

  extendLeases(claims: readonly Claim[], leaseUntil: number) {
    return this.#writer.write('extendLeases', claims, leaseUntil);
  }

  release(claims: readonly Claim[]) {
    return this.#writer.write('release', claims);
  }

  async recoverExpired(now: number, maxAttempts: number) {
    const hasExpired = await this.#look(() => this.#reports.hasExpired(now));
    return hasExpired ? this.#writer.write('recoverExpired', now, maxAttempts) : 0;
  }

  recoverWorkers(workerIds: readonly string[], now: number, maxAttempts: number) {
    return this.#writer.write('recoverWorkers', workerIds, now, maxAttempts);
  }

  heartbeat(worker: Worker) {
    return this.#writer.write('heartbeat', worker);
  }

  removeWorkers(workerIds: readonly string[]) {
    return this.#writer.write('removeWorkers', workerIds);
  }

  listWorkers() {
    return this.#look(() => this.#reports.listWorkers());
  }

  nextDueAt(queue: string, now: number) {
    return this.#look(() => this.#reports.nextDueAt(queue, now));
  }

  // ChangeFeed

  changeToken() {
    return this.#changes.changeToken();
  }

  async waitForChange(options: { readonly since?: number; readonly timeoutMs: number; readonly signal: AbortSignal }) {
    this.#refuseWhenClosing();
    await this.#changes.waitForChange(options);
  }

  // QueueControl

  countSelected(selection: JobSelection) {
    return this.#look(() => this.#reports.countSelected(selection));
  }

  retry(selection: JobSelection, operator: Operator) {
    return this.#writer.write('retry', selection, operator);
  }

  forget(selection: JobSelection, operator: Operator) {
    return this.#writer.write('forget', selection, operator);
  }

  replay(eventIds: readonly string[], queue: string, operator: Operator) {
    return this.#writer.write('replay', eventIds, queue, operator);
  }

  pause(queue: string, operator: Operator) {
    return this.#writer.write('pause', queue, operator);
  }

  resume(queue: string, operator: Operator) {
    return this.#writer.write('resume', queue, operator);
  }

  countPrunable(queue: string, before: number) {
    return this.#look(() => this.#reports.countPrunable(queue, before));
  }

  async pruneBatch(queue: string, before: number, limit: number) {
    const pruned = await this.#writer.write('pruneBatch', queue, before, limit);
    // A step of its own: it moves pages and would otherwise lengthen the transaction that deletes.
    await this.#writer.write('giveBackSpace', VACUUM_PAGES);
    return pruned;
  }

  recordActivity(action: string, target: string, detail: string, operator: Operator) {
    return this.#writer.write('recordActivity', action, target, detail, operator);
  }

  markRefusedReplayed(id: string, eventId: string, now: number) {
    return this.#writer.write('markRefusedReplayed', id, eventId, now);
  }

  // Directory

  resolve(requests: readonly RoutingRequest[]) {
    return this.#look(() => requests.map((request) => this.#directory.resolve(request)));
  }

  addClient(input: { readonly id: string | null; readonly name: string }, operator: Operator) {
    return this.#writer.write('addClient', input, operator);
  }

  listClients() {
    return this.#look(() => this.#directory.listClients());
  }

  findClient(idOrName: string) {
    return this.#look(() => this.#directory.findClient(idOrName));
  }

  removeClient(idOrName: string, operator: Operator) {
    return this.#writer.write('removeClient', idOrName, operator);
  }

  addUser(input: { readonly client: string; readonly email: string; readonly name: string | null }, operator: Operator) {
    return this.#writer.write('addUser', input, operator);
  }

  async listUsers(client: string | null) {
    const clientId = await this.#clientId(client);
    return this.#look(() => this.#directory.listUsers(clientId));
  }

  findUser(id: string) {
    return this.#look(() => this.#directory.findUser(id));
  }

  removeUser(id: string, operator: Operator) {
    return this.#writer.write('removeUser', id, operator);
  }

  addCampaigns(inputs: readonly CampaignInput[], options: { readonly replace: boolean }, operator: Operator) {
    return this.#writer.write('addCampaigns', inputs, options, operator);
  }

  async listCampaigns(client: string | null) {
    const clientId = await this.#clientId(client);
    return this.#look(() => this.#directory.listCampaigns(clientId));
  }

  findCampaign(id: string) {
    return this.#look(() => this.#directory.findCampaign(id));
  }

  removeCampaign(id: string, operator: Operator) {
    return this.#writer.write('removeCampaign', id, operator);
  }

  linkCampaign(link: CampaignLink, operator: Operator) {
    return this.#writer.write('linkCampaign', link, operator);
  }

  unlinkCampaign(link: Omit<CampaignLink, 'campaignId'>, operator: Operator) {
    return this.#writer.write('unlinkCampaign', link, operator);
  }

  // Reports

  queueSnapshot(queue: string, now: number) {
    return this.#look(() => this.#reports.queueSnapshot(queue, now));
  }

  listEvents(query: EventQuery) {
    return this.#look(() => this.#reports.listEvents(query));
  }

  eventTrail(id: string) {
    return this.#look(() => this.#reports.eventTrail(id));
  }

  listLeads(query: LeadQuery) {
    return this.#look(() => this.#reports.listLeads(query));
  }

  findLead(id: string) {
    return this.#look(() => this.#reports.findLead(id));
  }

  listFailedJobs(query: FailedJobQuery) {
    return this.#look(() => this.#reports.listFailedJobs(query));
  }

  listRefused(query: { readonly code?: string; readonly before?: string; readonly limit: number }) {
    return this.#look(() => this.#reports.listRefused(query));
  }

  findRefused(id: string) {
    return this.#look(() => this.#reports.findRefused(id));
  }

  storeFacts() {
    return this.#look(() => this.#reports.storeFacts());
  }

  checkWritable() {
    return this.#writer.write('probe');
  }

  // Lifetime

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    await this.#writer.close();
    this.#changes.close();
    this.#read.close();
    this.#write.close();
  }

  /** Runs a read and gives its errors the store's words. */
  async #look<Result>(read: () => Result): Promise<Result> {
    this.#refuseWhenClosing();
    try {
      return read();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  #refuseWhenClosing(): void {
    if (this.#closing !== undefined) {
      throw new AppError('store_closed', 'The database is closed.', { hint: 'The program is stopping; try again.' });
    }
  }

  async #clientId(idOrName: string | null): Promise<string | null> {
    if (idOrName === null) return null;
    const client = await this.findClient(idOrName);
    if (client !== null) return client.id;
    throw new AppError('not_found', `There is no client "${idOrName}".`, { hint: '`lead-intake client list` shows them all.' });
  }
}
