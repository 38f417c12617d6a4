import type { ReactNode } from 'react';
import { ConversionState } from '../../../../domain/conversion.ts';
import { liveWorkers, type QueueSnapshot } from '../../../../domain/queue-status.ts';
import { conversionList } from '../../addresses/lists.ts';
import { queuePath } from '../../addresses/paths.ts';
import { CONVERSIONS_ANCHOR } from '../../read/finding-address.ts';
import { Figure } from '../elements/figure.tsx';
import { Count, formatCount, Sentence } from '../elements/format.tsx';
import { Age } from '../elements/moment.tsx';
import { useMessages, useWords } from '../language.tsx';

/** The conversions queue in short, on the page of the events queue. */
export function ConversionQueue({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const { words, labels, language } = useWords('queue');
  const { conversionStates, workerStates } = useMessages().labels;
  const { at, oldestWaitingMs, waiting, delayed, parked, failed, pausedAt, queue } = snapshot;
  const alive = liveWorkers(snapshot).length;
  const shown = (count: number): string => formatCount(count, language);
  const isUnworked = alive === 0 && waiting > 0 && pausedAt === null;
  return (
    <section aria-labelledby={CONVERSIONS_ANCHOR}>
      <h2 id={CONVERSIONS_ANCHOR}>
        <a href={queuePath(queue)}>{words.queues.conversions.title}</a>
      </h2>
      <dl className="figures">
        <Figure
          name={words.oldest}
          value={oldestWaitingMs === null ? labels.none : <Age since={at - oldestWaitingMs} now={at} />}
          meaning={oldestWaitingMs === null ? words.oldestNone : words.oldestMeaning}
        />
        <Figure
          name={conversionStates.pendente}
          path={conversionList.address({ state: ConversionState.pending })}
          value={<Count value={waiting} />}
          meaning={[
            delayed === 0 ? words.conversionsWait : words.conversionsDelayed(shown(waiting - delayed), shown(delayed)),
            ...(parked === 0 ? [] : [words.conversionsParked(shown(parked))]),
          ].join('; ')}
        />
        <Figure
          name={conversionStates.rejeitada}
          path={conversionList.address({ state: ConversionState.rejected })}
          value={<Count value={failed} />}
          meaning={words.queues.conversions.meanings.falhou}
          mood={failed > 0 ? 'warn' : undefined}
        />
        <Figure
          name={words.workers}
          path={`${queuePath(queue)}#workers`}
          value={<Count value={alive} />}
          meaning={pausedAt === null ? alive === 0 ? <Sentence text={words.conversionsUnworked} /> : workerStates.alive : words.pausedTitle}
          mood={isUnworked ? 'bad' : undefined}
        />
      </dl>
    </section>
  );
}
