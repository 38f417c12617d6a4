import type { ReactNode } from 'react';
import { maskMark } from '../../../../presentation/masking.ts';
import type { BodyComparison, BodyDifference } from '../../body/compare-bodies.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { EventView } from '../../views/event-view.ts';
import { Foreign, formatCount } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** The newest resend with other content: in which fields it differs, so that an operator sees what the sender meant. */
export function EventConflict({ frame, view }: { readonly frame: Frame; readonly view: EventView }): ReactNode {
  const words = useMessages().web.event;
  const { revealNote } = useMessages().web.record;
  const language = useLanguage();
  const { conflict, trail } = view;
  const { event } = trail;
  if (conflict === null) return null;
  const { comparison } = conflict;
  return (
    <section aria-labelledby="conflict">
      <h2 id="conflict">{words.conflict}</h2>
      {event.conflictType === null ? null : <p>{words.conflictType(maskMark(event.eventType), maskMark(event.conflictType))}</p>}
      {typeof comparison === 'string' ? <p className="quiet">{words.notCompared[comparison]}</p> : <Comparison comparison={comparison} />}
      {frame.role === 'reader' ? null : (
        <p>
          <a href={`/admin/webhooks/${event.id}/corpo?de=reenvio`} title={revealNote} rel="nofollow">
            {words.downloadResend}
          </a>{' '}
          <span className="quiet">{words.bytes(formatCount(conflict.bytes, language))}</span>
        </p>
      )}
    </section>
  );
}

function Comparison({ comparison: { differences, more } }: { readonly comparison: BodyComparison }): ReactNode {
  const words = useMessages().web.event;
  const language = useLanguage();
  return (
    <>
      <p className="quiet">{words.conflictNote}</p>
      {differences.length === 0 ? null : <Differences differences={differences} />}
      {more === 0 ? null : <p>{words.conflictMore(formatCount(more, language))}</p>}
    </>
  );
}

function Differences({ differences }: { readonly differences: readonly BodyDifference[] }): ReactNode {
  const words = useMessages().web.event;
  return (
    <table className="list">
      <caption className="visually-hidden">{words.conflictFields}</caption>
      <thead>
        <tr>
          <th scope="col">{words.conflictField}</th>
          <th scope="col">{words.conflictFirst}</th>
          <th scope="col">{words.conflictSecond}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ path, first, second, looksEqual }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: masked paths may be equal; static markup
          <tr key={index}>
            <td data-label={words.conflictField}>
              <code>{path === '' ? words.conflictWhole : <Foreign text={path} />}</code>
            </td>
            <td data-label={words.conflictFirst}>
              <JsonValue text={first} />
            </td>
            <td data-label={words.conflictSecond}>
              <JsonValue text={second} />
              {looksEqual ? <p className="quiet">{words.conflictLooksEqual}</p> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function JsonValue({ text }: { readonly text: string | null }): ReactNode {
  const words = useMessages().web.event;
  if (text === null) return <span className="quiet">{words.conflictMissing}</span>;
  return (
    <code>
      <Foreign text={text} />
    </code>
  );
}
