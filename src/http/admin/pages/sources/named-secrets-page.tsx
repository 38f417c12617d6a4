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
import { FormSummary, SelectField, TextField } from '../elements/fields.tsx';
import { Foreign, Moment } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
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
    <Layout frame={frame} section="sources" title={refused === undefined ? words.title : `${words.error}: ${words.title}`}>
      <p className="back">
        <a href="/admin/fontes">← {words.sources}</a>
      </p>
      <Notice frame={frame} notices={{ segredo_removido: words.removed }} />
      {added === undefined ? null : <Added added={added} />}
      <div className="heading">
        <h1>{words.title}</h1>
      </div>
      <p className="quiet">{words.intro}</p>
      {client === undefined ? null : (
        <p>
          {words.ofClient}{' '}
          <a href={clientPath(client.id)}>
            <Foreign text={client.name} />
          </a>
          . <a href={NAMED_SECRETS_PATH}>{words.all}</a>
        </p>
      )}
      <FormSummary form="remove" state={refused?.form === 'remove' ? refused.state : undefined} labels={{}} />
      {secrets.length === 0 ? <p className="quiet">{words.empty}</p> : <Secrets {...props} />}
      {mayChange(frame) ? <Add {...props} /> : null}
    </Layout>
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
    <table className="list accounts">
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.source}</th>
          <th scope="col">{words.client}</th>
          <th scope="col">{words.since}</th>
          <th scope="col">{words.lastUsed}</th>
          {mayChange(frame) ? <th scope="col">{words.remove}</th> : null}
        </tr>
      </thead>
      <tbody>
        {secrets.map((secret) => (
          <tr key={secret.name}>
            <td data-label={words.name}>
              <Foreign text={secret.name} />
            </td>
            <td data-label={words.source}>{words.origins[secret.origin]}</td>
            <td data-label={words.client}>
              <ClientOf secret={secret} clients={clients} />
            </td>
            <td data-label={words.since}>
              <Moment at={secret.createdAt} />
            </td>
            <td data-label={words.lastUsed}>
              <Use secret={secret} now={now} />
            </td>
            {mayChange(frame) ? (
              <td data-label={words.remove}>
                <Remove frame={frame} name={secret.name} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ClientOf({ secret: { clientId }, clients }: { readonly secret: UsedNamedSecret; readonly clients: readonly Client[] }): ReactNode {
  const words = useMessages().web.namedSecrets;
  if (clientId === null) return <span className="quiet">{words.everyClient}</span>;
  return (
    <a href={clientPath(clientId)}>
      <Foreign text={clients.find(({ id }) => id === clientId)?.name ?? clientId} />
    </a>
  );
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

/** What it does is read before its button is in reach. */
function Remove({ frame, name }: { readonly frame: Frame; readonly name: string }): ReactNode {
  const words = useMessages().web.namedSecrets;
  return (
    <details>
      <summary aria-label={words.removeNamed(name)}>{words.remove}…</summary>
      <p>{words.removeText}</p>
      <ChangeForm frame={frame} action={`${NAMED_SECRETS_PATH}/remover`}>
        <input type="hidden" name="nome" value={name} />
        <button type="submit" className="danger">
          {words.remove}
        </button>
      </ChangeForm>
    </details>
  );
}

function Add({ frame, clients, client, canAdd, refused }: NamedSecretsPageProps): ReactNode {
  const words = useMessages().web.namedSecrets;
  const state = refused?.form === 'add' ? refused.state : undefined;
  const labels = { nome: words.name, origem: words.source, cliente: words.client, segredo: words.value };
  const origins = NAMED_SECRET_ORIGINS.map((value) => ({ value, label: words.origins[value] }));
  return (
    <section className="panel" aria-labelledby="add">
      <h2 id="add">{words.add}</h2>
      {canAdd ? null : <p className="notice notice-warn">{words.noKey}</p>}
      <FormSummary form="add" state={state} labels={labels} />
      {canAdd ? (
        <ChangeForm frame={frame} action={NAMED_SECRETS_PATH} className="fields">
          <TextField form="add" state={state} name="nome" label={labels.nome} hint={words.nameHint} required />
          <SelectField form="add" state={state} name="origem" label={labels.origem} options={origins} none={words.chooseSource} required />
          <SelectField
            form="add"
            state={state}
            name="cliente"
            label={labels.cliente}
            hint={words.clientHint}
            value={client?.id}
            options={clients.map(({ id, name }) => ({ value: id, label: name }))}
            none={words.everyClient}
          />
          <TextField form="add" state={state} name="segredo" label={labels.segredo} hint={words.valueHint} />
          <div className="buttons">
            <button type="submit" className="secondary">
              {words.addSecret}
            </button>
          </div>
        </ChangeForm>
      ) : null}
    </section>
  );
}
