import { expect, test } from 'vitest';
import { toEventQuery } from '../../src/tui/event-query.ts';

test('a word that is half typed matches no event, and is no mistake', () => {
  expect(toEventQuery({ status: 'er' }, { limit: 1 })).toBeUndefined();
  expect(toEventQuery({ origin: 'search' }, { limit: 1 })).toBeUndefined();
  expect(toEventQuery({ status: 'Erro', errorCode: 'x' }, { limit: 1 })).toEqual({ status: 'erro', errorCode: 'x', limit: 1 });
});

test('a label is as good as the stored word', () => {
  const query = { status: 'erro', origin: 'search_ads', errorCode: 'unknown_campaign', limit: 1 };
  expect(toEventQuery({ status: 'failed', origin: 'google-ads', errorCode: 'unknown-campaign' }, { limit: 1 })).toEqual(query);
});
