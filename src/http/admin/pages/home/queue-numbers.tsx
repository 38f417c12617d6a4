import type { ReactNode } from 'react';
import { sumOfRefused } from '../../../../domain/refused-request.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { lastHourOf } from '../../../../presentation/queue-record.ts';
import { queuePath } from '../../addresses/paths.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import type { Health } from '../../read/health.ts';
import { Count, formatCount } from '../elements/format.tsx';
import { Age } from '../elements/moment.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** The figures of the queue, and what arrived in the last day. */
export function QueueNumbers({ health: { snapshot, history } }: { readonly health: Health }): ReactNode {
  const messages = useMessages();
  const words = messages.web.home;
  const language = useLanguage();
  const { at, queue, sources, refusedLately } = snapshot;
  const { waiting, oldestWaitingMs } = queue;
  const { finished, failed } = lastHourOf(history);
  const total = formatCount(
    sources.reduce((sum, source) => sum + source.received24h, 0),
    language,
  );
  const bySource = sources.map(
    ({ origin, received24h }) => `${labelOf(messages, 'origins', origin)} ${formatCount(received24h, language)}`,
  );
  return (
    <section aria-label={words.numbers}>
      <dl className="queue-numbers">
        <SmallFigure name={messages.labels.jobStates.pendente} path={queuePath()} value={<Count value={waiting} />} />
        <SmallFigure
          name={messages.web.queue.oldest}
          value={oldestWaitingMs === null ? messages.labels.none : <Age since={at - oldestWaitingMs} now={at} />}
        />
        <SmallFigure
          name={words.lastHour}
          path={`${queuePath()}#last-hour`}
          value={<Count value={finished} />}
          more={failed === 0 ? undefined : words.failed({ count: formatCount(failed, language) })}
        />
        <SmallFigure name={words.received} path="/admin/webhooks" value={total} more={bySource.join(' · ')} />
        <SmallFigure name={words.refused} path={REFUSED_PATH} value={<Count value={sumOfRefused(refusedLately)} />} />
      </dl>
    </section>
  );
}

function SmallFigure(props: { name: string; path?: string; value: ReactNode; more?: string | undefined }): ReactNode {
  const { name, path, value, more } = props;
  return (
    <div>
      <dt>{path === undefined ? name : <a href={path}>{name}</a>}</dt>
      <dd>
        {value} {more === undefined ? null : <span className="quiet">{more}</span>}
      </dd>
    </div>
  );
}
