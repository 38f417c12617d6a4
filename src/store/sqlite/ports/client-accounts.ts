import type { ClientAccounts } from '../../../domain/delivery-ports.ts';
import type { SqliteCore } from './core.ts';

export function clientAccounts(core: SqliteCore): ClientAccounts {
  const { writer, platforms } = core;
  return {
    listClientAccounts: () => core.look(() => platforms.listClientAccounts()),
    // A map does not travel to the writer.
    connectClientAccount: ({ conversionActions, ...account }, sealed, operator) =>
      writer.write('connectClientAccount', { ...account, actions: [...conversionActions] }, sealed, operator),
    disconnectClientAccount: ({ platform, kind, id }, operator) =>
      writer.write('disconnectClientAccount', { platform, kind, id }, operator),
    listClientConsents: () => core.look(() => platforms.listClientConsents()),
    saveClientConsent: (consent, operator) => writer.write('saveClientConsent', consent, operator),
    removeClientConsent: (clientId, operator) => writer.write('removeClientConsent', clientId, operator),
    countWaitingForAccount: () => core.look(() => platforms.countWaitingForAccount()),
  };
}
