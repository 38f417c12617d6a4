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
import { NAMED_SECRETS_PATH } from '../../addresses/named-secret-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { clientOptions, stateOf } from '../directory/elements.tsx';
import { FormSummary } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { Foreign, ForeignLink, Moment } from '../elements/format.tsx';
import { ConfirmStep, mayChange } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** The forms of the page by what they do. */
export type SecretForm = 'add' | 'remove';

/** A secret that was just added, with the secret itself: only this page shows it. */
export interface AddedSecret {
  readonly name: string;
  readonly origin: NamedSecretOrigin;
  readonly value: string;
}

export interface NamedSecretsPageProps {
  readonly frame: Frame;
  readonly secrets: readonly UsedNamedSecret[];
  readonly now: number;
  readonly clients: readonly Client[];
  /** The client whose secrets alone are shown. */
  readonly client: Client | undefined;
  /** False: there is nothing to seal a secret with. */
  readonly canAdd: boolean;
  readonly added: AddedSecret | undefined;
  readonly refused: { readonly form: SecretForm; readonly state: FormState } | undefined;
}

/** More senders are in the JSON and in `secret list`. */
const MOST_SENDERS = 20;

export function NamedSecretsPage(props: NamedSecretsPageProps): ReactNode {
  const { frame, secrets, client, added, refused } = props;
  const words = useMessages().web.namedSecrets;
  return (
    <AdminPage
      frame={frame}
      section="sources"
      title={words.title}
      isRefused={refused !== undefined}
      back={{ href: '/admin/fontes', text: words.sources }}
      notices={{ segredo_removido: words.removed }}
      answer={added === undefined ? null : <Added added={added} />}
      intro={words.intro}
    >
      {client === undefined ? null : (
        <p>
          {words.ofClient} <ForeignLink href={clientPath(client.id)} text={client.name} />. <a href={NAMED_SECRETS_PATH}>{words.all}</a>
        </p>
      )}
      <FormSummary form="remove" state={stateOf(refused, 'remove')} labels={{}} />
      {secrets.length === 0 ? <p className="quiet">{words.empty}</p> : <Secrets {...props} />}
      <Add {...props} />
    </AdminPage>
  );
}

function Added({ added: { name, origin, value } }: { readonly added: AddedSecret }): ReactNode {
  const words = useMessages().web.namedSecrets;
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

function Secrets({ frame, secrets, clients, now }: NamedSecretsPageProps): ReactNode {
  const words = useMessages().web.namedSecrets;
  return (
    <Table
      look="accounts"
      rows={secrets}
      keyOf={({ name }) => name}
      columns={[
        { name: words.name, cell: ({ name }) => <Foreign text={name} /> },
        { name: words.source, cell: ({ origin }) => words.origins[origin] },
        { name: words.client, cell: (secret) => <ClientOf secret={secret} clients={clients} /> },
        { name: words.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { name: words.lastUsed, cell: (secret) => <Use secret={secret} now={now} /> },
        mayChange(frame) ? { name: words.remove, cell: ({ name }) => <Remove frame={frame} name={name} /> } : null,
      ]}
    />
  );
}

function ClientOf({ secret: { clientId }, clients }: { readonly secret: UsedNamedSecret; readonly clients: readonly Client[] }): ReactNode {
  const words = useMessages().web.namedSecrets;
  if (clientId === null) return <span className="quiet">{words.everyClient}</span>;
  return <ForeignLink href={clientPath(clientId)} text={clients.find(({ id }) => id === clientId)?.name ?? clientId} />;
}

/** When it was used last, by whom, and whether it can be removed. */
function Use({ secret, now }: { readonly secret: UsedNamedSecret; readonly now: number }): ReactNode {
  const words = useMessages().web.namedSecrets;
  const language = useLanguage();
  const verdict = namedRotationText(secret, now);
  return (
    <>
      {secret.usedAt === null ? <span className="quiet">{words.never}</span> : <Moment at={secret.usedAt} />}
      <Senders senders={secret.senders} />
      {verdict === undefined ? null : <p className="quiet">{verdict[language]}</p>}
    </>
  );
}

function Senders({ senders }: { readonly senders: readonly NamedSecretSender[] }): ReactNode {
  const words = useMessages().web.namedSecrets;
  const language = useLanguage();
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

function Remove({ frame, name }: { readonly frame: Frame; readonly name: string }): ReactNode {
  const words = useMessages().web.namedSecrets;
  return (
    <ConfirmStep
      frame={frame}
      action={`${NAMED_SECRETS_PATH}/remover`}
      hidden={{ nome: name }}
      summary={`${words.remove}…`}
      readOut={words.removeNamed(name)}
      text={words.removeText}
      label={words.remove}
      look="cell"
    />
  );
}

function Add({ frame, clients, client, canAdd, refused }: NamedSecretsPageProps): ReactNode {
  const words = useMessages().web.namedSecrets;
  const origins = NAMED_SECRET_ORIGINS.map((value) => ({ value, label: words.origins[value] }));
  if (!mayChange(frame)) return null;
  if (!canAdd) {
    return (
      <Section id="add" title={words.add} look="panel">
        <p className="notice notice-warn">{words.noKey}</p>
        <FormSummary form="add" state={stateOf(refused, 'add')} labels={{}} />
      </Section>
    );
  }
  return (
    <Section id="add" title={words.add} look="panel">
      <Form
        frame={frame}
        id="add"
        action={NAMED_SECRETS_PATH}
        state={stateOf(refused, 'add')}
        fields={[
          { name: 'nome', label: words.name, hint: words.nameHint, required: true },
          { name: 'origem', label: words.source, options: origins, none: words.chooseSource, required: true },
          {
            name: 'cliente',
            label: words.client,
            hint: words.clientHint,
            value: client?.id,
            options: clientOptions(clients),
            none: words.everyClient,
          },
          { name: 'segredo', label: words.value, hint: words.valueHint },
        ]}
        submit={{ label: words.addSecret, kind: 'secondary' }}
      />
    </Section>
  );
}
