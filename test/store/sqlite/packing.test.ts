import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IdentityKind } from '../../../src/domain/event-kind.ts';
import type { Delivery, NewEvent, Receipt } from '../../../src/domain/webhook-event.ts';
import { toStoredFinish } from '../../../src/store/sql/ports/job-queue.ts';
import { packArgs, packResult, unpackArgs, unpackResult } from '../../../src/store/sqlite/writer/packing.ts';
import { leadFields, leadIntent } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';

/** Any text that an event can contain, including NUL and characters beyond Unicode's first plane. */
const text = fc.string({ unit: 'binary' });
/** Any bytes, also as a view into a larger buffer, as they come from a socket. */
const body = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 20 }))
  .map(([bytes, before]) =>
    Buffer.concat([Buffer.alloc(before, 0xff), bytes, Buffer.alloc(3, 0xfe)]).subarray(before, before + bytes.length),
  );
const number = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const origin = fc.constantFrom('search_ads', 'social_ads', 'formulario_proprio');

const newEvent: fc.Arbitrary<NewEvent> = fc.record(
  { eventType: text, identity: text, kind: fc.constantFrom<IdentityKind[]>('lead', 'update', 'conversion', 'other'), body },
  { requiredKeys: ['eventType', 'identity'] },
);
const deliveryParts = {
  origin,
  body,
  headers: text,
  remoteAddress: text,
  requestId: text,
  credential: fc.constant<Delivery['credential']>('hmac'),
  receivedAt: number,
  queue: text,
  events: fc.array(newEvent, { maxLength: 4 }),
};
const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  fc.record(deliveryParts),
  fc.record({
    ...deliveryParts,
    refusedAt: number,
    secret: text,
    limitedTo: text,
    senders: fc.array(fc.record({ kind: fc.constant<'campanha'>('campanha'), id: text })),
  }),
  fc.record({ ...deliveryParts, onlyNew: fc.boolean() }),
);
test('a delivery reaches the thread byte for byte, an empty part of a batch too', () => {
  fc.assert(
    fc.property(delivery, (sent) => {
      const [got] = unpackArgs('accept', structuredClone(packArgs('accept', [sent])));
      expect(plain(got)).toEqual(plain(sent));
    }),
  );
});

test('receipts come back as they were, in their order', () => {
  const receipt: fc.Arbitrary<Receipt> = fc.record({
    eventId: text,
    status: fc.constantFrom('accepted', 'already_accepted'),
    isNew: fc.boolean(),
    conflict: fc.boolean(),
    typeDiffers: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(receipt, { maxLength: 4 }), (receipts) => {
      expect(unpackResult('accept', structuredClone(packResult('accept', receipts)))).toEqual(receipts);
    }),
  );
});

test('what was fetched reaches the thread byte for byte', () => {
  fc.assert(
    fc.property(body, (fetched) => {
      const finish = toStoredFinish({
        claim: { jobId: '1', workerId: 'w', lease: 1 },
        outcome: { kind: 'sent', requestId: null },
        fetched,
      });
      const [[got]] = unpackArgs('finish', structuredClone(packArgs('finish', [[finish], 0]))) as [[typeof finish]];
      expect(plain(Buffer.from(got.fetched ?? '', 'latin1'))).toEqual(plain(fetched));
    }),
  );
});

test('outcomes reach the thread as they are: texts, numbers, and what is null', () => {
  const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((amount) => amount + 0));
  fc.assert(
    fc.property(text, number, value, fc.option(text), (some, availableAt, amount, currency) => {
      const conversion = { name: some, key: some, value: amount, currency, happenedAt: availableAt };
      const claim = { jobId: some, workerId: some, lease: availableAt };
      const args = [
        [
          toStoredFinish({
            claim,
            outcome: { kind: 'lead', intent: leadIntent(some, { fields: leadFields({ name: some }), conversion }) },
          }),
          toStoredFinish({
            claim,
            outcome: { kind: 'retry', fault: { code: some, params: inWords(some) }, availableAt, spendsAttempt: false },
          }),
        ],
        availableAt,
      ];
      expect(unpackArgs('finish', structuredClone(packArgs('finish', args)))).toEqual(args);
    }),
  );
});

/** Bytes as numbers: a Buffer and a Uint8Array of the same bytes are equal here. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
