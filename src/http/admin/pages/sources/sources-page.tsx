import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { Client } from '../../../../domain/directory.ts';
import { Origin } from '../../../../domain/origin.ts';
import { hasMoved, type RotatingSender } from '../../../../domain/secret-rotation.ts';
import type { SourceSilence } from '../../../../domain/source-activity.ts';
import { rotationText, SENDER_WORDS } from '../../../../presentation/rotation-text.ts';
import type { SourceSettings, SourceView } from '../../../../presentation/source-record.ts';
import { refusedList } from '../../addresses/lists.ts';
import { FORMS_PATH, NAMED_SECRETS_PATH } from '../../addresses/paths.ts';
import type { Frame } from '../../requests/visitor.ts';
import { Details, Foreign, formatCount, Sentence } from '../elements/format.tsx';
import { Moment } from '../elements/moment.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useLanguage, useMessages, useWords } from '../language.tsx';
import { PlatformSection } from './platform-section.tsx';

interface SourcesPageProps {
  readonly frame: Frame;
  readonly sources: readonly SourceView[];
  readonly now: number;
  /** `false` if the page was opened through a URL that only this machine can reach. */
  readonly isReachable: boolean;
  /** How often leads are compared with the platform; 0 if never. */
  readonly reconcileHours: number;
  /** For their names. */
  readonly clients: readonly Client[];
}

export function SourcesPage({ frame, sources, now, isReachable, reconcileHours, clients }: SourcesPageProps): ReactNode {
  const { words, web } = useWords('sources');
  const form = sources.find(({ settings }) => settings.origin === Origin.ownForm);
  return (
    <AdminPage
      frame={frame}
      section="sources"
      actions={
        <>
          <a className="button" href={FORMS_PATH}>
            {web.forms.title}
          </a>
          <a className="button" href={NAMED_SECRETS_PATH}>
            {web.namedSecrets.title}
          </a>
        </>
      }
    >
      {isReachable ? null : <p className="notice notice-warn">{words.localAddress}</p>}
      <div className="sources">
        {sources.map((source) => (
          <Source key={source.settings.origin} source={source} now={now} />
        ))}
      </div>
      {sources
        .filter(({ settings }) => settings.origin !== Origin.ownForm)
        .map((source) => (
          <PlatformSection key={source.settings.origin} source={source} now={now} reconcileHours={reconcileHours} clients={clients} />
        ))}
      {form === undefined ? null : <Signing url={form.url} />}
    </AdminPage>
  );
}

function Source({ source, now }: { readonly source: SourceView; readonly now: number }): ReactNode {
  const { words, web } = useWords('sources');
  const { origins } = useMessages().labels;
  const { origin, secret, allowsUnsigned } = source.settings;
  return (
    <section className="source" aria-labelledby={origin}>
      <div className="heading">
        <h2 id={origin} title={origin}>
          {origins[origin]}
        </h2>
        <State source={source} />
      </div>
      {isOpen(source) ? null : (
        <p className="notice notice-warn">
          <Sentence text={words.notConfiguredText(secret.name)} />
        </p>
      )}
      {allowsUnsigned ? (
        <p className="notice notice-warn">
          <Sentence text={words.unsignedText} />
        </p>
      ) : null}
      <Details
        rows={[
          { name: words.lastEvent, value: <LastEvent source={source} /> },
          { name: words.last24h, value: <LastDay source={source} /> },
          { name: web.frame.sections.refused, value: <Refused source={source} /> },
        ]}
      />
      <details className="fold" open={!isOpen(source)}>
        <summary>{words.setUp}</summary>
        <SetUp source={source} now={now} />
      </details>
    </section>
  );
}

/** Its settings here, and what to enter at the sender. */
function SetUp({ source, now }: { readonly source: SourceView; readonly now: number }): ReactNode {
  const { words, web } = useWords('sources');
  const { settings, url } = source;
  const { origin, secret } = settings;
  return (
    <Details
      rows={[
        {
          name: words.address,
          value: (
            <>
              <Address url={url} />
              <p className="quiet">{words.enter[origin]}</p>
            </>
          ),
        },
        { name: words.secret, value: <Sentence text={secret.isSet ? words.secretSet(secret.name) : words.secretMissing(secret.name)} /> },
        { name: web.namedSecrets.title, value: origin === Origin.socialAds ? null : <NamedSecrets source={source} /> },
        { name: words.rotation, value: secret.isSet ? <RotationState source={source} now={now} /> : null },
        { name: words.verifyToken, value: settings.verifyToken === null ? null : <VerifyToken settings={settings} /> },
      ]}
    />
  );
}

/** If it does not fit on one line, it wraps before the path. */
function Address({ url }: { readonly url: string }): ReactNode {
  const pathAt = url.indexOf('/', url.indexOf('//') + 2);
  return (
    <code>
      {url.slice(0, pathAt)}
      <wbr />
      {url.slice(pathAt)}
    </code>
  );
}

/** Whether it accepts events, because it has a secret or needs none. */
function isOpen({ settings: { secret, allowsUnsigned }, namedSecrets }: SourceView): boolean {
  return secret.isSet || allowsUnsigned || namedSecrets > 0;
}

function NamedSecrets({ source: { namedSecrets } }: { readonly source: SourceView }): ReactNode {
  const { words } = useWords('sources');
  return <a href={NAMED_SECRETS_PATH}>{words.namedSecretsCount(namedSecrets)}</a>;
}

function State({ source }: { readonly source: SourceView }): ReactNode {
  const { words } = useWords('sources');
  const { allowsUnsigned } = source.settings;
  if (allowsUnsigned) return <span className="badge badge-conflict">{words.open}</span>;
  return isOpen(source) ? (
    <span className="badge badge-alive">{words.ready}</span>
  ) : (
    <span className="badge badge-erro">{words.notConfigured}</span>
  );
}

function LastEvent({ source: { activity } }: { readonly source: SourceView }): ReactNode {
  const { words, fields } = useWords('sources');
  if (activity.lastReceivedAt === null) return words.never;
  return (
    <>
      <a href={`/admin/webhooks?origem=${activity.origin}`}>
        <Moment at={activity.lastReceivedAt} />
      </a>
      <Unusual silence={activity.silence} />
      {activity.lastVerifiedBy === null ? null : (
        <p className="quiet">
          {fields.verifiedBy}: {words.credentials[activity.lastVerifiedBy]}
        </p>
      )}
    </>
  );
}

function Unusual({ silence }: { readonly silence: SourceSilence }): ReactNode {
  const { words } = useWords('sources');
  return silence.kind === 'unusual' ? (
    <p className="notice notice-warn">{words.unusuallySilent(formatDuration(silence.longestUsualMs))}</p>
  ) : null;
}

function LastDay({ source: { activity } }: { readonly source: SourceView }): ReactNode {
  return useMessages().web.sources.events(formatCount(activity.received24h, useLanguage()), activity);
}

function Refused({ source: { settings, refused, openRefused } }: { readonly source: SourceView }): ReactNode {
  const { words, language } = useWords('sources');
  const { origin: origem } = settings;
  if (refused === 0) return words.refusedNone;
  return (
    <>
      <a href={refusedList.address({ origin: origem, open: true })}>{words.refusedOpen(formatCount(openRefused, language), openRefused)}</a>{' '}
      · <a href={refusedList.address({ origin: origem })}>{words.refusedCount(formatCount(refused, language), refused)}</a>
    </>
  );
}

function RotationState({ source: { settings, rotation }, now }: { readonly source: SourceView; readonly now: number }): ReactNode {
  const language = useLanguage();
  return (
    <>
      <Sentence text={rotationText(rotation, settings.previous.name, now)[language]} />
      {settings.previous.isSet && rotation.senders.length > 0 ? <Senders senders={rotation.senders} /> : null}
    </>
  );
}

/** The JSON and `source list` have more. */
const MOST_SENDERS = 50;

function Senders({ senders }: { readonly senders: readonly RotatingSender[] }): ReactNode {
  const { words, language } = useWords('sources');
  return (
    <>
      <p className="quiet">{words.senders(formatCount(senders.length, language))}</p>
      <ul>
        {senders.slice(0, MOST_SENDERS).map((sender) => (
          <li key={`${sender.kind} ${sender.id}`}>
            {SENDER_WORDS[sender.kind][language]} <Foreign text={sender.id} /> ({words.lastSeen} <Moment at={sender.seenAt} />,{' '}
            <Foreign text={sender.remoteAddress} />
            ): <NewSecretUse sender={sender} />
          </li>
        ))}
      </ul>
    </>
  );
}

function VerifyToken({ settings: { verifyToken } }: { readonly settings: SourceSettings }): ReactNode {
  const { words } = useWords('sources');
  if (verifyToken === null) return null;
  return <Sentence text={verifyToken.isSet ? words.secretSet(verifyToken.name) : words.verifyTokenMissing(verifyToken.name)} />;
}

function Signing({ url }: { readonly url: string }): ReactNode {
  const { words } = useWords('sources');
  return (
    <details className="fold">
      <summary>
        <h2>{words.signing}</h2>
      </summary>
      <div className="stack">
        <p>{words.signingText}</p>
        <pre className="body">{signingExample(url)}</pre>
        <p className="quiet">{words.signingRetry}</p>
      </div>
    </details>
  );
}

function NewSecretUse({ sender }: { readonly sender: RotatingSender }): ReactNode {
  const { words } = useWords('sources');
  const { currentSeenAt } = sender;
  if (currentSeenAt === null) return <strong>{words.notMoved}</strong>;
  const text = (
    <>
      {hasMoved(sender) ? words.moved : words.movedBack} <Moment at={currentSeenAt} />
    </>
  );
  return hasMoved(sender) ? text : <strong>{text}</strong>;
}

/** A shell command that posts a signed lead to the URL. The secret comes from a variable, so that it is not written anywhere. */
function signingExample(url: string): string {
  return [
    "FORMULARIO_SECRET='…'",
    `BODY='{"event_type":"lead","id":"curl-1","timestamp":'$(date +%s)',"campanha_id":"ID","nome":"João da Silva"}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$FORMULARIO_SECRET" -r | cut -d' ' -f1)`,
    `curl -sS '${url}' -H 'Content-Type: application/json' \\`,
    `  -H "X-Formulario-Signature: sha256=$SIGNATURE" --data-binary "$BODY"`,
  ].join('\n');
}
