/** Counting wrong credentials per network, in memory and for all processes on a database. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/time-units.ts';

const WINDOW_MS = MINUTE_MS;
const FIRST_BLOCK_MS = MINUTE_MS;
const LONGEST_BLOCK_MS = HOUR_MS;
/** How long blocks are remembered; each one within that time lasts twice as long as the previous one. */
export const FAILURES_REMEMBERED_MS = DAY_MS;
/** About 2 MB. The networks that have been quiet the longest are dropped, so forged addresses cannot take more space. */
export const NETWORKS_KEPT = 10_000;

/** A network that one person may control, and how many failures per minute it is allowed. */
export interface Network {
  readonly key: string;
  readonly failuresAllowed: number;
}

export interface FailureTally {
  readonly failures: number;
  /** When the first failure of the window occurred. */
  readonly since: number;
  readonly blocks: number;
  readonly blockedUntil: number;
}

/** What a failure changed. While one of the networks is blocked, it is not counted. */
export interface CountedFailure {
  readonly isCounted: boolean;
  /** Of each network, in order. */
  readonly tallies: readonly FailureTally[];
}

const NONE: FailureTally = { failures: 0, since: 0, blocks: 0, blockedUntil: 0 };

/** Counts a failure for the networks of its sender, unless one of them is blocked. */
export function countFailure(known: readonly (FailureTally | undefined)[], networks: readonly Network[], now: number): CountedFailure {
  const tallies = networks.map((_, at) => current(known[at], now) ?? { ...NONE, since: now });
  if (tallies.some(({ blockedUntil }) => blockedUntil > now)) return { isCounted: false, tallies };
  return { isCounted: true, tallies: tallies.map((tally, at) => afterFailure(tally, networks[at] as Network, now)) };
}

/** `undefined` if the tally is too old, or newer than a clock that was set back. */
function current(tally: FailureTally | undefined, now: number): FailureTally | undefined {
  if (tally === undefined || now < tally.since) return undefined;
  return now - Math.max(tally.since, tally.blockedUntil) < FAILURES_REMEMBERED_MS ? tally : undefined;
}

function afterFailure(known: FailureTally, { failuresAllowed }: Network, now: number): FailureTally {
  const isNewWindow = now - known.since >= WINDOW_MS || known.failures >= failuresAllowed;
  const tally = { ...known, failures: isNewWindow ? 1 : known.failures + 1, since: isNewWindow ? now : known.since };
  if (tally.failures < failuresAllowed) return tally;
  const blockedUntil = now + Math.min(FIRST_BLOCK_MS * 2 ** tally.blocks, LONGEST_BLOCK_MS);
  return { ...tally, blocks: tally.blocks + 1, blockedUntil };
}

/** Where credentials are checked. Counted separately: a program with an old token must not block the login of people. */
type Entrance = 'login' | 'bearer' | 'export' | 'google_key';

/** Failures as all processes on a database count them. */
export interface FailedLogins {
  countFailedLogin(entrance: Entrance, networks: readonly Network[], now: number): Promise<CountedFailure>;
}
