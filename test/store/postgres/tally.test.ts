import { expect, test } from 'vitest';
import { PostgresTally } from '../../../src/store/postgres/tally.ts';
import { T0 } from '../../support/factories.ts';

test('all transactions change the counters and the uses of secrets in one order, whatever the order of their events', () => {
  const counts = [
    (tally: PostgresTally): void => tally.add('webhooks', 'pendente', 1),
    (tally: PostgresTally): void => tally.ended('webhooks', 'concluido', T0 - 5_000, T0),
    (tally: PostgresTally): void => tally.ended('conversoes', 'falhou', T0 - 50, T0),
    (tally: PostgresTally): void => tally.begun('webhooks', T0 - 900, T0),
    (tally: PostgresTally): void => tally.received('search_ads', T0),
    (tally: PostgresTally): void => tally.received('formulario_proprio', T0),
    ...['7', '42'].map((id) => (tally: PostgresTally): void => {
      tally.used({ origin: 'formulario_proprio', secret: 'print', kind: 'campanha', id, remoteAddress: '203.0.113.7', seenAt: T0 });
    }),
  ];
  const inOrder = (those: typeof counts): unknown => {
    const tally = new PostgresTally();
    for (const count of those) count(tally);
    return tally.take();
  };
  expect(inOrder(counts.toReversed())).toEqual(inOrder(counts));
});
