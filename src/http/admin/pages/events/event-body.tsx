import type { ReactNode } from 'react';
import type { Messages } from '../../../../messages/messages.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { BODY_LAYOUTS, type BodyLayout, type Piece } from '../../read/body/body-part.ts';
import type { BodyComparison, BodyDifference } from '../../read/body/compare-bodies.ts';
import type { BreakPlace, EventView } from '../../read/event-view.ts';
import { useFrame, useWords } from '../context.tsx';
import { Foreign, ForeignCode } from '../elements/format.tsx';
import { BodyPieces } from '../elements/received.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';

/** A part of the body, coloured; with links to the other parts, the other layout and the bytes. */
export function EventBody({ view }: { readonly view: EventView }): ReactNode {
  const { role } = useFrame();
  const { words, fields, number } = useWords('event');
  const { body, revealed, trail } = view;
  return (
    <section aria-labelledby="body">
      <div className="heading">
        <h2 id="body">{fields.body}</h2>
        <Layouts view={view} />
        {role === 'reader' ? null : <Downloads view={view} />}
      </div>
      <p className="quiet">
        {words.bytes(number(body.bytes))} · {revealed ? words.bodyExact : words.bodyMasked}
        {trail.event.batchBody === null ? null : ` ${words.batch}`}
      </p>
      <Problems view={view} />
      {body.part.length === 0 ? null : <ScrolledBody name={words.bodyText} pieces={body.part.pieces} />}
      <Parts view={view} />
    </section>
  );
}

function ScrolledBody({ name, pieces }: { readonly name: string; readonly pieces: readonly Piece[] }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard (WCAG 2.1.1)
    <section className="scroll" aria-label={name} tabIndex={0}>
      <pre className="body">
        <BodyPieces pieces={pieces} />
      </pre>
    </section>
  );
}

function Download({ view: { trail }, of, text }: { view: EventView; of?: 'lote' | 'busca' | 'reenvio'; text: string }): ReactNode {
  const { words } = useWords('record');
  const path = `/admin/webhooks/${trail.event.id}/corpo`;
  return (
    <a href={of === undefined ? path : `${path}?de=${of}`} title={words.revealNote} rel="nofollow">
      {text}
    </a>
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
function Downloads({ view }: { readonly view: EventView }): ReactNode {
  const { trail, revealed } = view;
  const { words, web } = useWords('event');
  const path = `/admin/webhooks/${trail.event.id}/corpo`;
  return (
    <p className="actions">
      {revealed ? (
        <template id="copy-button" data-copied={words.copied} data-failed={words.copyFailed}>
          <button type="button" className="secondary" data-copy={path} title={web.record.revealNote}>
            {words.copy}
          </button>
        </template>
      ) : null}
      <Download view={view} text={words.download} />
      {trail.event.batchBody === null ? null : <Download view={view} of="lote" text={words.downloadBatch} />}
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
  const { words, number } = useWords('event');
  const { from, to, length } = view.body.part;
  if (from === 0 && to === length) return null;
  return (
    <nav className="pages parts" aria-label={words.bodyParts}>
      <span className="quiet">{words.bodyPlace(number(Math.min(from + 1, length)), number(to), number(length))}</span>
      {from === 0 ? null : <a href={lookPath(view, {})}>← {words.bodyFirst}</a>}
      {to === length ? null : <a href={lookPath(view, { from: to })}>{words.bodyNext} →</a>}
    </nav>
  );
}

/** What was fetched from the platform for an event without answers, raw or masked; nothing if nothing was fetched. */
export function EventFetched({ view }: { readonly view: EventView }): ReactNode {
  const { fetched, revealed } = view;
  const { role } = useFrame();
  const { words, number } = useWords('event');
  if (fetched === null) return null;
  const { pieces, to, length } = fetched.part;
  return (
    <section aria-labelledby="fetched">
      <div className="heading">
        <h2 id="fetched">{words.fetched}</h2>
        {role === 'reader' ? null : (
          <p className="actions">
            <Download view={view} of="busca" text={words.download} />
          </p>
        )}
      </div>
      <p className="quiet">
        {words.bytes(number(fetched.bytes))} · {revealed ? words.bodyExact : words.bodyMasked} {words.fetchedNote}
        {to < length ? ` ${words.bodyPlace('1', number(to), number(length))}` : null}
      </p>
      <ScrolledBody name={words.fetched} pieces={pieces} />
    </section>
  );
}

/** The newest resend with different content: the fields that differ, so that an operator sees what the sender meant. */
export function EventConflict({ view }: { readonly view: EventView }): ReactNode {
  const { role } = useFrame();
  const { words, number } = useWords('event');
  const { conflict, trail } = view;
  const { event } = trail;
  if (conflict === null) return null;
  const { comparison } = conflict;
  return (
    <Section id="conflict" title={words.conflict}>
      {event.conflictType === null ? null : <p>{words.conflictType(maskMark(event.eventType), maskMark(event.conflictType))}</p>}
      {typeof comparison === 'string' ? <p className="quiet">{words.notCompared[comparison]}</p> : <Comparison comparison={comparison} />}
      {role === 'reader' ? null : (
        <p>
          <Download view={view} of="reenvio" text={words.downloadResend} />{' '}
          <span className="quiet">{words.bytes(number(conflict.bytes))}</span>
        </p>
      )}
    </Section>
  );
}

function Comparison({ comparison: { differences, more } }: { readonly comparison: BodyComparison }): ReactNode {
  const { words, number } = useWords('event');
  return (
    <>
      <p className="quiet">{words.conflictNote}</p>
      {differences.length === 0 ? null : <Differences differences={differences} />}
      {more === 0 ? null : <p>{words.conflictMore(number(more))}</p>}
    </>
  );
}

function Differences({ differences }: { readonly differences: readonly BodyDifference[] }): ReactNode {
  const { words, fields } = useWords('event');
  return (
    <Table
      caption={words.conflictFields}
      rows={differences.map((difference, index) => ({ ...difference, index }))}
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
