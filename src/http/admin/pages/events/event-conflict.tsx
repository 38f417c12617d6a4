import type { ReactNode } from 'react';
import { maskMark } from '../../../../presentation/masking.ts';
import type { BodyComparison, BodyDifference } from '../../read/body/compare-bodies.ts';
import type { EventView } from '../../read/event-view.ts';
import type { Frame } from '../../requests/visitor.ts';
import { Foreign, ForeignCode, formatCount } from '../elements/format.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { useMessages, useWords } from '../language.tsx';

/** The newest resend with different content: the fields that differ, so that an operator sees what the sender meant. */
export function EventConflict({ frame, view }: { readonly frame: Frame; readonly view: EventView }): ReactNode {
  const { words, language } = useWords('event');
  const { revealNote } = useMessages().web.record;
  const { conflict, trail } = view;
  const { event } = trail;
  if (conflict === null) return null;
  const { comparison } = conflict;
  return (
    <Section id="conflict" title={words.conflict}>
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
    </Section>
  );
}

function Comparison({ comparison: { differences, more } }: { readonly comparison: BodyComparison }): ReactNode {
  const { words, language } = useWords('event');
  return (
    <>
      <p className="quiet">{words.conflictNote}</p>
      {differences.length === 0 ? null : <Differences differences={differences} />}
      {more === 0 ? null : <p>{words.conflictMore(formatCount(more, language))}</p>}
    </>
  );
}

function Differences({ differences }: { readonly differences: readonly BodyDifference[] }): ReactNode {
  const { words, fields } = useWords('event');
  return (
    <Table
      caption={words.conflictFields}
      rows={differences.map((difference, index) => ({ ...difference, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        { name: fields.field, cell: ({ path }) => <code>{path === '' ? words.conflictWhole : <Foreign text={path} />}</code> },
        { name: words.conflictFirst, cell: ({ first }) => <JsonValue text={first} /> },
        {
          name: words.conflictSecond,
          cell: ({ second, looksEqual }) => (
            <>
              <JsonValue text={second} />
              {looksEqual ? <p className="quiet">{words.conflictLooksEqual}</p> : null}
            </>
          ),
        },
      ]}
    />
  );
}

function JsonValue({ text }: { readonly text: string | null }): ReactNode {
  const { words } = useWords('event');
  if (text === null) return <span className="quiet">{words.conflictMissing}</span>;
  return <ForeignCode text={text} />;
}
