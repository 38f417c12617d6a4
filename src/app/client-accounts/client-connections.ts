import type { ClientConnections } from '../../domain/client-connections.ts';
import { accountKey } from '../../domain/platform-account.ts';
import { appError } from '../../messages/messages.ts';
import type { StoreContext } from '../context.ts';
import { connectClientAccount } from './connect-client-account.ts';

/** What command line and web do with the accounts of clients. */
export function clientConnections(context: Pick<StoreContext, 'store' | 'config' | 'secrets' | 'clock'>): ClientConnections {
  const { store, config, secrets } = context;
  return {
    canSeal: secrets.credentialsKey !== undefined,
    connect: (given, operator) => connectClientAccount(context, given, operator),
    disconnect: async (account, client, operator) => {
      const owned = (await store.listClientAccounts()).find((one) => accountKey(one) === accountKey(account));
      if (owned?.clientId !== client.id)
        throw appError('not_found', (m) => m.errors.clientAccounts.clientHasNoAccount({ client: client.name, id: account.id }));
      await store.disconnectClientAccount(account, operator);
    },
    // Loaded here: whoever asks no platform needs no HTTP client.
    test: async (clientId) => (await import('./test-client.ts')).testClient(context, clientId),
    setConsent: async (clientId, rule, operator) => {
      const { consent, consentKeys } = config.delivery.conversions;
      if (rule === null) {
        await store.removeClientConsent(clientId, operator);
        return { mode: consent, keys: consentKeys, isOwn: false };
      }
      const own = { mode: rule.mode ?? consent, keys: rule.keys ?? consentKeys };
      await store.saveClientConsent({ clientId, ...own }, operator);
      return { ...own, isOwn: true };
    },
  };
}
