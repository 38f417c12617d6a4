import type { JobTarget, WatchSource } from './source.ts';
import type { Change } from './state.ts';
import type { WatchTexts } from './theme.ts';

/** Does what was confirmed; returns the sentence that tells what it came to. */
export async function carryOut(change: Exclude<Change, { verb: 'reveal' }>, source: WatchSource, texts: WatchTexts): Promise<string> {
  const jobs = (count: number): string => texts.jobs({ count: String(count), isOne: count === 1 });
  switch (change.verb) {
    case 'retryJobs':
      return texts.done.retryJobs({ jobs: jobs(await sumOf(change.targets, (target) => source.retryJobs(target))) });
    case 'forget':
      return texts.done.forget({ jobs: jobs(await sumOf(change.targets, (target) => source.forgetJobs(target))) });
    case 'retryEvents': {
      const count = await source.runEventsAgain(change.ids);
      return count === 0
        ? texts.done.nothing
        : texts.done.retryEvents({ events: texts.events({ count: String(count), isOne: count === 1 }) });
    }
    case 'pause':
      await source.pause();
      return texts.done.pause;
    case 'resume':
      await source.resume();
      return texts.done.resume;
  }
}

export async function sumOf(targets: readonly JobTarget[], count: (target: JobTarget) => Promise<number>): Promise<number> {
  let total = 0;
  for (const target of targets) total += await count(target);
  return total;
}
