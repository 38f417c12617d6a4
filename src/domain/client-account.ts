import type { AppError } from '../base/app-error.ts';
import { appError } from '../messages/messages.ts';
import type { Platform } from './conversion.ts';
import type { Client } from './directory.ts';
import type { AccountName } from './platform-account.ts';

/** Code of conversions that wait until their client has an account at the platform. */
export const CLIENT_NOT_CONNECTED = 'client_not_connected';

/** An account at a platform that belongs to one client: its pages, and at most one account of each platform that its conversions go to. */
export interface ClientAccount extends AccountName {
  readonly clientId: string;
  /** `environment`: the token or file in the settings opens it, as an agency's own does that may use the accounts of all its clients. */
  readonly credentialIn: 'database' | 'environment';
  /** The manager account through which a Google Ads account is reached; null: none. */
  readonly loginAccountId: string | null;
  /** Of a Google Ads account: name of a conversion, or `*` for all others → numeric id of the conversion action. */
  readonly conversionActions: ReadonlyMap<string, string>;
  /** Of a Google Ads account: leads without a click id are reported by their hashed contact (enhanced conversions for leads). */
  readonly enhancedLeads: boolean;
  /** Of a Meta dataset: by which name each new lead of an instant form is reported; null: it is not. */
  readonly initialStage: string | null;
  /** UTC ms. */
  readonly connectedAt: number;
}

/** Which consents of its leads a client wants to see before conversions are sent, instead of what the settings say. */
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

/** Whose the accounts of the settings are. `undecided`: there are several clients, and ACCOUNTS_CLIENT does not say. */
export type EnvironmentOwner =
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'undecided' };

/**
 * Whose the accounts of the settings are.
 *
 * @param setting ACCOUNTS_CLIENT; undefined: it is not set, and they are those of the only client
 * @param clientIds at least two where there are several; more are not looked at
 */
export function environmentOwner(setting: string | undefined, clientIds: readonly string[]): EnvironmentOwner {
  if (setting === 'all') return { kind: 'all' };
  const clientId = setting ?? (clientIds.length === 1 ? clientIds[0] : undefined);
  return clientId === undefined ? { kind: 'undecided' } : { kind: 'client', clientId };
}

/**
 * Whose conversions stand in the file that the account of the settings imports: no file mixes clients unless ACCOUNTS_CLIENT says so. Null: of all;
 * undefined: there are several clients, and nobody says whose.
 */
export function exportedClient(setting: string | undefined, clientIds: readonly string[]): string | null | undefined {
  const owner = environmentOwner(setting, clientIds);
  if (owner.kind === 'client') return owner.clientId;
  return owner.kind === 'all' || clientIds.length === 0 ? null : undefined;
}

/** Whether the accounts of the settings are this client's too. */
export function ownsEnvironment(owner: EnvironmentOwner, clientId: string): boolean {
  return owner.kind === 'all' || (owner.kind === 'client' && owner.clientId === clientId);
}

/** The account that the conversions of a client go to at a platform, of those in the database; undefined: it has none of its own. */
export function conversionAccountOf(accounts: readonly ClientAccount[], clientId: string, platform: Platform): ClientAccount | undefined {
  return accounts.find((account) => account.clientId === clientId && account.platform === platform && account.kind !== 'page');
}

const KIND_FLAGS = { page: 'page', dataset: 'dataset', ads_account: 'account' } as const;

/** The refusal of an account that another client has. */
export function accountTaken({ kind, id }: Pick<AccountName, 'kind' | 'id'>, owner: Pick<Client, 'id' | 'name'>): AppError {
  return appError('conflict', (m) => m.errors.clientAccounts.taken[kind]({ id, ownerId: owner.id, owner: owner.name }), {
    hint: (m) => m.errors.clientAccounts.disconnectFirstLeadIntake({ id: owner.id, flag: KIND_FLAGS[kind], accountId: id }),
  });
}
