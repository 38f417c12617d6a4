import type { ReactNode } from 'react';
import type { ClientSummary } from '../../../../domain/directory.ts';
import { CLIENTS_PATH, clientPath } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { Form } from '../elements/form.tsx';
import { Count, ForeignLink, Moment } from '../elements/format.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';
import { DirectoryTabs } from './elements.tsx';

export interface ClientsPageProps {
  readonly frame: Frame;
  readonly clients: readonly ClientSummary[];
  /** A client id to begin the form with. */
  readonly wishedId: string | undefined;
  /** The event whose error is being mended, to go back to. */
  readonly event: string | undefined;
  readonly refused: FormState | undefined;
}

export function ClientsPage(props: ClientsPageProps): ReactNode {
  const { frame, clients, wishedId, refused } = props;
  const words = useMessages().web.directory;
  const form = mayChange(frame) ? <AddClient {...props} /> : null;
  const isWished = refused !== undefined || wishedId !== undefined;
  return (
    <AdminPage
      frame={frame}
      section="directory"
      title={refused === undefined ? words.clients : words.addClient}
      heading={words.clients}
      isRefused={refused !== undefined}
      notices={words.notices}
      beside={<DirectoryTabs at="clients" />}
      intro={words.clientsIntro}
    >
      {isWished ? form : null}
      {clients.length === 0 ? <p className="empty">{words.noClients}</p> : <Clients clients={clients} />}
      {isWished ? null : form}
    </AdminPage>
  );
}

function Clients({ clients }: { readonly clients: readonly ClientSummary[] }): ReactNode {
  const words = useMessages().web.directory;
  return (
    <Table
      caption={words.clientsTable}
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        { name: words.name, cell: ({ id, name }) => <ForeignLink href={clientPath(id)} text={name} /> },
        { name: words.id, cell: ({ id }) => id },
        { name: words.campaignCount, look: 'number', cell: ({ campaigns }) => <Count value={campaigns} /> },
        { name: words.userCount, look: 'number', cell: ({ users }) => <Count value={users} /> },
        { name: words.added, cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

function AddClient({ frame, wishedId, event, refused }: ClientsPageProps): ReactNode {
  const words = useMessages().web.directory;
  return (
    <Section id="add" title={words.addClient} look="panel">
      <Form
        frame={frame}
        id="add"
        action={CLIENTS_PATH}
        state={refused}
        hidden={{ evento: event }}
        fields={[
          { name: 'nome', label: words.name, required: true },
          { name: 'id', label: words.clientId, hint: words.clientIdHint, value: wishedId },
        ]}
        submit={{ label: words.add }}
      />
    </Section>
  );
}
