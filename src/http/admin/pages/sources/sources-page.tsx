import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { ConnectedAccount } from '../../../../domain/connected-account.ts';
import type { FormCheck } from '../../../../domain/delivery-ports.ts';
import type { Client } from '../../../../domain/directory.ts';
import { hasMoved, type RotatingSender, type Rotation } from '../../../../domain/secret-rotation.ts';
import type { SourceActivity } from '../../../../domain/source-activity.ts';
import type { SourceSilence } from '../../../../domain/source-silence.ts';
import { rotationText, SENDER_WORDS } from '../../../../presentation/rotation-text.ts';
import { silenceOf } from '../../../../presentation/source-record.ts';
import { FORMS_PATH } from '../../addresses/form-paths.ts';
import { refusedList } from '../../addresses/lists.ts';
import { NAMED_SECRETS_PATH } from '../../addresses/named-secret-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { SourceSettings } from '../../source-settings.ts';
import { Details, Foreign, formatCount, Moment, Sentence } from '../elements/format.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { PlatformSection } from './platform-section.tsx';
import { signingExample } from './signing-example.ts';

/** A source: what is set for it, what it did, and where its events are posted. */
export interface SourceView {
  readonly settings: SourceSettings;
  /** Valid secrets of single senders, beside those of the settings. */
  readonly namedSecrets: number;
  readonly activity: SourceActivity;
  readonly rotation: Rotation;
  readonly url: string;
  /** Refused requests of it that are kept. */
  readonly refused: number;
  /** Those of them that are open. */
  readonly openRefused: number;
  /** What of its platform is connected, and the last comparison of each form; empty for the own form. */
  readonly accounts: readonly ConnectedAccount[];
  readonly checks: readonly FormCheck[];
}

export interface SourcesPageProps {
  readonly frame: Frame;
  readonly sources: readonly SourceView[];
  readonly now: number;
  /** False: the page was opened by an address that only this machine reaches. */
  readonly isReachable: boolean;
  /** How often leads are compared with the platform; 0: never. */
  readonly reconcileHours: number;
  /** For their names. */
  readonly clients: readonly Client[];
}

export function SourcesPage({ frame, sources, now, isReachable, reconcileHours, clients }: SourcesPageProps): ReactNode {
  const words = useMessages().web.sources;
  const form = sources.find(({ settings }) => settings.origin === 'formulario_proprio');
  return (
    <AdminPage frame={frame} section="sources" title={words.title} intro={words.intro}>
      {isReachable ? null : <p className="notice notice-warn">{words.localAddress}</p>}
      <div className="sources">
        {sources.map((source) => (
          <Source key={source.settings.origin} source={source} now={now} />
        ))}
      </div>
      {sources
        .filter(({ settings }) => settings.origin !== 'formulario_proprio')
        .map((source) => (
          <PlatformSection key={source.settings.origin} source={source} now={now} reconcileHours={reconcileHours} clients={clients} />
        ))}
      {form === undefined ? null : <Signing url={form.url} />}
    </AdminPage>
  );
}

function Source({ source, now }: { readonly source: SourceView; readonly now: number }): ReactNode {
  const words = useMessages().web.sources;
  const { settings, url } = source;
  const { origin, secret, allowsUnsigned } = settings;
  return (
    <section className="source" aria-labelledby={origin}>
      <div className="heading">
        <h2 id={origin}>{origin}</h2>
        <State source={source} />
      </div>
      {isOpen(source) ? null : (
        <p className="notice notice-warn">
          <Sentence text={words.notConfiguredText(secret.name)} />
        </p>
      )}
      {allowsUnsigned ? <p className="notice notice-warn">{words.unsignedText}</p> : null}
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
          { name: words.lastEvent, value: <LastEvent source={source} now={now} /> },
          { name: words.last24h, value: <LastDay source={source} /> },
          { name: words.refused, value: <Refused source={source} /> },
          { name: words.secret, value: <Sentence text={secret.isSet ? words.secretSet(secret.name) : words.secretMissing(secret.name)} /> },
          { name: words.namedSecrets, value: <NamedSecrets source={source} /> },
          { name: words.forms, value: origin === 'formulario_proprio' ? null : <a href={FORMS_PATH}>{words.formsRead}</a> },
          { name: words.rotation, value: secret.isSet ? <RotationState source={source} now={now} /> : null },
          { name: words.verifyToken, value: <VerifyToken settings={settings} /> },
        ]
          .filter(({ name }) => name !== words.verifyToken || settings.verifyToken !== null)
          .filter(({ name }) => name !== words.namedSecrets || origin !== 'social_ads')}
      />
    </section>
  );
}

/** Where it does not fit into one line, it breaks before its path. */
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

/** Whether it takes events, because it has a secret or needs none. */
function isOpen({ settings: { secret, allowsUnsigned }, namedSecrets }: SourceView): boolean {
  return secret.isSet || allowsUnsigned || namedSecrets > 0;
}

function NamedSecrets({ source: { namedSecrets } }: { readonly source: SourceView }): ReactNode {
  const words = useMessages().web.sources;
  return <a href={NAMED_SECRETS_PATH}>{words.namedSecretsCount(namedSecrets)}</a>;
}

function State({ source }: { readonly source: SourceView }): ReactNode {
  const words = useMessages().web.sources;
  const { allowsUnsigned } = source.settings;
  if (allowsUnsigned) return <span className="badge badge-conflict">{words.open}</span>;
  return isOpen(source) ? (
    <span className="badge badge-alive">{words.ready}</span>
  ) : (
    <span className="badge badge-erro">{words.notConfigured}</span>
  );
}

function LastEvent({ source: { activity }, now }: { readonly source: SourceView; readonly now: number }): ReactNode {
  const words = useMessages().web.sources;
  const silence = silenceOf(activity, now);
  if (activity.lastReceivedAt === null || silence === null) return words.never;
  return (
    <>
      <a href={`/admin/webhooks?origem=${activity.origin}`}>
        <Moment at={activity.lastReceivedAt} />
      </a>{' '}
      <span className="quiet">{words.silent(formatDuration(silence))}</span>
      <Unusual silence={activity.silence} />
      {activity.lastProvenBy === null ? null : (
        <p className="quiet">
          {words.provenBy}: {words.credentials[activity.lastProvenBy]}
        </p>
      )}
    </>
  );
}

function Unusual({ silence }: { readonly silence: SourceSilence }): ReactNode {
  const words = useMessages().web.sources;
  return silence.kind === 'unusual' ? (
    <p className="notice notice-warn">{words.unusuallySilent(formatDuration(silence.longestUsualMs))}</p>
  ) : null;
}

function LastDay({ source: { activity } }: { readonly source: SourceView }): ReactNode {
  return useMessages().web.sources.events(formatCount(activity.received24h, useLanguage()), activity);
}

function Refused({ source: { settings, refused, openRefused } }: { readonly source: SourceView }): ReactNode {
  const words = useMessages().web.sources;
  const language = useLanguage();
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

/** More senders are in the JSON and in `source list`. */
const MOST_SENDERS = 50;

function Senders({ senders }: { readonly senders: readonly RotatingSender[] }): ReactNode {
  const words = useMessages().web.sources;
  const language = useLanguage();
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
  const words = useMessages().web.sources;
  if (verifyToken === null) return null;
  return <Sentence text={verifyToken.isSet ? words.secretSet(verifyToken.name) : words.verifyTokenMissing(verifyToken.name)} />;
}

function Signing({ url }: { readonly url: string }): ReactNode {
  const words = useMessages().web.sources;
  return (
    <Section id="signing" title={words.signing} look="stack">
      <p>{words.signingText}</p>
      <pre className="body">{signingExample(url)}</pre>
      <p className="quiet">{words.signingRetry}</p>
    </Section>
  );
}

function NewSecretUse({ sender }: { readonly sender: RotatingSender }): ReactNode {
  const words = useMessages().web.sources;
  const { currentSeenAt } = sender;
  if (currentSeenAt === null) return <strong>{words.notMoved}</strong>;
  const text = (
    <>
      {hasMoved(sender) ? words.moved : words.movedBack} <Moment at={currentSeenAt} />
    </>
  );
  return hasMoved(sender) ? text : <strong>{text}</strong>;
}
