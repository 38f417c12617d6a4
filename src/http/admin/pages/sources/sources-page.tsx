import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { FormCheck } from '../../../../domain/delivery-ports.ts';
import type { Client } from '../../../../domain/directory.ts';
import { Origin } from '../../../../domain/origin.ts';
import { hasMoved, type RotatingSender } from '../../../../domain/secret-rotation.ts';
import { rotationText, SENDER_WORDS } from '../../../../presentation/rotation-text.ts';
import type { SourceView } from '../../../../presentation/source-record.ts';
import { refusedList } from '../../addresses/lists.ts';
import { FORMS_PATH, NAMED_SECRETS_PATH } from '../../addresses/paths.ts';
import { useFrame, useWords } from '../context.tsx';
import { AccountsTable } from '../elements/accounts-table.tsx';
import { BadCount, Count, Details, Foreign, ForeignCode, Moment, PlatformFault, Sentence } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

interface SourcesPageProps {
  readonly sources: readonly SourceView[];
  /** `false` if the page was opened through a URL that only this machine can reach. */
  readonly isReachable: boolean;
  /** How often leads are compared with the platform; 0 if never. */
  readonly reconcileHours: number;
  /** For their names. */
  readonly clients: readonly Client[];
}

export function SourcesPage({ sources, isReachable, reconcileHours, clients }: SourcesPageProps): ReactNode {
  const { words, web } = useWords('sources');
  const form = sources.find(({ settings }) => settings.origin === Origin.ownForm);
  return (
    <AdminPage
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
          <Source key={source.settings.origin} source={source} />
        ))}
      </div>
      {sources
        .filter(({ settings }) => settings.origin !== Origin.ownForm)
        .map((source) => (
          <PlatformSection key={source.settings.origin} source={source} reconcileHours={reconcileHours} clients={clients} />
        ))}
      {form === undefined ? null : <Signing url={form.url} />}
    </AdminPage>
  );
}

function Source({ source }: { readonly source: SourceView }): ReactNode {
  const { words, web, labels, number } = useWords('sources');
  const { settings, activity } = source;
  const { origin, secret, allowsUnsigned } = settings;
  return (
    <section className="source" aria-labelledby={origin}>
      <div className="heading">
        <h2 id={origin} title={origin}>
          {labels.origins[origin]}
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
          { name: labels.fields.lastEvent, value: <LastEvent source={source} /> },
          { name: words.last24h, value: words.events(number(activity.received24h), activity) },
          { name: web.frame.sections.refused, value: <Refused source={source} /> },
        ]}
      />
      <details className="fold" open={!isOpen(source)}>
        <summary>{words.setUp}</summary>
        <SetUp source={source} />
      </details>
    </section>
  );
}

/** Its settings here, and what to enter at the sender. */
function SetUp({ source }: { readonly source: SourceView }): ReactNode {
  const { now } = useFrame();
  const { words, fields, web, language } = useWords('sources');
  const { settings, url, rotation, namedSecrets } = source;
  const { origin, secret, verifyToken, previous } = settings;
  const toVerify = verifyToken?.isSet === true ? words.secretSet : words.verifyTokenMissing;
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
        { name: fields.secret, value: <Sentence text={secret.isSet ? words.secretSet(secret.name) : words.secretMissing(secret.name)} /> },
        {
          name: web.namedSecrets.title,
          value: origin === Origin.socialAds ? null : <a href={NAMED_SECRETS_PATH}>{words.namedSecretsCount(namedSecrets)}</a>,
        },
        {
          name: words.rotation,
          value: secret.isSet ? (
            <>
              <Sentence text={rotationText(rotation, previous.name, now)[language]} />
              {previous.isSet && rotation.senders.length > 0 ? <Senders senders={rotation.senders} /> : null}
            </>
          ) : null,
        },
        { name: words.verifyToken, value: verifyToken && <Sentence text={toVerify(verifyToken.name)} /> },
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

function State({ source }: { readonly source: SourceView }): ReactNode {
  const { words } = useWords('sources');
  if (source.settings.allowsUnsigned) return <span className="badge badge-conflict">{words.open}</span>;
  if (isOpen(source)) return <span className="badge badge-alive">{words.ready}</span>;
  return <span className="badge badge-erro">{words.notConfigured}</span>;
}

function LastEvent({ source: { activity } }: { readonly source: SourceView }): ReactNode {
  const { words, fields, web } = useWords('sources');
  const { origin, lastReceivedAt, lastVerifiedBy, silence } = activity;
  if (lastReceivedAt === null) return words.never;
  return (
    <>
      <a href={`/admin/webhooks?origem=${origin}`}>
        <Moment at={lastReceivedAt} />
      </a>
      {silence.kind === 'unusual' ? (
        <p className="notice notice-warn">{words.unusuallySilent(formatDuration(silence.longestUsualMs))}</p>
      ) : null}
      {lastVerifiedBy === null ? null : (
        <p className="quiet">
          {fields.verifiedBy}: {web.event.credentials[lastVerifiedBy]}
        </p>
      )}
    </>
  );
}

function Refused({ source: { settings, refused, openRefused } }: { readonly source: SourceView }): ReactNode {
  const { words, number } = useWords('sources');
  const { origin } = settings;
  if (refused === 0) return words.refusedNone;
  return (
    <>
      <a href={refusedList.address({ origin, open: true })}>{words.refusedOpen(number(openRefused), openRefused)}</a> ·{' '}
      <a href={refusedList.address({ origin })}>{words.refusedCount(number(refused), refused)}</a>
    </>
  );
}

/** The JSON and `source list` have more. */
const MOST_SENDERS = 50;

function Senders({ senders }: { readonly senders: readonly RotatingSender[] }): ReactNode {
  const { words, language, number } = useWords('sources');
  return (
    <>
      <p className="quiet">{words.senders(number(senders.length))}</p>
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

interface Props {
  readonly source: SourceView;
  readonly reconcileHours: number;
  readonly clients: readonly Client[];
}

/** A platform's connected accounts, their results, and the results of the last comparison. */
function PlatformSection({ source: { settings, accounts, checks }, reconcileHours, clients }: Props): ReactNode {
  const { words } = useWords('platforms');
  const { origin } = settings;
  const hasPages = accounts.some(({ kind }) => kind === 'page');
  if (origin === Origin.ownForm) return null;
  return (
    <section aria-labelledby={`platform-${origin}`} className="stack">
      <h2 id={`platform-${origin}`}>{words.titles[origin]}</h2>
      <AccountsTable
        title={words.titles[origin]}
        accounts={accounts}
        none={
          <p className="quiet">
            <Sentence text={words.connect[origin]} />
          </p>
        }
        clients={clients}
      />
      {hasPages || checks.length > 0 ? <Comparison checks={checks} reconcileHours={reconcileHours} /> : null}
    </section>
  );
}

interface ComparisonProps {
  readonly checks: readonly FormCheck[];
  /** How often; 0 if never. */
  readonly reconcileHours: number;
}

function Comparison({ checks, reconcileHours }: ComparisonProps): ReactNode {
  const { words } = useWords('platforms');
  return (
    <section aria-labelledby="comparison" className="stack">
      <h3 id="comparison">{words.comparison}</h3>
      <p className="quiet">{reconcileHours === 0 ? words.comparedNever : words.comparedEvery(reconcileHours)}</p>
      <Checks checks={checks} />
    </section>
  );
}

function Checks({ checks }: Pick<ComparisonProps, 'checks'>): ReactNode {
  const { words, fields } = useWords('platforms');
  const complete = <span className="badge badge-alive">{words.complete}</span>;
  return (
    <Table
      caption={words.comparison}
      rows={checks}
      none={<p className="empty">{words.notCompared}</p>}
      columns={[
        { name: fields.form, cell: ({ formId }) => <ForeignCode text={formId} /> },
        { name: fields.page, cell: ({ pageId }) => pageId && <ForeignCode text={pageId} /> },
        { name: words.comparedAt, cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
        { name: words.found, look: 'number', cell: ({ found }) => <Count value={found} /> },
        { name: fields.missing, look: 'number', cell: ({ missing }) => <BadCount value={missing} /> },
        { name: fields.recovered, look: 'number', cell: ({ recovered }) => <Count value={recovered} /> },
        { name: words.result, look: 'outcome', cell: ({ fault }) => (fault === null ? complete : <PlatformFault fault={fault} />) },
      ]}
    />
  );
}
