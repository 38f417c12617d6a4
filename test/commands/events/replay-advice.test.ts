import { expect, test } from 'vitest';
import { Workplace } from '../../support/workplace.ts';

test('the error of an event whose failed job was pruned names the command that runs it again, in both languages', async () => {
  using place = new Workplace();
  const id = await place.accept('a');
  await place.processJobs();
  expect((await place.run('events', 'show', id)).stdout).toContain('queue retry --all --error unknown_campaign');
  await place.use((store) => store.prune({ queue: 'webhooks', kind: 'failed', before: Date.now() + 1 }, { name: 'test', now: Date.now() }));
  const shown = (await place.run('events', 'show', id)).stdout;
  expect(shown).toContain(`Then run \`lead-intake events replay ${id}\`.`);
  expect(shown).not.toContain('queue retry');
  expect(await place.json('events', 'show', id)).toMatchObject({
    evento: { erro_mensagem: expect.stringContaining(`events replay ${id}`) },
  });
  expect((await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, 'events', 'show', id)).stdout).toContain(`\`lead-intake events replay ${id}\`.`);
});
