import { expect, test } from 'vitest';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { Workplace } from '../support/workplace.ts';

const QUESTIONS: readonly (readonly [name: string, id: string, question: string])[] = [
  ['campaign', '42', 'Remove campaign 42 (Verão) and 0 links? [y/N]'],
  ['client', '1', 'Remove client 1 (Agência Um)? [y/N]'],
  ['user', '1', 'Remove user 1 (ana@example.com)? [y/N]'],
];

test.each(QUESTIONS)('%s remove asks first: a no changes nothing, and without a terminal it needs --yes', async (name, id, question) => {
  using place = new Workplace();
  await place.addCampaign();
  const asked = await place.run(name, 'remove', id);
  expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Add --yes to remove it.') });
  const { exitCode, screen } = await runOnTerminal([name, 'remove', id], {
    cwd: place.folder,
    env: place.env,
    answers: [[question, 'n\r']],
  });
  expect([exitCode, screen]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect((await place.run(name, 'show', id)).exitCode).toBe(0);
});
