/** What operators do with clients' accounts at the platforms: the command line and the web share the checks and the errors. */
import type { ClientAccount, ClientConsent } from './client-account.ts';
import type { Client } from './directory.ts';
import type { Finding } from './finding.ts';
import type { AccountName } from './platform-account.ts';
import type { Operator } from './ports.ts';

/** An account to connect for a client. */
export interface NewClientAccount extends Pick<ClientAccount, 'clientId' | 'loginAccountId' | 'conversionActions'> {
  readonly account: AccountName;
  /** The token, or the text of a Google credentials file; `null`: the settings' credential is used. A page has a token already: always `null`. */
  readonly credential: string | null;
  /** Google Ads account: whether leads without a click id are reported by hashed contact data. Default: unchanged; `false` for a new account. */
  readonly enhancedLeads?: boolean | undefined;
  /** Meta dataset: the event name for new leads of instant forms; `null`: not reported. Default: unchanged; not reported for a new dataset. */
  readonly initialStage?: string | null | undefined;
  /** Whether the platform is first asked if it accepts the credential for this account. A page has no credential to check. */
  readonly isChecked: boolean;
}

export interface ClientAccountConnected {
  /** Fingerprint of the credential; `null` if it is the one in the settings. */
  readonly credential: string | null;
  /** The platform was asked and accepts the credential. */
  readonly isChecked: boolean;
  /** Parked jobs that waited for the account and now run again. */
  readonly resumed: number;
}

/** The consent rule that applies to a client. */
export interface ConsentRule extends Pick<ClientConsent, 'mode' | 'keys'> {
  /** False if it comes from the settings. */
  readonly isOwn: boolean;
}

export interface ClientConnections {
  /** Whether there is a key to encrypt credentials with. */
  readonly canSeal: boolean;
  /**
   * Connects an account for a client, replaces the client's previous account for conversions, and encrypts the credential. Jobs that waited for it
   * run again.
   *
   * @throws AppError `configuration_invalid` if there is no key to encrypt the credential with, or the settings have no credential;
   *   `invalid_input` if the credential is malformed or the platform rejects it; `conflict` if the account belongs to another client or the
   *   platform cannot be asked; `not_found` if the client does not exist
   */
  connect(given: NewClientAccount, operator: Operator): Promise<ClientAccountConnected>;
  /** @throws AppError `not_found` if the client does not have the account */
  disconnect(account: AccountName, client: Client, operator: Operator): Promise<void>;
  /** Asks both platforms whether the client's conversions can be sent, without sending any. Takes at most half a minute. */
  test(clientId: string): Promise<readonly Finding[]>;
  consentOf(clientId: string): Promise<ConsentRule>;
  /** Sets which consents the client's conversions need; `null` returns to the settings. Omitted fields are taken from the settings. */
  setConsent(clientId: string, rule: Partial<Pick<ClientConsent, 'mode' | 'keys'>> | null, operator: Operator): Promise<ConsentRule>;
}
