import type { JsonObject } from '../base/exact-json.ts';
import { say } from '../messages/messages.ts';
import type { JobTarget, WatchSource } from './source.ts';
import { openList, targetRows, type WatchState } from './state.ts';
import type { Look, WatchTexts } from './theme.ts';

interface OfJobs<Verb> {
  readonly verb: Verb;
  readonly targets: readonly JobTarget[];
  /** Counted when the confirmation opens. */
  readonly count: number;
}

/** A change that the operator requested and must confirm. */
export type Change =
  | OfJobs<'retryJobs'>
  | OfJobs<'forget'>
  | { readonly verb: 'retryEvents'; readonly ids: readonly string[] }
  | { readonly verb: 'setPaused'; readonly isPaused: boolean }
  | { readonly verb: 'reveal'; readonly eventId: string };

/** Who makes the change, with which texts, and where a revealed event is shown. */
interface Doing {
  readonly source: WatchSource;
  readonly texts: WatchTexts;
  readonly show: (eventId: string, trail: JsonObject | null) => void;
}

interface ChangeKind<One> {
  readonly key: string;
  readonly hint: (state: WatchState) => keyof WatchTexts['hints'];
  /** The change for what is shown; `undefined` if there is nothing to change. */
  readonly of: (state: WatchState) => One | undefined;
  /** Names the count, or the one item it is about. */
  readonly question: (change: One, state: WatchState, look: Look) => string;
  /** Returns a sentence with the result, if the screen does not show it. */
  readonly carryOut: (change: One, doing: Doing) => Promise<string | undefined>;
}

/** In the order of their hints. */
const KINDS: { readonly [Verb in Change['verb']]: ChangeKind<Extract<Change, { verb: Verb }>> } = {
  retryJobs: ofJobs('retryJobs', 'R', 'retry', (source, target) => source.retryJobs(target)),
  retryEvents: {
    key: 'R',
    hint: () => 'retry',
    of: (state) => {
      const ids = openList(state) === 'events' ? targetRows(state).flatMap(({ eventId }) => eventId ?? []) : [];
      return ids.length > 0 ? { verb: 'retryEvents', ids } : undefined;
    },
    question: ({ ids }, _state, { texts, count }) => {
      const events = texts.events({ count: count(ids.length) });
      return texts.confirm.retryEvents({ events: ids.length === 1 ? `${events} (${ids[0]})` : events });
    },
    carryOut: async ({ ids }, { source, texts }) => {
      const count = await source.retryOrReplayEvents(ids);
      const events = texts.events({ count: String(count) });
      return count === 0 ? say((m) => m.labels.nothingChanged) : texts.done.retryEvents({ events });
    },
  },
  reveal: {
    key: 'V',
    hint: () => 'reveal',
    of: ({ detail }) => (detail === null ? undefined : { verb: 'reveal', eventId: detail.eventId }),
    question: ({ eventId }, _state, { texts }) => texts.confirm.reveal({ event: eventId }),
    carryOut: async ({ eventId }, { source, show }) => {
      show(eventId, await source.eventTrail(eventId, { reveal: true }));
      return undefined;
    },
  },
  forget: ofJobs('forget', 'F', 'forget', (source, target) => source.forgetJobs(target)),
  setPaused: {
    key: 'P',
    hint: ({ figures }) => (isPaused(figures) ? 'resume' : 'pause'),
    of: ({ figures }) => ({ verb: 'setPaused', isPaused: !isPaused(figures) }),
    question: ({ isPaused }, { figures }, { texts, count }) =>
      isPaused ? texts.confirm.pause : texts.confirm.resume({ jobs: texts.jobs({ count: count(figures?.waiting ?? 0) }) }),
    carryOut: async ({ isPaused }, { source, texts }) => {
      await source.setPaused(isPaused);
      return isPaused ? texts.done.pause : texts.done.resume;
    },
  },
};

function ofJobs<Verb extends 'retryJobs' | 'forget'>(
  verb: Verb,
  key: string,
  hint: 'retry' | 'forget',
  change: (source: WatchSource, target: JobTarget) => Promise<number>,
): ChangeKind<OfJobs<Verb>> {
  return {
    key,
    hint: () => hint,
    of: (state) => {
      const targets = targetsOf(state);
      return targets.length > 0 ? { verb, targets, count: 0 } : undefined;
    },
    question: ({ count }, _state, look) => say((m) => m.cli.queue.changes[hint].question(look.texts.jobs({ count: look.count(count) }))),
    carryOut: async ({ targets }, { source, texts }) => {
      const count = await sumOf(targets, (target) => change(source, target));
      return say((m) => m.cli.queue.changes[hint].done(texts.jobs({ count: String(count) })));
    },
  };
}

/** For groups, the jobs of each group; otherwise the jobs themselves. */
function targetsOf(state: WatchState): readonly JobTarget[] {
  const id = openList(state);
  const rows = id === 'groups' || id === 'jobs' ? targetRows(state) : [];
  if (id === 'jobs' && rows.length > 0) return [{ ids: rows.map(({ key }) => key) }];
  return rows.flatMap(({ kind }) => (kind === undefined ? [] : [{ kind }]));
}

function isPaused(figures: WatchState['figures']): boolean {
  return figures !== null && figures.pausedAt !== null;
}

export async function sumOf(targets: readonly JobTarget[], count: (target: JobTarget) => Promise<number>): Promise<number> {
  let total = 0;
  for (const target of targets) total += await count(target);
  return total;
}

/** Each kind gets only changes with its own verb. */
export function kindOf({ verb }: Change): ChangeKind<Change> {
  return KINDS[verb] as unknown as ChangeKind<Change>;
}

/** The keys that change data. */
export const CHANGE_KEYS: readonly string[] = [...new Set(Object.values(KINDS).map(({ key }) => key))];

/** What a key would change; `undefined` if nothing. */
export function changeOf(state: WatchState, key: string): Change | undefined {
  for (const kind of Object.values(KINDS)) {
    const change = kind.key === key ? kind.of(state) : undefined;
    if (change !== undefined) return change;
  }
  return undefined;
}

/** The hints of the keys that would change something now. */
export function changeHints(state: WatchState): readonly (keyof WatchTexts['hints'])[] {
  return Object.values(KINDS).flatMap((kind) => (kind.of(state) === undefined ? [] : [kind.hint(state)]));
}
