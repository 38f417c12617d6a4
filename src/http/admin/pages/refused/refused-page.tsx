import type { ReactNode } from 'react';
import type { Fault } from '../../../../domain/fault.ts';
import { isCredentialCode, type KeptRefusedRequest } from '../../../../domain/refused-request.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { REFUSED_PATH, refusedPath } from '../../addresses/refused-paths.ts';
import type { RefusedView } from '../../read/event-view.ts';
import type { FormState } from '../../requests/posted-form.ts';
import { textFor, useLanguage, useWords } from '../context.tsx';
import { ConfirmStep, Menu, PostForm } from '../elements/form.tsx';
import { CodeName, Details, Foreign, ForeignCode, FullMoment, OriginName, Sentence } from '../elements/format.tsx';
import { BodyPieces, HeadersSection } from '../elements/received.tsx';
import { RevealLink, Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

/** The result of the replay that was just tried. */
export type Attempt = (Fault & { readonly kind: 'refused' }) | { readonly kind: 'error'; readonly state: FormState };

interface RefusedPageProps {
  readonly view: RefusedView;
  readonly attempt: Attempt | undefined;
}

export function RefusedPage({ view, attempt }: RefusedPageProps): ReactNode {
  const { words, actions } = useWords('refused');
  const { refused } = view;
  return (
    <AdminPage
      section="refused"
      title={words.one(refused.id)}
      isRefused={attempt !== undefined}
      back={{ href: REFUSED_PATH, text: words.title }}
      notices={words.notices}
      answer={<AttemptNotice attempt={attempt} id={refused.id} />}
      heading={<CodeName code={refused.code} />}
      subtitle={<span className="quiet">{words.one(refused.id)}</span>}
      actions={
        <>
          {isReplayable(refused) ? <PostForm action={`${refusedPath(refused.id)}/repetir`} label={actions.replay} kind="primary" /> : null}
          <RevealLink here={refusedPath(refused.id)} revealed={view.revealed} />
          <Menu id="more">
            <Forget refused={refused} />
          </Menu>
        </>
      }
    >
      <Outcome refused={refused} />
      <div className="record-columns">
        <div>
          <Reason refused={refused} />
        </div>
        <div className="content">
          <Body view={view} />
        </div>
        <div>
          <Request refused={refused} />
          <HeadersSection headers={view.headers} />
        </div>
      </div>
    </AdminPage>
  );
}

function AttemptNotice({ attempt, id }: { readonly attempt: Attempt | undefined; readonly id: string }): ReactNode {
  const { words, language } = useWords('refused');
  if (attempt === undefined) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: what was tried did not work, which comes first; it works without a script
    <div className="notice notice-bad" role="alert" tabIndex={-1} autoFocus>
      {attempt.kind === 'error' ? (
        <Foreign text={attempt.state.message?.[language] ?? ''} />
      ) : (
        <>
          <strong>{words.stillRefused}</strong> <CodeName code={attempt.code} />
          <p>
            <Foreign text={faultText(attempt.params, language)} />
          </p>
          {isCredentialCode(attempt.code) ? (
            <p>
              {words.wrongAtSender} <a href={`${REFUSED_PATH}/repetir?recusa=${id}`}>{words.withoutCredential}</a>
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

function Reason({ refused }: { readonly refused: KeptRefusedRequest }): ReactNode {
  const { words } = useWords('refused');
  return (
    <Section id="why" title={words.why} look="stack">
      <p>
        <Foreign text={faultText(refused.params, useLanguage())} />
      </p>
      <h3>{words.whatToDo}</h3>
      <p>
        <Sentence text={textFor(words.advice, refused.code) ?? words.advice.other} />
      </p>
      {isReplayable(refused) ? <p className="quiet">{words.replayText}</p> : null}
    </Section>
  );
}

/** Whether it can still become an event. */
function isReplayable({ replayedEventId, complete }: KeptRefusedRequest): boolean {
  return replayedEventId === null && complete;
}

function Outcome({ refused }: { readonly refused: KeptRefusedRequest }): ReactNode {
  const { words, web } = useWords('refused');
  if (refused.replayedEventId !== null) {
    return (
      <p className="notice notice-good">
        {words.replayedAs} <a href={`/admin/webhooks/${refused.replayedEventId}`}>{web.event.title(refused.replayedEventId)}</a>.
      </p>
    );
  }
  return refused.complete ? null : <p className="notice notice-warn">{words.onlyBeginning}</p>;
}

function Forget({ refused }: { readonly refused: KeptRefusedRequest }): ReactNode {
  const { words, actions } = useWords('forget');
  return (
    <ConfirmStep
      action={`${refusedPath(refused.id)}/esquecer`}
      summary={actions.delete}
      text={refused.replayedEventId === null ? words.meaning : words.meaningOfReplayed}
      label={words.sure}
    />
  );
}

function Request({ refused }: { readonly refused: KeptRefusedRequest }): ReactNode {
  const { words, fields, jsonFields } = useWords('refused');
  return (
    <Section id="request" title={fields.request} folds>
      <Details
        rows={[
          { name: jsonFields.recebida_em, value: <FullMoment at={refused.receivedAt} /> },
          { name: fields.source, value: <OriginName origin={refused.origin} /> },
          { name: words.method, value: <ForeignCode text={`${refused.method} ${refused.path}`} /> },
          { name: jsonFields.http_status, value: refused.httpStatus },
          { name: words.from, value: <Foreign text={refused.remoteAddress} /> },
          { name: fields.requestId, value: <ForeignCode text={refused.requestId} /> },
          { name: fields.sender, value: refused.isVerified ? words.isVerified : words.notVerified },
        ]}
      />
    </Section>
  );
}

function Body({ view }: { readonly view: RefusedView }): ReactNode {
  const { words, web, fields, number } = useWords('refused');
  const { refused, revealed, body } = view;
  const facts = [
    web.event.bytes(number(refused.body.byteLength)),
    refused.complete ? words.bodyWhole : words.bodyBeginning,
    revealed ? words.bodyExact : words.bodyMasked,
  ];
  return (
    <Section id="body" title={fields.body}>
      {refused.body.byteLength === 0 ? (
        <p className="quiet">{words.bodyEmpty}</p>
      ) : (
        <>
          <p className="quiet">
            {facts.join(' · ')}
            {body.to < body.length ? `. ${words.bodyCut(number(body.to))}` : null}
          </p>
          <pre className="body">
            <BodyPieces pieces={body.pieces} />
          </pre>
        </>
      )}
    </Section>
  );
}
