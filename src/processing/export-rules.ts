import type { ClientAccount, ClientConsent } from '../domain/client-account.ts';
import type { ConversionExportRow } from '../domain/conversion.ts';
import { type ConsentRules, consentObjection } from './consent.ts';

/** What is known of the clients whose conversions stand in a file for Google's scheduled import. */
interface ExportRules {
  /** Whose file it is; null: that of all clients, for the account of the settings. */
  readonly clientId: string | null;
  readonly consents: readonly ClientConsent[];
  readonly accounts: readonly ClientAccount[];
  /** For clients without a consent rule of their own. */
  readonly settings: ConsentRules;
}

/** Whether a conversion may stand in the file: its consents allow it, and it does not go to an account that its client has to itself. */
export function mayStandInFile({ clientId, consents, accounts, settings }: ExportRules): (row: ConversionExportRow) => boolean {
  const rules = new Map(consents.map((rule) => [rule.clientId, rule]));
  const elsewhere = new Set(clientId === null ? accounts.filter(({ kind }) => kind === 'ads_account').map((one) => one.clientId) : []);
  return (row) => !elsewhere.has(row.clientId) && consentObjection(row, rules.get(row.clientId) ?? settings) === null;
}
