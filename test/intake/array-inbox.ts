import type { EventInbox } from '../../src/domain/ports.ts';
import type { RefusedRequest } from '../../src/domain/refused-request.ts';
import type { Delivery } from '../../src/domain/webhook-event.ts';

export interface ArrayInbox extends EventInbox {
  readonly deliveries: Delivery[];
  readonly refused: RefusedRequest[];
}

/** An inbox that consists of two arrays: every event is new. */
export function createArrayInbox(): ArrayInbox {
  const deliveries: Delivery[] = [];
  const refused: RefusedRequest[] = [];
  let lastId = 0;
  return {
    deliveries,
    refused,
    async accept(delivery) {
      deliveries.push(delivery);
      return delivery.events.map(() => {
        lastId += 1;
        return { eventId: String(lastId), status: 'accepted', isNew: true, conflict: false, typeDiffers: false } as const;
      });
    },
    async recordRefused(requests) {
      refused.push(...requests);
      return 0;
    },
  };
}
