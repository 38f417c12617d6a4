import { expect, test } from 'vitest';
import { ParkedLeads } from '../../../src/app/lead-answers/resume-leads.ts';
import { PageTokenReader } from '../../../src/app/platforms/page-tokens.ts';
import { AppError } from '../../../src/base/app-error.ts';
import { T0 } from '../../support/factories.ts';
import { AnswersUnderTest, PAGE, TOKEN } from './answers-under-test.ts';

/** A lead that waits for a token; the settings contain the token from now on. */
async function parkedLead(): Promise<{ readonly underTest: AnswersUnderTest; readonly waits: () => Promise<boolean> }> {
  const underTest = await AnswersUnderTest.create({ tokens: '' });
  const [eventId = ''] = await underTest.notify(1);
  await underTest.once();
  underTest.set({ WEBHOOK_SOCIALADS_TOKENS: `${PAGE}=${TOKEN}` });
  return { underTest, waits: async () => (await underTest.job(eventId)).availableAt === null };
}

function parkedLeads(underTest: AnswersUnderTest): ParkedLeads {
  const context = underTest.context();
  return new ParkedLeads(context, new PageTokenReader(context));
}

test('what a process that died at it had begun to resume is resumed by the next one, at its first look', async () => {
  const { underTest, waits } = await parkedLead();
  await using _ = underTest;
  const { resumeParked } = underTest.store;
  underTest.store.resumeParked = () => Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));
  await expect(parkedLeads(underTest).start()).rejects.toThrow('locked');
  underTest.store.resumeParked = resumeParked;
  underTest.now = T0 + 5_000;
  const next = parkedLeads(underTest);
  await next.start();
  expect(await waits()).toBe(true);
  await next.look();
  expect(await waits()).toBe(false);
});

test('what a busy database kept from being resumed at the start is resumed at the first look', async () => {
  const { underTest, waits } = await parkedLead();
  await using _ = underTest;
  const { resumeParked } = underTest.store;
  underTest.store.resumeParked = () => Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));
  const parked = parkedLeads(underTest);
  await expect(parked.start()).rejects.toThrow('locked');
  underTest.store.resumeParked = resumeParked;
  await parked.look();
  expect(await waits()).toBe(false);
});
