import { expect, test } from 'vitest';
import { processingJson, processingText, waitForEvent } from '../../../src/cli/sending/wait-for-event.ts';
import { en } from '../../../src/messages/en.ts';

const EVENT = { id: '7', requestId: null };

test('waits no longer than it was told for a service that does not answer', { timeout: 2_000 }, async () => {
  const silent = { name: 'x', eventTrail: () => new Promise<never>(() => undefined) };
  const processing = await waitForEvent(silent, EVENT, 50);
  expect(processingJson(processing)).toMatchObject({ resultado: 'tempo_esgotado', erro_codigo: null });
  expect(processingText(processing, '7', 1)(en)).toContain('Not processed after 1 s');
});

test('a service that goes away after that time is no error', async () => {
  let fail: (error: Error) => void = () => undefined;
  const trail = { evento: { status: 'recebido' }, jobs: [] };
  const answers = [Promise.resolve(trail), new Promise<never>((_resolve, reject) => (fail = reject))];
  const processing = await waitForEvent({ name: 'x', eventTrail: async () => answers.shift() ?? null }, EVENT, 300);
  expect(processing).toEqual({ result: 'tempo_esgotado', trail });
  fail(new Error('gone'));
  await new Promise(setImmediate);
});
