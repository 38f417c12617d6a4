import type { ReactNode } from 'react';
import { isCredentialCode, type KeptRefusedRequest } from '../../../../domain/refused-request.ts';
import { refusalText } from '../../../../presentation/refusal-text.ts';
import { REFUSED_PATH, refusedPath } from '../../addresses/refused-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { RefusedView } from '../../views/refused-view.ts';
import { BodyPieces } from '../elements/body-pieces.tsx';
import { Details, Foreign, formatCount, Moment } from '../elements/format.tsx';
import { HeadersSection } from '../elements/headers-section.tsx';
import { Notice } from '../elements/notice.tsx';
import { ChangeForm, mayChange, PostForm } from '../elements/post-form.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { Layout } from '../frame/layout.tsx';
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
  const title = words.one(refused.id);
  return (
    <Layout frame={frame} section="refused" title={attempt === undefined ? title : `${words.error}: ${title}`}>
      <p className="back">
        <a href={REFUSED_PATH}>← {words.back}</a>
      </p>
      <Notice frame={frame} notices={words.notices} />
      <AttemptNotice attempt={attempt} id={refused.id} />
      <div className="heading">
        <h1>{title}</h1>
        <code className="error-code">
          <Foreign text={refused.code} />
        </code>
        <div className="actions">
          <Forget frame={frame} refused={refused} />
          <RevealLink frame={frame} here={refusedPath(refused.id)} revealed={view.revealed} />
        </div>
      </div>
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
    </Layout>
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
    <section className="panel stack" aria-labelledby="why">
      <h2 id="why">{words.why}</h2>
      <p>{reason.why}</p>
      <p className="quiet">
        {words.told}: <Foreign text={refusalText(refused.detail, useLanguage())} />
      </p>
      <h3>{words.whatToDo}</h3>
      <p>{reason.todo}</p>
    </section>
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
  if (!mayChange(frame)) return null;
  return (
    <details className="pop">
      <summary className="button">{words.forget}</summary>
      <ChangeForm frame={frame} action={`${refusedPath(refused.id)}/esquecer`} className="panel stack">
        <p>{refused.replayedEventId === null ? words.meaning : words.meaningOfReplayed}</p>
        <button type="submit" className="danger">
          {words.sure}
        </button>
      </ChangeForm>
    </details>
  );
}

function Request({ refused }: { readonly refused: KeptRefusedRequest }): ReactNode {
  const words = useMessages().web.refused;
  return (
    <section aria-labelledby="request">
      <h2 id="request">{words.request}</h2>
      <Details
        rows={[
          { name: words.receivedAt, value: <Moment at={refused.receivedAt} /> },
          { name: words.origin, value: refused.origin },
          { name: words.method, value: <code>{<Foreign text={`${refused.method} ${refused.path}`} />}</code> },
          { name: words.status, value: refused.httpStatus },
          { name: words.from, value: <Foreign text={refused.remoteAddress} /> },
          { name: words.requestId, value: <code>{<Foreign text={refused.requestId} />}</code> },
          { name: words.proven, value: refused.isProven ? words.isProven : words.notProven },
        ]}
      />
    </section>
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
    <section aria-labelledby="body">
      <h2 id="body">{words.body}</h2>
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
    </section>
  );
}
