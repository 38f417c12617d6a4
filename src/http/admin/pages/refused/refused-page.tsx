import type { ReactNode } from 'react';
import { isCredentialCode, type KeptRefusedRequest } from '../../../../domain/refused-request.ts';
import { refusalText } from '../../../../presentation/refusal-text.ts';
import { REFUSED_PATH, refusedPath } from '../../addresses/refused-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { RefusedView } from '../../views/refused-view.ts';
import { BodyPieces } from '../elements/body-pieces.tsx';
import { Details, Foreign, ForeignCode, formatCount, Moment } from '../elements/format.tsx';
import { HeadersSection } from '../elements/headers-section.tsx';
import { ConfirmStep, mayChange, PostForm } from '../elements/post-form.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { textFor, useLanguage, useMessages } from '../language.tsx';

/** How putting it through just now ended. */
export type Attempt =
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'error'; readonly state: FormState };

export interface RefusedPageProps {
  readonly frame: Frame;
  readonly view: RefusedView;
  readonly attempt: Attempt | undefined;
}

export function RefusedPage({ frame, view, attempt }: RefusedPageProps): ReactNode {
  const words = useMessages().web.refused;
  const { refused } = view;
  return (
    <AdminPage
      frame={frame}
      section="refused"
      title={words.one(refused.id)}
      isRefused={attempt !== undefined}
      back={{ href: REFUSED_PATH, text: words.back }}
      notices={words.notices}
      answer={<AttemptNotice attempt={attempt} id={refused.id} />}
      beside={
        <>
          <ForeignCode text={refused.code} look="error-code" />
          <div className="actions">
            <Forget frame={frame} refused={refused} />
            <RevealLink frame={frame} here={refusedPath(refused.id)} revealed={view.revealed} />
          </div>
        </>
      }
    >
      <div className="record-columns">
        <div className="happened">
          <Reason refused={refused} />
          <PutThrough frame={frame} refused={refused} />
        </div>
        <div className="content">
          <Body view={view} />
        </div>
        <div className="envelope">
          <Request refused={refused} />
          <HeadersSection headers={view.headers} />
        </div>
      </div>
    </AdminPage>
  );
}

function AttemptNotice({ attempt, id }: { readonly attempt: Attempt | undefined; readonly id: string }): ReactNode {
  const words = useMessages().web.refused;
  const language = useLanguage();
  if (attempt === undefined) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: what was tried did not work, which comes first; it works without a script
    <div className="notice notice-bad" role="alert" tabIndex={-1} autoFocus>
      {attempt.kind === 'error' ? (
        <Foreign text={attempt.state.message?.[language] ?? ''} />
      ) : (
        <>
          <strong>{words.stillRefused}</strong> <code>{attempt.code}</code>
          <p>
            <Foreign text={refusalText(attempt.detail, language)} />
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
  const words = useMessages().web.refused;
  const reason = textFor(words.reasons, refused.code) ?? words.reasons.other;
  return (
    <Section id="why" title={words.why} look="panel stack">
      <p>{reason.why}</p>
      <p className="quiet">
        {words.told}: <Foreign text={refusalText(refused.detail, useLanguage())} />
      </p>
      <h3>{words.whatToDo}</h3>
      <p>{reason.todo}</p>
    </Section>
  );
}

function PutThrough({ frame, refused }: { readonly frame: Frame; readonly refused: KeptRefusedRequest }): ReactNode {
  const words = useMessages().web.refused;
  if (refused.replayedEventId !== null) {
    return (
      <p className="notice notice-good">
        {words.alreadyPut} <a href={`/admin/webhooks/${refused.replayedEventId}`}>{words.event(refused.replayedEventId)}</a>.
      </p>
    );
  }
  if (!refused.complete) return <p className="notice notice-warn">{words.onlyBeginning}</p>;
  if (!mayChange(frame)) return null;
  return (
    <div className="panel stack">
      <p>{words.mayPutText}</p>
      <PostForm frame={frame} action={`${refusedPath(refused.id)}/repetir`} label={words.mayPut} kind="primary" />
    </div>
  );
}

function Forget({ frame, refused }: { readonly frame: Frame; readonly refused: KeptRefusedRequest }): ReactNode {
  const words = useMessages().web.forget;
  return (
    <ConfirmStep
      frame={frame}
      action={`${refusedPath(refused.id)}/esquecer`}
      summary={words.forget}
      text={refused.replayedEventId === null ? words.meaning : words.meaningOfReplayed}
      label={words.sure}
      look="pop"
    />
  );
}

function Request({ refused }: { readonly refused: KeptRefusedRequest }): ReactNode {
  const words = useMessages().web.refused;
  return (
    <Section id="request" title={words.request}>
      <Details
        rows={[
          { name: words.receivedAt, value: <Moment at={refused.receivedAt} /> },
          { name: words.origin, value: refused.origin },
          { name: words.method, value: <ForeignCode text={`${refused.method} ${refused.path}`} /> },
          { name: words.status, value: refused.httpStatus },
          { name: words.from, value: <Foreign text={refused.remoteAddress} /> },
          { name: words.requestId, value: <ForeignCode text={refused.requestId} /> },
          { name: words.proven, value: refused.isProven ? words.isProven : words.notProven },
        ]}
      />
    </Section>
  );
}

function Body({ view }: { readonly view: RefusedView }): ReactNode {
  const words = useMessages().web.refused;
  const language = useLanguage();
  const { refused, revealed, body } = view;
  const facts = [
    words.bodySize(formatCount(refused.body.byteLength, language)),
    refused.complete ? words.bodyWhole : words.bodyBeginning,
    revealed ? words.bodyExact : words.bodyMasked,
  ];
  return (
    <Section id="body" title={words.body}>
      {refused.body.byteLength === 0 ? (
        <p className="quiet">{words.bodyEmpty}</p>
      ) : (
        <>
          <p className="quiet">
            {facts.join(' · ')}
            {body.to < body.length ? `. ${words.bodyCut(formatCount(body.to, language))}` : null}
          </p>
          <pre className="body">
            <BodyPieces pieces={body.pieces} />
          </pre>
        </>
      )}
    </Section>
  );
}
