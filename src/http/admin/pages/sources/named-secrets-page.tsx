import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import {
  NAMED_SECRET_ORIGINS,
  type NamedSecretOrigin,
  type NamedSecretSender,
  type UsedNamedSecret,
} from '../../../../domain/named-secret.ts';
import { namedRotationText, SENDER_WORDS } from '../../../../presentation/rotation-text.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { NAMED_SECRETS_PATH } from '../../addresses/paths.ts';
import { useFrame, useWords } from '../context.tsx';
import { ClientLink, clientOptions } from '../directory/elements.tsx';
import { FormSummary } from '../elements/fields.tsx';
import { ConfirmStep, DialogButton, FormDialog, Menu } from '../elements/form.tsx';
import { Foreign, ForeignLink, Moment } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

/** The forms of the page. */
export type SecretForm = 'add-secret' | 'remove';

/** A secret that was just added, with its value: only this page shows it. */
export interface AddedSecret {
  readonly name: string;
  readonly origin: NamedSecretOrigin;
  readonly value: string;
}

interface NamedSecretsPageProps {
  readonly secrets: readonly UsedNamedSecret[];
  readonly clients: readonly Client[];
  /** The client whose secrets are shown; otherwise all. */
  readonly client: Client | undefined;
  /** `false` if there is no key to seal a secret with. */
  readonly canAdd: boolean;
  readonly added: AddedSecret | undefined;
}

/** The JSON and `secret list` have more. */
const MOST_SENDERS = 20;

export function NamedSecretsPage(props: NamedSecretsPageProps): ReactNode {
  const { secrets, client, canAdd, added } = props;
  const { words, web, actions } = useWords('namedSecrets');
  const isAddOpen = secrets.length === 0 && added === undefined;
  return (
    <AdminPage
      section="sources"
      title={words.title}
      back={{ href: '/admin/fontes', text: web.frame.sections.sources }}
      notices={{ segredo_removido: words.removed }}
      answer={added === undefined ? null : <Added added={added} />}
      intro={words.intro}
      actions={canAdd ? <DialogButton id="add-secret" label={words.addSecret} kind="primary" isOpen={isAddOpen} /> : null}
    >
      <Add {...props} isOpen={isAddOpen} />
      {client === undefined ? null : (
        <p>
          {words.ofClient} <ForeignLink href={clientPath(client.id)} text={client.name} />.{' '}
          <a href={NAMED_SECRETS_PATH}>{actions.showAll}</a>
        </p>
      )}
      <FormSummary form="remove" />
      <Secrets {...props} />
    </AdminPage>
  );
}

function Added({ added: { name, origin, value } }: { readonly added: AddedSecret }): ReactNode {
  const { words } = useWords('namedSecrets');
  return (
    <section className="notice notice-good" role="status">
      <strong>
        <Foreign text={words.added(name)} />
      </strong>
      <pre className="body">{value}</pre>
      <p>{words.enter[origin]}</p>
    </section>
  );
}

function Secrets({ secrets, clients }: NamedSecretsPageProps): ReactNode {
  const { mayChange } = useFrame();
  const { words, fields, actions, labels } = useWords('namedSecrets');
  return (
    <Table
      look="accounts"
      rows={secrets}
      none={<p className="quiet">{words.empty}</p>}
      columns={[
        { name: fields.name, cell: ({ name }) => <Foreign text={name} /> },
        { name: fields.source, cell: ({ origin }) => words.origins[origin] },
        {
          name: fields.client,
          cell: ({ clientId }) =>
            clientId === null ? <span className="quiet">{labels.everyClient}</span> : <ClientLink id={clientId} clients={clients} />,
        },
        { name: fields.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { name: fields.lastUsed, cell: (secret) => <Use secret={secret} /> },
        mayChange
          ? {
              name: actions.remove,
              look: 'fit',
              isUnnamed: true,
              cell: (secret) => <Remove name={secret.name} index={secrets.indexOf(secret)} />,
            }
          : null,
      ]}
    />
  );
}

function Use({ secret }: { readonly secret: UsedNamedSecret }): ReactNode {
  const { now } = useFrame();
  const { labels, language } = useWords('namedSecrets');
  const verdict = namedRotationText(secret, now);
  return (
    <>
      {secret.usedAt === null ? <span className="quiet">{labels.never}</span> : <Moment at={secret.usedAt} />}
      <Senders senders={secret.senders} />
      {verdict === undefined ? null : <p className="quiet">{verdict[language]}</p>}
    </>
  );
}

function Senders({ senders }: { readonly senders: readonly NamedSecretSender[] }): ReactNode {
  const { words, language } = useWords('namedSecrets');
  if (senders.length === 0) return null;
  return (
    <details>
      <summary>{words.sendersCount(senders.length)}</summary>
      <ul>
        {senders.slice(0, MOST_SENDERS).map((sender) => (
          <li key={`${sender.kind} ${sender.id}`}>
            {SENDER_WORDS[sender.kind][language]} <Foreign text={sender.id} />, {words.lastSeen} <Moment at={sender.seenAt} />
            {sender.movedTo === null ? null : (
              <>
                {', '}
                {words.nowUses} “<Foreign text={sender.movedTo} />”
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Remove({ name, index }: { readonly name: string; readonly index: number }): ReactNode {
  const { words, actions } = useWords('namedSecrets');
  return (
    <Menu id={`more-${index}`} readOut={words.actionsOf(name)}>
      <ConfirmStep
        action={`${NAMED_SECRETS_PATH}/remover`}
        hidden={{ nome: name }}
        summary={`${actions.remove}…`}
        readOut={words.removeNamed(name)}
        text={words.removeText}
        label={actions.remove}
      />
    </Menu>
  );
}

function Add({ clients, client, canAdd, isOpen }: NamedSecretsPageProps & { readonly isOpen: boolean }): ReactNode {
  const { mayChange } = useFrame();
  const { words, fields, actions, labels } = useWords('namedSecrets');
  const origins = NAMED_SECRET_ORIGINS.map((value) => ({ value, label: words.origins[value] }));
  if (!mayChange) return null;
  if (!canAdd) {
    return (
      <>
        <p className="notice notice-warn">{words.noKey}</p>
        <FormSummary form="add-secret" />
      </>
    );
  }
  return (
    <FormDialog
      id="add-secret"
      title={words.addSecret}
      isOpen={isOpen}
      action={NAMED_SECRETS_PATH}
      fields={[
        { name: 'nome', label: fields.name, hint: words.nameHint, required: true },
        { name: 'origem', label: fields.source, options: origins, none: actions.choose, required: true },
        {
          name: 'cliente',
          label: fields.client,
          hint: words.clientHint,
          value: client?.id,
          options: clientOptions(clients),
          none: labels.everyClient,
        },
        { name: 'segredo', label: fields.secret, hint: words.valueHint },
      ]}
      look="stack"
      submit={{ label: words.addSecret }}
    />
  );
}
