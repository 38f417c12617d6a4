import type { PlatformAccounts } from '../../../domain/delivery-ports.ts';
import { type AccountName, accountTarget } from '../../../domain/platform-account.ts';
import type { StoreCore } from '../core.ts';
import type { WaitingPlace } from '../queries/platforms.ts';
import { looks, parts, writes } from './forwards.ts';

/** Waiting or parked jobs read in one step, and maximum jobs changed in one transaction. */
const JOBS_PER_STEP = 500;

/** The target of a fault that has none. */
const NOTHING_NAMED = '';

export function platformAccounts(core: StoreCore): PlatformAccounts {
  return {
    ...looks(core, 'listAccounts', 'listCredentials', 'findPageToken'),
    ...writes(core, 'saveCredential'),
    noteAccount: (account, update, now) => core.write('noteAccount', bare(account), update, now),
    takeRequest: (credential, now) => core.write('takeRequest', credential, now),
    savePageToken: ({ pageId, credential, sealed }) => core.write('savePageToken', { pageId, credential, sealed }),
    removeCredential: (account, operator) => core.write('removeCredential', bare(account), operator),
    ...waitingJobs(core),
  };
}

function waitingJobs(core: StoreCore): Pick<PlatformAccounts, 'resumeParked' | 'bringBack'> {
  return {
    resumeParked: async (queue, faultCodes, now, { clientIds, account, noneOf, newestFor } = {}) => {
      const named = account === undefined ? null : accountTarget(account);
      const unlessNamed = noneOf === undefined ? [] : [NOTHING_NAMED, ...noneOf.map(accountTarget)];
      const wanted = { queue, faultCodes, clientIds: clientIds ?? null, platform: newestFor ?? null, named };
      let resumed = 0;
      for await (const { selected: ids } of parts(Number.MAX_SAFE_INTEGER, (before) =>
        core.look('parkedFor', wanted, before, JOBS_PER_STEP),
      )) {
        const steps = newestFor === undefined ? [ids] : ids.map((id) => [id]);
        for (const step of steps.filter(({ length }) => length > 0)) {
          resumed += await core.write('resumeParked', step, faultCodes, now, named, unlessNamed);
          if (newestFor !== undefined && resumed > 0) return resumed;
        }
      }
      return resumed;
    },
    // Resumed jobs become due before the position where the walk begins, so no job is read twice.
    bringBack: async (queue, { code, account }, spreadMs, now) => {
      const first: WaitingPlace = { availableAt: now + spreadMs, id: Number.MAX_SAFE_INTEGER };
      const fault = { code, named: accountTarget(account) };
      let brought = 0;
      const waiting = parts(first, (after) => core.look('waitingFor', queue, code, after, JOBS_PER_STEP));
      for await (const { selected: ids } of waiting)
        if (ids.length > 0) brought += await core.write('bringBack', ids, fault, spreadMs, now);
      return brought;
    },
  };
}

/** Accounts often carry more than their names: only the name is sent to the writer. */
function bare({ platform, kind, id }: AccountName): AccountName {
  return { platform, kind, id };
}
