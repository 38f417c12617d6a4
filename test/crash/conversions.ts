import { formDelivery } from '../support/factories.ts';
import type { Workplace } from '../support/workplace.ts';
import type { Acknowledged, Acknowledgement } from './load.ts';

/** Stores one conversion per identity, as intake would, in a separate process that closes the database afterwards. */
export async function acceptConversions(workplace: Workplace, identities: readonly string[], campaignId = '42'): Promise<Acknowledged> {
  return await workplace.use(async (store) => {
    const acknowledged = new Map<string, Acknowledgement>();
    const accept = async (identity: string): Promise<void> => {
      const body = conversionBody(identity, { campaignId });
      const events = [{ eventType: 'conversion', identity }];
      const [receipt] = await store.accept(formDelivery(identity, { body, receivedAt: Date.now(), events }));
      acknowledged.set(identity, { eventId: receipt?.eventId ?? '', body });
    };
    // Batches large enough to fill the store's transactions, but below its limit.
    for (let start = 0; start < identities.length; start += 5_000) {
      await Promise.all(identities.slice(start, start + 5_000).map(accept));
    }
    return acknowledged;
  });
}

/**
 * A submission of the website form that registers a conversion. It has no contact data and no click id, so it matches no other event's
 * lead: each one must become a separate lead with one conversion.
 */
export function conversionBody(identity: string, fields: Readonly<Record<string, string>> = {}): Buffer {
  const { campaignId = '42', ...rest } = fields;
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = { event_type: 'conversion', id: identity, timestamp, campanha_id: campaignId, nome: 'João da Silva', valor: 10.5, ...rest };
  return Buffer.from(JSON.stringify(body));
}
