import type { ReactNode } from 'react';
import { liveWorkers, type QueueSnapshot } from '../../../../domain/queue-status.ts';
import { conversionList } from '../../addresses/lists.ts';
import { queuePath } from '../../addresses/queue-path.ts';
import { CONVERSIONS_ANCHOR } from '../../health/finding-address.ts';
import { Age } from '../elements/age.tsx';
import { Figure } from '../elements/figure.tsx';
import { Count, formatCount } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** The queue that conversions are sent from, in short, on the page of the queue of events. */
export function ConversionQueue({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useMessages().web.queue;
  const language = useLanguage();
  const { at, oldestWaitingMs, waiting, parked, failed, pausedAt, queue } = snapshot;
  const alive = liveWorkers(snapshot).length;
  const isUnworked = alive === 0 && waiting > 0 && pausedAt === null;
  return (
    <section aria-labelledby={CONVERSIONS_ANCHOR}>
      <h2 id={CONVERSIONS_ANCHOR}>
        <a href={queuePath(queue)}>{words.title(queue)}</a>
      </h2>
      <dl className="figures">
        <Figure
          name={words.oldest}
          value={oldestWaitingMs === null ? words.none : <Age since={at - oldestWaitingMs} now={at} />}
          meaning={oldestWaitingMs === null ? words.oldestNone : words.oldestMeaning}
        />
        <Figure
          name="pendente"
          path={conversionList.address({ state: 'pendente' })}
          value={<Count value={waiting} />}
          meaning={parked === 0 ? words.conversionsWait : words.conversionsParked(formatCount(parked, language))}
        />
        <Figure
          name="falhou"
          path={conversionList.address({ state: 'rejeitada' })}
          value={<Count value={failed} />}
          meaning={words.queues.conversions.meanings.falhou}
          mood={failed > 0 ? 'warn' : undefined}
        />
        <Figure
          name={words.workers}
          path={`${queuePath(queue)}#workers`}
          value={<Count value={alive} />}
          meaning={pausedAt === null ? (alive === 0 ? words.conversionsUnworked : words.alive) : words.pausedTitle}
          mood={isUnworked ? 'bad' : undefined}
        />
      </dl>
    </section>
  );
}
