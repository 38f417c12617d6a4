import type { ReactNode } from 'react';
import type { EventTrail } from '../../../../domain/ports.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { BODY_CHARACTERS_SHOWN, type EventView, type ShownBody } from '../../routes/event-view.ts';
import { Badge, Foreign, formatCount } from '../elements/format.tsx';
import { PostForm } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useLanguage, useTexts } from '../language.tsx';
import { eventTexts } from './event-texts.ts';
import { EventWay } from './event-way.tsx';
import { ConversionsSection, LeadSection } from './lead-section.tsx';

export type EventNotice = keyof typeof eventTexts.en.notices;

export interface EventPageProps {
  readonly frame: Frame;
  readonly view: EventView;
  readonly notice?: EventNotice;
}

export function EventPage({ frame, view, notice }: EventPageProps): ReactNode {
  const words = useTexts(eventTexts);
  const { event, lead, conversions } = view.trail;
  return (
    <Layout frame={frame} section="events" title={words.title(event.id)}>
      <p>
        <a href="/admin/webhooks">← {words.back}</a>
      </p>
      {notice === undefined ? null : (
        <p className="notice notice-good" role="status">
          {words.notices[notice]}
        </p>
      )}
      <div className="heading">
        <h1>{words.title(event.id)}</h1>
        <Badge word={event.status} />
        <p className="quiet">
          {event.origin} · <Foreign text={event.eventType} /> · <Foreign text={event.identity} />
        </p>
        <Actions frame={frame} view={view} />
      </div>
      {event.errorCode === null ? null : (
        <div className="notice notice-bad">
          <strong>{event.errorCode}</strong> <Foreign text={event.errorMessage ?? ''} />
        </div>
      )}
      <EventWay trail={view.trail} />
      <LeadSection lead={lead} />
      <ConversionsSection conversions={conversions} />
      <Headers headers={view.headers} />
      <Body view={view} />
      <Conflict view={view} />
    </Layout>
  );
}

function Actions({ frame, view }: { readonly frame: Frame; readonly view: EventView }): ReactNode {
  const words = useTexts(eventTexts);
  const here = `/admin/webhooks/${view.trail.event.id}`;
  const retry = retryWord(view.trail);
  return (
    <div className="actions">
      {retry === undefined ? null : <PostForm frame={frame} action={`${here}/repetir`} label={words[retry]} kind="primary" />}
      {view.revealed ? (
        <a className="button" href={here}>
          {words.hide}
        </a>
      ) : (
        <a className="button" href={`${here}?mostrar=1`} title={words.revealNote} rel="nofollow">
          {words.reveal}
        </a>
      )}
    </div>
  );
}

/** What failed can be put through again, what waits can go now; what is being processed or is done is left alone. */
function retryWord({ event, jobs }: EventTrail): 'retry' | 'retryNow' | undefined {
  if (event.status === 'erro') return 'retry';
  return jobs.some((job) => job.state === 'pendente' && job.waitReason !== null) ? 'retryNow' : undefined;
}

function Headers({ headers }: { readonly headers: EventView['headers'] }): ReactNode {
  const words = useTexts(eventTexts);
  return (
    <section aria-labelledby="headers">
      <h2 id="headers">{words.headers}</h2>
      {headers.length === 0 ? (
        <p className="quiet">{words.headersNone}</p>
      ) : (
        <dl className="details code">
          {headers.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice; static markup
            <div key={index}>
              <dt>
                <Foreign text={name} />
              </dt>
              <dd>
                <Foreign text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Body({ view }: { readonly view: EventView }): ReactNode {
  const words = useTexts(eventTexts);
  const { event } = view.trail;
  return (
    <section aria-labelledby="body">
      <h2 id="body">{words.body}</h2>
      <BodyText body={view.body} revealed={view.revealed} remark={event.batchBody === null ? '' : ` ${words.batch}`} />
      <p>
        <a href={`/admin/webhooks/${event.id}/corpo`} title={words.revealNote} rel="nofollow">
          {words.download}
        </a>
      </p>
    </section>
  );
}

/** The newest resend with other content, so that an operator sees what the sender meant. */
function Conflict({ view }: { readonly view: EventView }): ReactNode {
  const words = useTexts(eventTexts);
  if (view.conflict === null) return null;
  return (
    <section aria-labelledby="conflict">
      <h2 id="conflict">{words.conflict}</h2>
      <BodyText body={view.conflict} revealed={view.revealed} remark="" />
    </section>
  );
}

function BodyText({
  body,
  revealed,
  remark,
}: {
  readonly body: ShownBody;
  readonly revealed: boolean;
  readonly remark: string;
}): ReactNode {
  const words = useTexts(eventTexts);
  const language = useLanguage();
  return (
    <>
      <p className="quiet">
        {words.bodySize(formatCount(body.bytes, language))} · {revealed ? words.bodyExact : words.bodyMasked}
        {remark}
        {body.isCut ? ` ${words.bodyCut(formatCount(BODY_CHARACTERS_SHOWN, language))}` : null}
      </p>
      <pre className="body">
        <Foreign text={body.text} longest={BODY_CHARACTERS_SHOWN} />
      </pre>
    </>
  );
}

/** The notice that an address asks for, when it is one of ours. */
export function eventNotice(word: string | null): EventNotice | undefined {
  return word !== null && isEventNotice(word) ? word : undefined;
}

function isEventNotice(word: string): word is EventNotice {
  return Object.hasOwn(eventTexts.en.notices, word);
}
