import type { ReactNode } from 'react';
import type { Frame } from '../../entrance/visitor.ts';
import type { EventView } from '../../views/event-view.ts';
import { BodyPieces } from '../elements/body-pieces.tsx';
import { formatCount } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** What was fetched from the platform for an event that only points to it, as it came or masked; nothing where nothing was. */
export function EventFetched({
  frame,
  view: { fetched, revealed, trail },
}: {
  readonly frame: Frame;
  readonly view: EventView;
}): ReactNode {
  const words = useMessages().web.event;
  const { revealNote } = useMessages().web.record;
  const language = useLanguage();
  if (fetched === null) return null;
  const { pieces, to, length } = fetched.part;
  return (
    <section aria-labelledby="fetched">
      <div className="heading">
        <h2 id="fetched">{words.fetched}</h2>
        {frame.role === 'reader' ? null : (
          <p className="actions">
            <a href={`/admin/webhooks/${trail.event.id}/corpo?de=busca`} title={revealNote} rel="nofollow">
              {words.download}
            </a>
          </p>
        )}
      </div>
      <p className="quiet">
        {words.bytes(formatCount(fetched.bytes, language))} · {revealed ? words.bodyExact : words.bodyMasked} {words.fetchedNote}
        {to < length ? ` ${words.bodyPlace('1', formatCount(to, language), formatCount(length, language))}` : null}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard (WCAG 2.1.1) */}
      <section className="scroll" aria-label={words.fetched} tabIndex={0}>
        <pre className="body">
          <BodyPieces pieces={pieces} />
        </pre>
      </section>
    </section>
  );
}
