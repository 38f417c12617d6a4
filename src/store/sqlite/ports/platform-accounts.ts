import { setImmediate } from 'node:timers/promises';
import type { PlatformAccounts } from '../../../domain/delivery-ports.ts';
import { type AccountName, accountTarget, isUseNoted } from '../../../domain/platform-account.ts';
import type { WaitingPart, WaitingPlace } from '../queries/platforms.ts';
import type { SqliteCore } from './core.ts';
import { looks, writes } from './forwards.ts';

/** Waiting or parked jobs looked at for one step; as many are changed in one transaction at most. */
const JOBS_PER_STEP = 500;

/** What a fault names that names nothing. */
const NOTHING_NAMED = '';

export function platformAccounts(core: SqliteCore): PlatformAccounts {
  const { writer } = core;
  return {
    ...looks(core, 'listAccounts', 'listCredentials', 'findPageToken'),
    ...writes(core, 'saveCredential'),
    pauseAccount: (account, until, fault) => writer.write('pauseAccount', bare(account), until, fault),
    noteAway: (account, until, fault, now) => writer.write('noteAway', bare(account), until, fault, now),
    takeProbe: (account, until, now) => writer.write('takeProbe', bare(account), until, now),
    endAway: (account) => writer.write('endAway', bare(account)),
    refuseAccount: (account, credential, fault, now) => writer.write('refuseAccount', bare(account), credential, fault, now),
    noteAccountUse: async (account, now) => {
      const known = await core.look('accountNamed', account.platform, account.kind, account.id);
      if (known === null || !isUseNoted(known, now)) await writer.write('noteAccountUse', bare(account), now);
    },
    noteAccountExpiry: (account, expiresAt) => writer.write('noteAccountExpiry', bare(account), expiresAt),
    savePageToken: ({ pageId, credential, sealed }) => writer.write('savePageToken', { pageId, credential, sealed }),
    removeCredential: (account, operator) => writer.write('removeCredential', bare(account), operator),
    ...waitingJobs(core),
  };
}

function waitingJobs(core: SqliteCore): Pick<PlatformAccounts, 'resumeParked' | 'resumeNewestParked' | 'bringBack'> {
  const { writer } = core;
  return {
    resumeParked: async (queue, faultCodes, now, { clientIds, account, noneOf } = {}) => {
      const named = account === undefined ? null : accountTarget(account);
      const unlessNamed = noneOf === undefined ? [] : [NOTHING_NAMED, ...noneOf.map(accountTarget)];
      let resumed = 0;
      const parked = parts(0, (after) => core.look('parkedFor', { queue, faultCodes, clientIds: clientIds ?? null }, after, JOBS_PER_STEP));
      for await (const ids of parked) resumed += await writer.write('resumeParked', ids, faultCodes, now, named, unlessNamed);
      return resumed;
    },
    resumeNewestParked: async (platform, faultCodes, now, clientIds) => {
      const wanted = { platform, faultCodes, clientIds: clientIds ?? null };
      const parked = parts(Number.MAX_SAFE_INTEGER, (before) => core.look('parkedConversions', wanted, before, JOBS_PER_STEP));
      for await (const ids of parked) {
        for (const id of ids) if ((await writer.write('resumeParked', [id], faultCodes, now, null, [])) > 0) return true;
      }
      return false;
    },
    // What is brought back is due before the place where the walk begins: no job is looked at twice.
    bringBack: async (queue, { code, account }, spreadMs, now) => {
      const first: WaitingPlace = { availableAt: now + spreadMs, id: Number.MAX_SAFE_INTEGER };
      const fault = { code, named: accountTarget(account) };
      let brought = 0;
      const waiting = parts(first, (after) => core.look('waitingFor', queue, code, after, JOBS_PER_STEP));
      for await (const ids of waiting) brought += await writer.write('bringBack', ids, fault, spreadMs, now);
      return brought;
    },
  };
}

/** The ids of one part after the other, where there are any. Among a million jobs that wait for something else, others have their turn in between. */
async function* parts<Place>(first: Place, look: (from: Place) => Promise<WaitingPart<Place>>): AsyncGenerator<readonly string[]> {
  for (let from: Place | null = first; from !== null; ) {
    const { ids, next }: WaitingPart<Place> = await look(from);
    if (ids.length > 0) yield ids;
    from = next;
    await setImmediate();
  }
}

/** Accounts are often more than their names: what is not needed does not travel to the writer. */
function bare({ platform, kind, id }: AccountName): AccountName {
  return { platform, kind, id };
}
