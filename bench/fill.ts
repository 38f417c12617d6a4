import { randomUUID } from 'node:crypto';
import { signatureHeader } from '../src/base/signature.ts';
import type { Delivery } from '../src/domain/webhook-event.ts';
import { newRequestId } from '../src/http/request-id.ts';
import { openStore } from '../src/store/open-store.ts';
import { databaseUrl } from './lead-intake.ts';
import { FORM_SECRET, type LeadEventType, leadBody } from './requests.ts';

/** The number of deliveries that fit into one group commit. */
const AT_ONCE = 500;

export interface Filling {
  readonly count: number;
  readonly eventType: LeadEventType;
  /** UTC ms of the first and the last event. Default: now. */
  readonly from?: number;
  readonly until?: number;
}

/** Accepts events through the store's own port, so that derived data (counts, indexes) of any schema is right too. */
export async function fillQueue(database: string, { count, eventType, from, until = Date.now() }: Filling): Promise<void> {
  await using store = await openStore(databaseUrl(database), Date.now(), {});
  const begin = from ?? until;
  for (let done = 0; done < count; done += AT_ONCE) {
    const receivedAt = Math.round(begin + ((until - begin) * done) / count);
    const size = Math.min(AT_ONCE, count - done);
    await Promise.all(Array.from({ length: size }, () => store.accept(delivery(eventType, receivedAt))));
  }
}

function delivery(eventType: LeadEventType, receivedAt: number): Delivery {
  const id = randomUUID();
  const body = leadBody(id, eventType, receivedAt);
  return {
    origin: 'formulario_proprio',
    body,
    headers: JSON.stringify([
      ['content-type', 'application/json'],
      ['x-formulario-signature', signatureHeader(FORM_SECRET, body)],
    ]),
    remoteAddress: '192.0.2.1',
    requestId: newRequestId(),
    credential: 'hmac',
    receivedAt,
    queue: 'webhooks',
    events: [{ eventType, identity: id }],
  };
}
