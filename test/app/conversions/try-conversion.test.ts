import { describe, expect, test } from 'vitest';
import { tryConversion } from '../../../src/cli/conversions/try-conversion.ts';
import { operator } from '../../support/factories.ts';
import { ConversionsUnderTest, DATASET, TOKEN } from './conversions-under-test.ts';

function tryOut(it: ConversionsUnderTest, conversionId: string): ReturnType<typeof tryConversion> {
  return tryConversion(it.context(), { conversionId, testCode: 'TEST12345' }, operator(it.now));
}

test('a waiting conversion is shown among the test events, still waits, and counts once when the worker sends it', async () => {
  await using it = await ConversionsUnderTest.create();
  const id = await it.socialConversion();
  expect(await tryOut(it, id)).toMatchObject({ conversao_id: id, tipo: 'dataset', conta: DATASET });
  expect(it.social.conversions.accepted.map(({ testEventCode }) => testEventCode)).toEqual(['TEST12345']);
  expect(await it.states([id])).toEqual(['pendente']);
  const { items } = await it.store.listActivity({ limit: 1 });
  expect(items[0]).toMatchObject({ action: 'testar_conversao', target: `conversao:${id}` });
  await it.send();
  expect(await it.states([id])).toEqual(['enviada']);
  expect(it.social.conversions.accepted).toHaveLength(1);
  expect(it.social.conversions.duplicates.map(({ testEventCode }) => testEventCode)).toEqual([null]);
});

describe('nothing is sent', () => {
  test('of a conversion that does not exist, that is for Google Ads, or that Meta has', async () => {
    await using it = await ConversionsUnderTest.create();
    await expect(tryOut(it, '99')).rejects.toMatchObject({ code: 'not_found' });
    await expect(tryOut(it, await it.searchConversion())).rejects.toThrow('Only Meta has test event codes');
    const sent = await it.socialConversion();
    await it.send();
    await expect(tryOut(it, sent)).rejects.toThrow('already has this conversion');
    expect(it.social.conversions.duplicates).toEqual([]);
  });

  test('where the worker would not send it either: no consent, no credential', async () => {
    await using it = await ConversionsUnderTest.create();
    await expect(tryOut(it, await it.socialConversion({ consents: { marketing: false } }))).rejects.toThrow(/consent/);
    delete it.env['SOCIALADS_CONVERSIONS_TOKEN'];
    await expect(tryOut(it, await it.socialConversion())).rejects.toMatchObject({ code: 'conflict' });
    expect(it.social.conversions.accepted).toEqual([]);
  });

  test('when Meta refuses, which is said; the conversion waits as before', async () => {
    await using it = await ConversionsUnderTest.create();
    it.social.refuseToken(TOKEN);
    const id = await it.socialConversion();
    await expect(tryOut(it, id)).rejects.toThrow('The token has expired');
    expect(await it.states([id])).toEqual(['pendente']);
  });
});
