import { fingerprint } from '../../base/fingerprint.ts';
import { DEFAULT_QUEUE } from '../../domain/job.ts';
import { accountKey } from '../../domain/platform-account.ts';
import type { Operator } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import type { StoreContext } from '../context.ts';
import { RESUMED_BY_A_TOKEN } from '../lead-answers/resume-leads.ts';
import { SealedBox } from '../sealed-box.ts';
import { pageAccount } from './page-tokens.ts';

export interface PageConnected {
  /** Fingerprint of the token. */
  readonly credential: string;
  /** Jobs that waited for a token and resume. */
  readonly resumed: number;
}

/**
 * Seals the token of a page and stores it in the database, replacing an older one; jobs that wait for it resume.
 *
 * @throws AppError `configuration_invalid` if there is no key to seal it with
 */
export async function connectPage(
  { store, secrets }: Pick<StoreContext, 'store' | 'secrets'>,
  { pageId, token }: { readonly pageId: string; readonly token: string },
  operator: Operator,
): Promise<PageConnected> {
  const account = pageAccount(pageId);
  const box = await SealedBox.open(requireKey(secrets.credentialsKey));
  const sealed = box.seal(token, accountKey(account));
  await store.saveCredential({ ...account, sealed, createdAt: operator.now }, operator);
  const resumed = await store.resumeParked(DEFAULT_QUEUE, RESUMED_BY_A_TOKEN, operator.now);
  return { credential: fingerprint(token), resumed };
}

/** @throws AppError `configuration_invalid` if CREDENTIALS_KEY is not set */
export function requireKey(credentialsKey: string | undefined): string {
  if (credentialsKey !== undefined) return credentialsKey;
  throw appError('configuration_invalid', (m) => m.errors.pages.credentialsKeyNotSet);
}
