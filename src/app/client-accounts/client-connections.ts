import type { ClientConnections } from '../../domain/client-connections.ts';
import { accountKey } from '../../domain/platform-account.ts';
import { appError } from '../../messages/messages.ts';
import type { StoreContext } from '../context.ts';
import { connectClientAccount } from './connect-client-account.ts';

/** The operations of command line and web on clients' accounts. */
export function clientConnections(context: Pick<StoreContext, 'store' | 'config' | 'secrets' | 'clock'>): ClientConnections {
  const { store, config, secrets } = context;
  return {
    canSeal: secrets.credentialsKey !== undefined,
    connect: (given, operator) => connectClientAccount(context, given, operator),
    disconnect: async (account, client, operator) => {
      const owned = (await store.listClientAccounts()).find((one) => accountKey(one) === accountKey(account));
      if (owned?.clientId !== client.id)
        throw appError('not_found', (m) => m.errors.clientAccounts.noSuchAccount({ client: client.name, id: account.id }));
      await store.disconnectClientAccount(account, operator);
    },
    // Loaded here, because only this needs an HTTP client.
    test: async (clientId) => (await import('./ask-account.ts')).testClient(context, clientId),
    consentOf: async (clientId) => {
      const { consent, consentKeys } = config.delivery.conversions;
      const own = (await store.listClientConsents()).find((one) => one.clientId === clientId);
      return { mode: own?.mode ?? consent, keys: own?.keys ?? consentKeys, isOwn: own !== undefined };
    },
    setConsent: async (clientId, rule, operator) => {
      const { consent, consentKeys } = config.delivery.conversions;
      const own = rule === null ? null : { mode: rule.mode ?? consent, keys: rule.keys ?? consentKeys };
      await store.setClientConsent(clientId, own, operator);
      return own === null ? { mode: consent, keys: consentKeys, isOwn: false } : { ...own, isOwn: true };
    },
  };
}
