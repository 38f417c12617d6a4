import type { ReactNode } from 'react';
import type { ClientSummary } from '../../../../domain/directory.ts';
import { CLIENTS_PATH, clientPath } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../requests/posted-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { Form } from '../elements/form.tsx';
import { Count, ForeignCode, ForeignLink } from '../elements/format.tsx';
import { Moment } from '../elements/moment.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useWords } from '../language.tsx';
import { DirectoryTabs, FormButton, FormPart } from './elements.tsx';

interface ClientsPageProps {
  readonly frame: Frame;
  readonly clients: readonly ClientSummary[];
  /** A client id to prefill the form with. */
  readonly wishedId: string | undefined;
  /** The event whose error is being fixed, to return to. */
  readonly event: string | undefined;
  readonly refused: FormState | undefined;
}

export function ClientsPage(props: ClientsPageProps): ReactNode {
  const { frame, clients, wishedId, refused } = props;
  const { words } = useWords('directory');
  const isOpen = refused !== undefined || wishedId !== undefined || clients.length === 0;
  return (
    <AdminPage
      frame={frame}
      section="directory"
      title={refused === undefined ? words.clients : words.addClient}
      heading={words.clients}
      isRefused={refused !== undefined}
      notices={words.notices}
      subtitle={<DirectoryTabs at="clients" />}
      actions={mayChange(frame) && !isOpen ? <FormButton id="add" label={words.addClient} kind="primary" /> : null}
      intro={words.clientsIntro}
    >
      <AddClient {...props} isOpen={isOpen} />
      {clients.length === 0 ? <p className="empty">{words.noClients}</p> : <Clients clients={clients} />}
    </AdminPage>
  );
}

function Clients({ clients }: { readonly clients: readonly ClientSummary[] }): ReactNode {
  const { words, web, fields } = useWords('directory');
  return (
    <Table
      caption={words.clientsTable}
      rows={clients}
      keyOf={({ id }) => id}
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

function AddClient({ frame, wishedId, event, refused, isOpen }: ClientsPageProps & { readonly isOpen: boolean }): ReactNode {
  const { words, fields } = useWords('directory');
  return (
    <FormPart frame={frame} id="add" title={words.addClient} isOpen={isOpen}>
      <Form
        frame={frame}
        id="add"
        action={CLIENTS_PATH}
        state={refused}
        hidden={{ evento: event }}
        fields={[
          { name: 'nome', label: fields.name, required: true },
          { name: 'id', label: fields.id, hint: words.clientIdHint, value: wishedId },
        ]}
        submit={{ label: words.add }}
      />
    </FormPart>
  );
}
