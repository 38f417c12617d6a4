import type { ReactNode } from 'react';
import type { Messages } from '../../../../messages/messages.ts';
import { BODY_LAYOUTS, type BodyLayout } from '../../read/body/body-part.ts';
import type { BreakPlace, EventView } from '../../read/event-view.ts';
import type { Frame } from '../../requests/visitor.ts';
import { formatCount } from '../elements/format.tsx';
import { BodyPieces } from '../elements/received.tsx';
import { useMessages, useWords } from '../language.tsx';

/** A part of the body, coloured; with links to the other parts, the other layout and the bytes. */
export function EventBody({ frame, view }: { readonly frame: Frame; readonly view: EventView }): ReactNode {
  const { words, fields, language } = useWords('event');
  const { body, revealed, trail } = view;
  return (
    <section aria-labelledby="body">
      <div className="heading">
        <h2 id="body">{fields.body}</h2>
        <Layouts view={view} />
        {frame.role === 'reader' ? null : <Downloads view={view} />}
      </div>
      <p className="quiet">
        {words.bytes(formatCount(body.bytes, language))} · {revealed ? words.bodyExact : words.bodyMasked}
        {trail.event.batchBody === null ? null : ` ${words.batch}`}
      </p>
      <Problems view={view} />
      {body.part.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard (WCAG 2.1.1)
        <section className="scroll" aria-label={words.bodyText} tabIndex={0}>
          <pre className="body">
            <BodyPieces pieces={body.part.pieces} />
          </pre>
        </section>
      )}
      <Parts view={view} />
    </section>
  );
}

/** The URL of the page with another view of the body. Personal data stays revealed or masked as it is. */
function lookPath({ trail, revealed, body }: EventView, look: { readonly layout?: BodyLayout; readonly from?: number }): string {
  const query = new URLSearchParams(revealed ? { mostrar: '1' } : {});
  const layout = look.layout ?? body.layout;
  if (layout !== BODY_LAYOUTS[0]) query.set('corpo', layout);
  if (look.from !== undefined && look.from > 0) query.set('inicio', String(look.from));
  return `/admin/webhooks/${trail.event.id}${query.size === 0 ? '' : `?${query}`}#body`;
}

function Layouts({ view }: { readonly view: EventView }): ReactNode {
  const { words } = useWords('event');
  return (
    <nav className="choices" aria-label={words.layouts}>
      {BODY_LAYOUTS.map((layout) => (
        <a
          key={layout}
          href={lookPath(view, { layout, from: view.body.part.from })}
          aria-current={layout === view.body.layout ? 'true' : undefined}
          rel="nofollow"
        >
          {words[layout]}
        </a>
      ))}
    </nav>
  );
}

/** The script adds the copy button if the browser can copy. */
function Downloads({ view: { trail, revealed } }: { readonly view: EventView }): ReactNode {
  const { words } = useWords('event');
  const { revealNote } = useMessages().web.record;
  const path = `/admin/webhooks/${trail.event.id}/corpo`;
  return (
    <p className="actions">
      {revealed ? (
        <template id="copy-button" data-copied={words.copied} data-failed={words.copyFailed}>
          <button type="button" className="secondary" data-copy={path} title={revealNote}>
            {words.copy}
          </button>
        </template>
      ) : null}
      <a href={path} title={revealNote} rel="nofollow">
        {words.download}
      </a>
      {trail.event.batchBody === null ? null : (
        <a href={`${path}?de=lote`} title={revealNote} rel="nofollow">
          {words.downloadBatch}
        </a>
      )}
    </p>
  );
}

function Problems({ view }: { readonly view: EventView }): ReactNode {
  const { words } = useWords('event');
  const { body } = view;
  if (body.bytes === 0) return <p className="notice notice-warn">{words.bodyEmpty}</p>;
  return (
    <>
      {body.isUtf8 ? null : <p className="notice notice-warn">{words.notUtf8}</p>}
      {body.broken === null ? null : (
        <p className="notice notice-warn">
          {brokenText(words, body.broken)} <PlaceLink view={view} broken={body.broken} />
        </p>
      )}
    </>
  );
}

function brokenText(words: Messages['web']['event'], { line, column, isEnd }: BreakPlace): string {
  return isEnd ? words.brokenEnd(line, column) : words.brokenAt(line, column);
}

/** How much is shown before the place where the text stops being JSON. */
const BEFORE_BREAK = 400;

/** A link to the part with that place, if another part is shown. */
function PlaceLink({ view, broken }: { readonly view: EventView; readonly broken: BreakPlace }): ReactNode {
  const { words } = useWords('event');
  const { from, to } = view.body.part;
  const isShown = broken.at >= from && broken.at <= to;
  if (isShown || !view.revealed) return null;
  return <a href={lookPath(view, { from: Math.max(0, broken.at - BEFORE_BREAK) })}>{words.brokenShow}</a>;
}

/** The position of the part in the body, and the next part. Renders nothing if the part is the whole body. */
function Parts({ view }: { readonly view: EventView }): ReactNode {
  const { words, language } = useWords('event');
  const { from, to, length } = view.body.part;
  if (from === 0 && to === length) return null;
  const count = (value: number): string => formatCount(value, language);
  return (
    <nav className="pages parts" aria-label={words.bodyParts}>
      <span className="quiet">{words.bodyPlace(count(Math.min(from + 1, length)), count(to), count(length))}</span>
      {from === 0 ? null : <a href={lookPath(view, {})}>← {words.bodyFirst}</a>}
      {to === length ? null : <a href={lookPath(view, { from: to })}>{words.bodyNext} →</a>}
    </nav>
  );
}

/** What was fetched from the platform for an event without answers, raw or masked; nothing if nothing was fetched. */
export function EventFetched({
  frame,
  view: { fetched, revealed, trail },
}: {
  readonly frame: Frame;
  readonly view: EventView;
}): ReactNode {
  const { words, language } = useWords('event');
  const { revealNote } = useMessages().web.record;
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
