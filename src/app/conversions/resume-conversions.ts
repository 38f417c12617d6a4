import { toAppError } from '../../base/app-error.ts';
import { repeat } from '../../base/repeat.ts';
import { CLIENT_NOT_CONNECTED } from '../../domain/client-account.ts';
import type { ConversionSender } from '../../domain/connectors.ts';
import type { PlatformAccounts } from '../../domain/delivery-ports.ts';
import { CONVERSION_QUEUE } from '../../domain/job.ts';
import { type AccountName, accountKey, type PlatformAccount } from '../../domain/platform-account.ts';
import type { WorkContext } from '../context.ts';
import { isReplaced, REFUSAL_CODES } from '../platforms/account-book.ts';
import type { ConversionSenders } from './conversion-senders.ts';

/** How often the accounts and a credentials file are checked, in ms. */
const LOOK_MS = 10_000;

/** Fault codes of conversions that wait for an account. */
export const NOT_CONNECTED_CODES = ['platform_not_connected', CLIENT_NOT_CONNECTED] as const;

/** Calls `resumeParkedConversions` whenever an account or a credential changes, until the signal aborts. Never rejects. */
export async function resumeWhenReplaced(
  context: WorkContext,
  open: Opened & Pick<ConversionSenders, 'refresh' | 'fingerprint'>,
  signal: AbortSignal,
): Promise<void> {
  let seen = open.fingerprint;
  const onTrouble = (error: unknown): void => context.log.error({ err: toAppError(error) }, 'parked conversions not resumed; trying again');
  await repeat({ everyMs: LOOK_MS, signal, onTrouble }, async () => {
    await open.refresh();
    const now = open.fingerprint;
    if (now === seen) return;
    await resumeParkedConversions(context, open);
    seen = now;
  });
}

type ResumeLimits = Parameters<PlatformAccounts['resumeParked']>[3];

type Opened = Pick<ConversionSenders, 'senders'>;

/**
 * Resumes conversions that waited for a credential that has been replaced, for their platform or client to be connected, or for an account
 * that is no longer used because its client has another one or none.
 */
export async function resumeParkedConversions({ store, clock, log }: WorkContext, { senders }: Opened): Promise<void> {
  if (senders.length === 0) return;
  let resumed = 0;
  const resume = async (candidates: readonly string[], limits: ResumeLimits = {}): Promise<void> => {
    const counts = await Promise.all(
      candidates.map((errorCode) => store.countSelected({ parked: true, queue: CONVERSION_QUEUE, errorCode }, 1)),
    );
    const codes = candidates.filter((_code, index) => (counts[index] ?? 0) > 0);
    if (codes.length > 0) resumed += await store.resumeParked(CONVERSION_QUEUE, codes, clock(), limits);
  };
  await resume(NOT_CONNECTED_CODES);
  const used = senders.map(({ sender }) => sender);
  await resume(REFUSAL_CODES, { noneOf: used.map(({ account }) => account) });
  for (const account of replacedAccounts(used, await store.listAccounts())) await resume(REFUSAL_CODES, { account });
  if (resumed > 0) log.info({ resumed }, 'parked conversions run again: their account is connected anew');
}

/** The accounts whose credential differs from the one that was refused. */
export function replacedAccounts(
  senders: readonly Pick<ConversionSender, 'account' | 'credential'>[],
  accounts: readonly PlatformAccount[],
): readonly AccountName[] {
  const known = new Map(accounts.map((account) => [accountKey(account), account]));
  return senders.flatMap(({ account, credential }) => {
    const refused = known.get(accountKey(account));
    return refused !== undefined && isReplaced(refused, credential) ? [account] : [];
  });
}
