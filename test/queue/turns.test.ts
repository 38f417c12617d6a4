import { expect, test } from 'vitest';
import { Turns } from '../../src/queue/worker.ts';

test('work that only computes ends, and what follows from it is sent, before the next begins', async () => {
  const turns = new Turns();
  const happened: string[] = [];
  async function lane(name: string): Promise<void> {
    await turns.take(async () => {
      happened.push(`${name} begins`);
      await Promise.resolve();
      happened.push(`${name} ends`);
    });
    setImmediate(() => happened.push(`${name} sent`));
  }
  await Promise.all([lane('a'), lane('b')]);
  expect(happened).toEqual(['a begins', 'a ends', 'a sent', 'b begins', 'b ends']);
});

test('work that waits for the outside keeps nobody waiting, and neither does work that fails', async () => {
  const turns = new Turns();
  const outside = Promise.withResolvers<string>();
  const waiting = turns.take(() => outside.promise);
  const failing = turns.take(() => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  await expect(turns.take(async () => 'done')).resolves.toBe('done');
  outside.resolve('answered');
  await expect(waiting).resolves.toBe('answered');
});
