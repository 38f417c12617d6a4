import type { ReactNode } from 'react';
import type { ClientSummary } from '../../../../domain/directory.ts';
import { CLIENTS_PATH, clientPath } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FormSummary, TextField } from '../elements/fields.tsx';
import { Count, Foreign, Moment } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useMessages } from '../language.tsx';
import { DirectoryTabs, MendedEvent } from './elements.tsx';

export interface ClientsPageProps {
  readonly frame: Frame;
  readonly clients: readonly ClientSummary[];
  /** A client id to begin the form with. */
  readonly wishedId: string | undefined;
  /** The event whose error is being mended, to go back to. */
  readonly event: string | undefined;
  readonly refused: FormState | undefined;
}

export function ClientsPage({ frame, clients, wishedId, event, refused }: ClientsPageProps): ReactNode {
  const words = useMessages().web.directory;
  const form = mayChange(frame) ? <AddClient frame={frame} wishedId={wishedId} event={event} refused={refused} /> : null;
  const isWished = refused !== undefined || wishedId !== undefined;
  return (
    <Layout frame={frame} section="directory" title={refused === undefined ? words.clients : `${words.error}: ${words.addClient}`}>
      <Notice frame={frame} notices={words.notices} />
      <div className="heading">
        <h1>{words.clients}</h1>
        <DirectoryTabs at="clients" />
      </div>
      <p className="quiet">{words.clientsIntro}</p>
      {isWished ? form : null}
      {clients.length === 0 ? <p className="empty">{words.noClients}</p> : <Clients clients={clients} />}
      {isWished ? null : form}
    </Layout>
  );
}

function Clients({ clients }: { readonly clients: readonly ClientSummary[] }): ReactNode {
  const words = useMessages().web.directory;
  return (
    <table className="list">
      <caption className="visually-hidden">{words.clientsTable}</caption>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.id}</th>
          <th scope="col" className="number">
            {words.campaignCount}
          </th>
          <th scope="col" className="number">
            {words.userCount}
          </th>
          <th scope="col">{words.added}</th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.id}>
            <td data-label={words.name}>
              <a href={clientPath(client.id)}>
                <Foreign text={client.name} />
              </a>
            </td>
            <td data-label={words.id}>{client.id}</td>
            <td data-label={words.campaignCount} className="number">
              <Count value={client.campaigns} />
            </td>
            <td data-label={words.userCount} className="number">
              <Count value={client.users} />
            </td>
            <td data-label={words.added}>
              <Moment at={client.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddClient(props: {
  frame: Frame;
  wishedId: string | undefined;
  event: string | undefined;
  refused: FormState | undefined;
}): ReactNode {
  const { frame, wishedId, event, refused } = props;
  const words = useMessages().web.directory;
  const labels = { nome: words.name, id: words.clientId };
  return (
    <section className="panel" aria-labelledby="add">
      <h2 id="add">{words.addClient}</h2>
      <FormSummary form="add" state={refused} labels={labels} />
      <ChangeForm frame={frame} action={CLIENTS_PATH} className="fields">
        <MendedEvent event={event} />
        <TextField form="add" state={refused} name="nome" label={labels.nome} required />
        <TextField form="add" state={refused} name="id" label={labels.id} hint={words.clientIdHint} value={wishedId} />
        <div className="buttons">
          <button type="submit" className="primary">
            {words.add}
          </button>
        </div>
      </ChangeForm>
    </section>
  );
}
