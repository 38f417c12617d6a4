import type { ReactNode } from 'react';
import type { ClientSummary } from '../../../../domain/directory.ts';
import { CLIENTS_PATH, clientPath } from '../../addresses/directory-paths.ts';
import { useRefused, useWords } from '../context.tsx';
import { DialogButton, FormDialog } from '../elements/form.tsx';
import { Count, ForeignCode, ForeignLink, Moment } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { DirectoryTabs } from './elements.tsx';

interface ClientsPageProps {
  readonly clients: readonly ClientSummary[];
  /** A client id to prefill the form with. */
  readonly wishedId: string | undefined;
  /** The event whose error is being fixed, to return to. */
  readonly event: string | undefined;
}

export function ClientsPage({ clients, wishedId, event }: ClientsPageProps): ReactNode {
  const { words, fields } = useWords('directory');
  const isRefused = useRefused() !== undefined;
  const isOpen = wishedId !== undefined || clients.length === 0;
  return (
    <AdminPage
      section="directory"
      title={isRefused ? words.addClient : words.clients}
      heading={words.clients}
      notices={words.notices}
      subtitle={<DirectoryTabs at="clients" />}
      actions={<DialogButton id="add" label={words.addClient} kind="primary" isOpen={isOpen} />}
      intro={words.clientsIntro}
    >
      <FormDialog
        id="add"
        title={words.addClient}
        isOpen={isOpen}
        action={CLIENTS_PATH}
        hidden={{ evento: event }}
        fields={[
          { name: 'nome', label: fields.name, required: true },
          { name: 'id', label: fields.id, hint: words.clientIdHint, value: wishedId },
        ]}
        submit={{ label: words.add }}
      />
      <Clients clients={clients} />
    </AdminPage>
  );
}

function Clients({ clients }: { readonly clients: readonly ClientSummary[] }): ReactNode {
  const { words, web, fields } = useWords('directory');
  return (
    <Table
      caption={words.clientsTable}
      rows={clients}
      none={<p className="empty">{words.noClients}</p>}
      columns={[
        {
          name: fields.name,
          cell: ({ id, name }) => (
            <>
              <ForeignLink href={clientPath(id)} text={name} look="row-link" /> <ForeignCode text={id} look="quiet" />
            </>
          ),
        },
        { name: web.frame.sections.directory, look: 'number', cell: ({ campaigns }) => <Count value={campaigns} /> },
        { name: words.users, look: 'number', cell: ({ users }) => <Count value={users} /> },
        { name: fields.since, cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}
