import type { AppError } from '../base/app-error.ts';
import { appError } from '../messages/messages.ts';
import type { Platform } from './conversion.ts';
import type { Client } from './directory.ts';
import type { AccountName } from './platform-account.ts';

/** Fault code of conversions that wait until their client has an account at the platform. */
export const CLIENT_NOT_CONNECTED = 'client_not_connected';

/** A client's account at a platform. A client has any number of pages, and at most one account per platform for its conversions. */
export interface ClientAccount extends AccountName {
  readonly clientId: string;
  /** `environment`: the token or file in the settings opens it, such as an agency's own that may use the accounts of all its clients. */
  readonly credentialIn: 'database' | 'environment';
  /** The manager account that gives access to a Google Ads account; `null` if none. */
  readonly loginAccountId: string | null;
  /** Google Ads account: conversion name, or `*` for all others → numeric id of the conversion action. */
  readonly conversionActions: ReadonlyMap<string, string>;
  /** Google Ads account: leads without a click id are reported by hashed contact data (enhanced conversions for leads). */
  readonly enhancedLeads: boolean;
  /** Meta dataset: the event name that reports each new lead of an instant form; `null`: new leads are not reported. */
  readonly initialStage: string | null;
  /** UTC ms. */
  readonly connectedAt: number;
}

/** The consents that a client requires of its leads before conversions are sent; overrides the settings. */
export interface ClientConsent {
  readonly clientId: string;
  readonly mode: 'unless_denied' | 'required';
  readonly keys: readonly string[];
}

/** Conversions of a client that wait for an account. */
export interface WaitingForAccount {
  readonly clientId: string;
  readonly count: number;
}

/** The owner of the accounts in the settings. `undecided`: there are several clients and ACCOUNTS_CLIENT is not set. */
export type EnvironmentOwner =
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'undecided' };

/**
 * Decides who owns the accounts in the settings.
 *
 * @param setting ACCOUNTS_CLIENT; if `undefined`, the accounts belong to the only client
 * @param clientIds two are enough if there are several; the rest are not read
 */
export function environmentOwner(setting: string | undefined, clientIds: readonly string[]): EnvironmentOwner {
  if (setting === 'all') return { kind: 'all' };
  const clientId = setting ?? (clientIds.length === 1 ? clientIds[0] : undefined);
  return clientId === undefined ? { kind: 'undecided' } : { kind: 'client', clientId };
}

/**
 * Whose conversions are in the file that the account in the settings imports. The file never mixes clients unless ACCOUNTS_CLIENT says so.
 * `null`: all clients'; `undefined`: there are several clients and no setting chooses one.
 */
export function exportedClient(setting: string | undefined, clientIds: readonly string[]): string | null | undefined {
  const owner = environmentOwner(setting, clientIds);
  if (owner.kind === 'client') return owner.clientId;
  return owner.kind === 'all' || clientIds.length === 0 ? null : undefined;
}

/** Whether the accounts in the settings are also this client's. */
export function ownsEnvironment(owner: EnvironmentOwner, clientId: string): boolean {
  return owner.kind === 'all' || (owner.kind === 'client' && owner.clientId === clientId);
}

/** The database's account for a client's conversions at a platform; `undefined` if the client has none of its own. */
export function conversionAccountOf(accounts: readonly ClientAccount[], clientId: string, platform: Platform): ClientAccount | undefined {
  return accounts.find((account) => account.clientId === clientId && account.platform === platform && account.kind !== 'page');
}

const KIND_FLAGS = { page: 'page', dataset: 'dataset', ads_account: 'account' } as const;

/** The error for an account that belongs to another client. */
export function accountTaken({ kind, id }: Pick<AccountName, 'kind' | 'id'>, owner: Pick<Client, 'id' | 'name'>): AppError {
  return appError(
    'conflict',
    (m) =>
      m.errors.clientAccounts.taken({ account: m.errors.clientAccounts.named({ kind, id }).name, ownerId: owner.id, owner: owner.name }),
    {
      hint: (m) => m.errors.clientAccounts.disconnectFirst({ id: owner.id, flag: KIND_FLAGS[kind], accountId: id }),
    },
  );
}
