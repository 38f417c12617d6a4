import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/base/app-error.ts';
import { ConversionsUnderTest } from '../conversions/conversions-under-test.ts';
import { AnswersUnderTest, PAGE } from '../lead-answers/answers-under-test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const FORBIDDEN = { code: 10, message: 'Application does not have permission for this action' };

const busy = (): Promise<never> => Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));

describe('what stays parked although its account is not refused runs again at the next start', () => {
  test('conversions, if the database was busy when the platform took the account again', async () => {
    await using it = await ConversionsUnderTest.create();
    const ids = [await it.socialConversion(), await it.socialConversion(), await it.socialConversion()];
    const fault = it.social.fail(FORBIDDEN);
    await it.send();
    fault.end();
    const { resumeParked } = it.store;
    it.store.resumeParked = (queue, codes, now, limits) =>
      limits?.account === undefined ? resumeParked(queue, codes, now, limits) : busy();
    await it.send(HOUR);
    it.store.resumeParked = resumeParked;
    expect(await it.states(ids)).toEqual(['pendente credential_refused', 'pendente credential_refused', 'enviada']);
    await it.send(MINUTE);
    expect(await it.states(ids)).toEqual(Array(3).fill('enviada'));
    expect(it.social.conversions.accepted.length).toBe(3);
  });

  test('conversions, if the refusal itself could not be noted', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.socialConversion();
    const fault = it.social.fail(FORBIDDEN);
    const { noteAccount } = it.store;
    it.store.noteAccount = busy;
    await it.send();
    it.store.noteAccount = noteAccount;
    fault.end();
    expect(await it.states([id])).toEqual(['pendente credential_refused']);
    await it.send(MINUTE);
    expect(await it.states([id])).toEqual(['enviada']);
  });

  test('leads, if the process that had found their page open again died before it resumed them', async () => {
    await using underTest = await AnswersUnderTest.create();
    const [eventId = ''] = await underTest.notify(1);
    const fault = underTest.platform.fail(FORBIDDEN);
    await underTest.once();
    fault.end();
    expect((await underTest.job(eventId)).availableAt).toBeNull();
    await underTest.store.noteAccount({ platform: 'social_ads', kind: 'page', id: PAGE }, { kind: 'used' }, underTest.now);
    await underTest.once();
    expect((await underTest.job(eventId)).state).toBe('concluido');
  });

  test('not while it is refused', async () => {
    await using it = await ConversionsUnderTest.create();
    const id = await it.socialConversion();
    it.social.fail(FORBIDDEN);
    await it.send();
    await it.send(MINUTE);
    expect(await it.states([id])).toEqual(['pendente credential_refused']);
    expect(it.socialRequests()).toEqual([1]);
  });
});
