import { expect, test } from 'vitest';
import { startReconciling } from '../../../src/app/backfill/reconcile.ts';
import { APP_ID } from '../../platforms/social/directory.ts';
import { T0 } from '../../support/factories.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE, TOKEN } from '../lead-answers/answers-under-test.ts';

const DAY = 86_400_000;
const SECRET = 'the-secret-of-the-app';

async function compared(place: AnswersUnderTest): Promise<void> {
  const stop = new AbortController();
  const ended = startReconciling(place.context(), stop.signal);
  await place.until(async () => (await place.store.taskDoneAt('reconcile social_ads')) !== null);
  stop.abort();
  await ended;
}

test('each comparison asks when tokens end: what ends soon is said, what was renewed is not, and no token is shown', async () => {
  await using place = await AnswersUnderTest.create({
    SOCIALADS_RECONCILE_HOURS: '6',
    SOCIALADS_APP_ID: APP_ID,
    WEBHOOK_SOCIALADS_SECRET: SECRET,
  });
  const { directory } = place.platform;
  directory.app = { id: APP_ID, secret: SECRET, requiresProof: false };
  directory.addToken({ token: TOKEN, pageIds: [PAGE], expiresAt: T0 + 60 * DAY, dataAccessExpiresAt: T0 + 3 * DAY });
  await compared(place);
  expect([(await place.account(PAGE))?.expiresAt, (await place.account(OTHER_PAGE))?.expiresAt]).toEqual([T0 + 3 * DAY, null]);
  const said = place.log.filter(({ line }) => JSON.stringify(line).includes('expires soon'));
  expect(said).toMatchObject([{ level: 'warn', line: [{ page: PAGE, days: 3 }, expect.any(String)] }]);
  expect(JSON.stringify(place.log)).not.toContain(TOKEN);
});

test('without an app id nobody is asked', async () => {
  await using place = await AnswersUnderTest.create({ SOCIALADS_RECONCILE_HOURS: '6' });
  await compared(place);
  expect(place.platform.server.count(/debug_token/)).toBe(0);
});
