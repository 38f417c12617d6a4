import { describe, expect, test } from 'vitest';
import { isTaken, packetsOf, type Shipment, takenRequests } from '../../../src/app/conversions/packets.ts';
import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import type { ClaimedJob } from '../../../src/domain/job.ts';

function shipment(id: string, conversion: Partial<ConversionToSend> = {}, attempt = 1, tries = 0): Shipment {
  return {
    job: { jobId: id, attempt, platformFaults: tries === 0 ? null : { since: 0, tries } } as ClaimedJob,
    conversion: { id, name: 'sale', requestId: null, requestSize: null, alone: false, ...conversion } as ConversionToSend,
  };
}

function idsOf(packets: readonly (readonly Shipment[])[]): readonly string[] {
  return packets.map((packet) => packet.map(({ conversion }) => conversion.id).join(''));
}

const RULES = { mostTogether: 2, maxAttempts: 10 };

describe('packets', () => {
  test.each([
    ['as many together as the sender takes', [shipment('a'), shipment('b'), shipment('c')], RULES, ['ab', 'c']],
    [
      'those that must be alone singly, after the others',
      [shipment('a', { alone: true }), shipment('b'), shipment('c')],
      RULES,
      ['bc', 'a'],
    ],
    [
      'of different groups apart',
      [shipment('a'), shipment('b', { name: 'lead' }), shipment('c')],
      { ...RULES, groupKey: ({ name }: ConversionToSend) => name },
      ['ac', 'b'],
    ],
    ['the last three attempts singly', [shipment('a', {}, 7), shipment('b'), shipment('c', {}, 8)], RULES, ['ab', 'c']],
    [
      'those that the platform failed for twice singly',
      [shipment('a', {}, 1, 1), shipment('b', {}, 1, 2), shipment('c')],
      RULES,
      ['ac', 'b'],
    ],
    ['the first attempt with others, however few there are', [shipment('a'), shipment('b')], { ...RULES, maxAttempts: 2 }, ['ab']],
    ['none of nothing', [], RULES, []],
  ])('%s', (_name, shipments, rules, expected) => {
    expect(idsOf(packetsOf(shipments, rules))).toEqual(expected);
  });
});

describe('a request that was taken', () => {
  test.each([
    ['by nobody', { requestId: null, requestSize: null, alone: false }, false],
    ['with others', { requestId: 'r', requestSize: 3, alone: false }, true],
    ['with others, and came out mixed', { requestId: 'r', requestSize: 3, alone: true }, false],
    ['alone', { requestId: 'r', requestSize: 1, alone: true }, true],
  ])('%s', (_name, conversion, expected) => {
    expect(isTaken(shipment('a', conversion).conversion)).toBe(expected);
  });

  test('is asked about once for all its conversions', () => {
    const shipments = [shipment('a', { requestId: 'r', requestSize: 2 }), shipment('b'), shipment('c', { requestId: 'r', requestSize: 2 })];
    expect([...takenRequests(shipments)].map(([id, taken]) => [id, ...idsOf([taken])])).toEqual([['r', 'ac']]);
  });
});
