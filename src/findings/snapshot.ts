import { DAY_MS } from '../base/time-units.ts';
import { OperatorAction } from '../domain/activity.ts';
import type { ClientAccount, WaitingForAccount } from '../domain/client-account.ts';
import { type ConfiguredAccounts, type ConnectedAccount, connectedAccounts, conversionPlatforms } from '../domain/connected-account.ts';
import { FOR_A_PERSON, type Platform } from '../domain/conversion.ts';
import type { ClientAccounts, ConversionOutbox, FormCheck, PlatformAccounts, Reconciliation } from '../domain/delivery-ports.ts';
import type { ClientSummary } from '../domain/directory.ts';
import type { Fault } from '../domain/fault.ts';
import type { FormName, LeadForms } from '../domain/form-fields.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../domain/job.ts';
import { ORIGINS, type Origin } from '../domain/origin.ts';
import type { SealedCredential } from '../domain/platform-account.ts';
import type { Directory } from '../domain/ports.ts';
import type { QueueSnapshot, StoreFacts } from '../domain/queue-status.ts';
import type { RefusedCount } from '../domain/refused-request.ts';
import type { Page, Reports } from '../domain/report-ports.ts';
import { isRetentionOn, type Retention, type RetentionDays, type RetentionFacts } from '../domain/retention.ts';
import type { SourceActivity } from '../domain/source-activity.ts';
import type { Conflicts, TypeConflicts } from '../domain/webhook-event.ts';
import { CONFLICT_MS, REFUSED_LATELY_MS, WITHOUT_CONTACT_MS } from './limits.ts';

/** Counting rejected conversions, and those that wait for a person, stops here. */
const MOST_COUNTED = 100;

type Ports = Pick<
  Reports,
  | 'queueSnapshot'
  | 'sourceActivity'
  | 'refusedCounts'
  | 'typeConflicts'
  | 'personConflicts'
  | 'conversionsWaitSince'
  | 'listFailedJobs'
  | 'resultNotStored'
  | 'listActivity'
  | 'storeFacts'
> &
  Pick<PlatformAccounts, 'listAccounts' | 'listCredentials'> &
  Pick<ClientAccounts, 'listClientAccounts' | 'countWaitingForAccount'> &
  Pick<ConversionOutbox, 'hasUnqueued'> &
  Pick<Reconciliation, 'listFormChecks'> &
  Pick<LeadForms, 'formsWithoutContact'> &
  Pick<Retention, 'retentionFacts'> &
  Pick<Directory, 'listClients'>;

/** The reads that a snapshot needs: from the store of a running program, or synchronously from a database that is only inspected. */
export type SnapshotStore = {
  readonly [Name in keyof Ports]: (...question: Parameters<Ports[Name]>) => Awaited<ReturnType<Ports[Name]>> | ReturnType<Ports[Name]>;
};

/** Facts from the settings and the running program. */
export interface Installation {
  /** Sources that accept events: with a secret, or without any. */
  readonly open: () => Promise<readonly Origin[]>;
  /** Ad platforms may post without a signature. */
  readonly allowsUnsigned: boolean;
  readonly delivery: ConfiguredAccounts & { readonly reconcileHours: number };
  readonly retention: RetentionDays;
  /** A genuine delivery that could not be stored, for as long as it also affects `/health`. */
  readonly refusedDelivery?: () => { readonly at: number; readonly code: string } | undefined;
}

/** Everything known about an installation that findings are based on. Times are UTC ms. */
export interface Snapshot {
  readonly at: number;
  readonly queue: QueueSnapshot;
  /** The newest failed job; `null` if none has failed. */
  readonly newestFailure: { readonly errorCode: string | null; readonly failedAt: number | null } | null;
  /** Why the results of jobs are not stored; `null` if they are. */
  readonly resultNotStored: Fault | null;
  readonly store: StoreFacts;
  readonly refusedDelivery: { readonly at: number; readonly code: string } | null;
  /** Refused recently, replayed or not. */
  readonly refusedLately: readonly RefusedCount[];
  /** Open ones of any age: each may be a lost lead. */
  readonly refused: readonly RefusedCount[];
  /** Requests that look genuine but were refused for their credential, from sources with accepted events before. */
  readonly refusedCredentials: readonly RefusedCount[];
  /** From the last days; `null` if there are none. */
  readonly typeConflicts: TypeConflicts | null;
  readonly personConflicts: Conflicts | null;
  /** Forms whose newest lead of the last days has no contact data. */
  readonly formsWithoutContact: readonly FormName[];
  readonly sources: readonly (SourceActivity & { readonly isOpen: boolean })[];
  readonly lastBackupAt: number | null;
  readonly allowsUnsigned: boolean;
  readonly retention: RetentionFacts & { readonly isOn: boolean };
  readonly platforms: PlatformFigures;
}

interface Counted {
  readonly count: number;
  readonly isMore: boolean;
}

/** What is known about the platforms. Times are UTC ms. */
export interface PlatformFigures {
  readonly accounts: readonly ConnectedAccount[];
  readonly kept: readonly SealedCredential[];
  /** The accounts that belong to clients. */
  readonly owned: readonly ClientAccount[];
  readonly clients: readonly ClientSummary[];
  /** The last comparison of each form with its platform. */
  readonly checks: readonly FormCheck[];
  /** The interval between comparisons, in hours; 0: never. */
  readonly reconcileHours: number;
  /** The queue that conversions are sent from. */
  readonly conversions: QueueSnapshot;
  /** Conversions rejected in the last day. */
  readonly rejected: Counted;
  /** Conversions that wait for a person, and the reasons, each once. */
  readonly onHold: Counted & { readonly codes: readonly string[] };
  /** Conversions of clients without an account at their platform. */
  readonly waitingForAccount: readonly WaitingForAccount[];
  /** Since when each connected platform's oldest conversion has waited; omits platforms without one. */
  readonly waitingSince: ReadonlyMap<Platform, number>;
  /** Conversions without a job wait for a worker, which makes one for each. */
  readonly isAnyUnqueued: boolean;
}

/** Reads everything that findings need. Takes a few ms for any size of the database. */
export async function readSnapshot(store: SnapshotStore, installation: Installation, at: number): Promise<Snapshot> {
  const queue = await store.queueSnapshot(DEFAULT_QUEUE, at);
  const open = await installation.open();
  const retention = await store.retentionFacts();
  const sources = (await store.sourceActivity(at)).map((source) => ({ ...source, isOpen: open.includes(source.origin) }));
  return {
    at,
    queue,
    newestFailure: queue.failed > 0 ? await newestFailure(store) : null,
    resultNotStored: (await store.resultNotStored(DEFAULT_QUEUE)) ?? (await store.resultNotStored(CONVERSION_QUEUE)),
    store: await store.storeFacts(),
    refusedDelivery: installation.refusedDelivery?.() ?? null,
    refusedLately: await store.refusedCounts({ since: at - REFUSED_LATELY_MS }),
    refused: await store.refusedCounts('open'),
    refusedCredentials: await store.refusedCounts('credential'),
    typeConflicts: await store.typeConflicts(at - CONFLICT_MS),
    personConflicts: await store.personConflicts(at - CONFLICT_MS),
    formsWithoutContact: await store.formsWithoutContact(at - WITHOUT_CONTACT_MS),
    sources: sources.toSorted((a, b) => ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin)),
    lastBackupAt: (await store.listActivity({ action: OperatorAction.backup, limit: 1 })).items[0]?.at ?? null,
    allowsUnsigned: installation.allowsUnsigned,
    retention: { ...retention, isOn: isRetentionOn(installation.retention, retention.clients) },
    platforms: await readPlatforms(store, installation, at),
  };
}

async function newestFailure(store: SnapshotStore): Promise<Snapshot['newestFailure']> {
  const [job] = (await store.listFailedJobs({ queue: DEFAULT_QUEUE, limit: 1 })).items;
  return job === undefined ? null : { errorCode: job.errorCode, failedAt: job.finishedAt };
}

async function readPlatforms(store: SnapshotStore, { delivery }: Installation, at: number): Promise<PlatformFigures> {
  const [known, kept, owned, clients] = [
    await store.listAccounts(),
    await store.listCredentials(),
    await store.listClientAccounts(),
    await store.listClients(),
  ];
  const accounts = connectedAccounts(delivery, { kept, known, owned, clientIds: clients.map(({ id }) => id) });
  const waitingSince = new Map<Platform, number>();
  const platforms = conversionPlatforms(accounts);
  for (const platform of platforms) {
    const since = await store.conversionsWaitSince(platform);
    if (since !== null) waitingSince.set(platform, since);
  }
  const conversions = await store.queueSnapshot(CONVERSION_QUEUE, at);
  return {
    accounts,
    kept,
    owned,
    clients,
    checks: await store.listFormChecks(),
    reconcileHours: delivery.reconcileHours,
    conversions,
    rejected:
      conversions.failed > 0 ? counted(await store.listFailedJobs({ ...CONVERSIONS, since: at - DAY_MS })) : { count: 0, isMore: false },
    onHold: await heldConversions(store, conversions),
    waitingForAccount: await store.countWaitingForAccount(),
    waitingSince,
    isAnyUnqueued: await store.hasUnqueued(platforms),
  };
}

const CONVERSIONS = { queue: CONVERSION_QUEUE, limit: MOST_COUNTED } as const;

async function heldConversions(store: SnapshotStore, { parked }: QueueSnapshot): Promise<PlatformFigures['onHold']> {
  const held = new Map<string, Counted>();
  for (const errorCode of parked > 0 ? FOR_A_PERSON : []) {
    const found = counted(await store.listFailedJobs({ ...CONVERSIONS, parked: true, errorCode }));
    if (found.count > 0) held.set(errorCode, found);
  }
  const counts = [...held.values()];
  return { count: counts.reduce((sum, { count }) => sum + count, 0), isMore: counts.some(({ isMore }) => isMore), codes: [...held.keys()] };
}

function counted({ items, nextCursor }: Page<unknown>): Counted {
  return { count: items.length, isMore: nextCursor !== null };
}
