import type { ReactNode } from 'react';
import type { Change, WatchState } from '../state.ts';
import type { Look } from '../theme.ts';
import { Words } from './words.tsx';

/** A question that is to be answered, with the keys that do where there is room for them. */
export function Confirm({ question, answers }: { readonly question: string; readonly answers: string }): ReactNode {
  return (
    <Words>
      <Words tone="warn" bold inverse>{` ${question} `}</Words>
      <Words bold>{`  ${answers}`}</Words>
    </Words>
  );
}

/** The question names the number, or the one thing it is about. */
export function questionOf(change: Change, { figures }: WatchState, { texts, count }: Look): string {
  switch (change.verb) {
    case 'retryJobs':
    case 'forget':
      return texts.confirm[change.verb]({ jobs: texts.jobs({ count: count(change.count), isOne: change.count === 1 }) });
    case 'retryEvents': {
      const [id] = change.ids;
      const isOne = change.ids.length === 1;
      return texts.confirm.retryEvents({ events: texts.events({ count: count(change.ids.length), isOne }) + (isOne ? ` (${id})` : '') });
    }
    case 'pause':
      return texts.confirm.pause;
    case 'resume':
      return texts.confirm.resume({ jobs: texts.jobs({ count: count(figures?.waiting ?? 0), isOne: figures?.waiting === 1 }) });
    case 'reveal':
      return texts.confirm.reveal({ event: change.eventId });
  }
}
