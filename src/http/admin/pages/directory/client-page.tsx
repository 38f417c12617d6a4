import type { ReactNode } from 'react';
import type { CampaignView, Client, LeadCount, User } from '../../../../domain/directory.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { CLIENTS_PATH, campaignListPath, campaignPath, clientAccountsPath, clientPath } from '../../addresses/directory-paths.ts';
import { namedSecretsOfClient } from '../../addresses/named-secret-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { MendableFailures } from '../../routes/mendable-failures.ts';
import type { ClientAccountsView } from '../../views/client-accounts-view.ts';
import { FormSummary } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { Details, Foreign, ForeignLink, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { mayChange, PostForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';
import { AccountsOfClient, ConsentRuleText } from './accounts-of-client.tsx';
import { BackToEvent, LeadsLink, RemoveForm, RunFailuresAgain, stateOf } from './elements.tsx';

/** The forms of the page by what they do. */
export type ClientForm = 'rename' | 'user' | 'remove-user' | 'remove';

export interface ClientPageProps {
  readonly frame: Frame;
  readonly client: Client;
  /** The first of its campaigns. */
  readonly campaigns: Page<CampaignView>;
  readonly users: readonly User[];
  readonly leads: LeadCount;
  readonly failures: readonly MendableFailures[];
  readonly accounts: ClientAccountsView;
  readonly now: number;
  /** The event whose error is being mended, to go back to. */
  readonly event: string | undefined;
  readonly refused: { readonly form: ClientForm; readonly state: FormState } | undefined;
}

export function ClientPage(props: ClientPageProps): ReactNode {
  const { frame, client, leads, failures, event, refused } = props;
  const words = useMessages().web.directory;
  return (
    <AdminPage
      frame={frame}
      section="directory"
      title={`${words.client} ${client.name}`}
      heading={<Foreign text={client.name} />}
      isRefused={refused !== undefined}
      back={{ href: CLIENTS_PATH, text: words.clients, more: <BackToEvent event={event} /> }}
      notices={words.notices}
    >
      <RunFailuresAgain frame={frame} action={`${clientPath(client.id)}/repetir`} failures={failures} />
      <Details
        rows={[
          { name: words.id, value: client.id },
          { name: words.leads, value: <LeadsLink count={leads} href={`/admin/leads?cliente=${client.id}`} label={words.leadsOfClient} /> },
          { name: words.added, value: <Moment at={client.createdAt} /> },
          { name: words.secrets, value: <a href={namedSecretsOfClient(client.id)}>{words.secretsOfClient}</a> },
        ]}
      />
      <Campaigns {...props} />
      <Accounts {...props} />
      <div className="columns">
        <Users {...props} />
        <Rename {...props} />
      </div>
      <Remove {...props} />
    </AdminPage>
  );
}

function Campaigns({ client, campaigns }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  return (
    <Section id="campaigns" title={words.campaigns}>
      {campaigns.items.length === 0 ? (
        <p className="quiet">{words.noCampaignsHere}</p>
      ) : (
        <Table
          look="campaigns"
          rows={campaigns.items}
          keyOf={({ id }) => id}
          columns={[
            { name: words.name, cell: ({ id, name }) => <ForeignLink href={campaignPath(id)} text={name} /> },
            { name: words.id, look: 'identity', cell: ({ id }) => <Foreign text={id} /> },
            { name: words.user, look: 'whole', cell: ({ userEmail }) => userEmail && <Foreign text={userEmail} /> },
          ]}
        />
      )}
      <Pager byName isFirst page={campaigns} path={(before) => campaignListPath({ cliente: client.id }, before)} />
    </Section>
  );
}

function Accounts({ frame, client, accounts, now }: ClientPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  return (
    <Section id="accounts" title={words.accounts} look="stack">
      <AccountsOfClient clientId={client.id} view={accounts} now={now} />
      <ConsentRuleText consent={accounts.consent} />
      <p>
        <a href={clientAccountsPath(client.id)}>{mayChange(frame) ? words.manage : words.look}</a>
      </p>
    </Section>
  );
}

function Users({ frame, client, users, refused }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  const action = `${clientPath(client.id)}/usuarios`;
  return (
    <Section id="users" title={words.users} look="panel">
      <p className="quiet">{users.length === 0 ? words.noUsers : words.usersIntro}</p>
      <FormSummary form="remove-user" state={stateOf(refused, 'remove-user')} labels={{}} advice={words.removeUserAdvice} />
      {users.length === 0 ? null : (
        <ul className="rows">
          {users.map(({ id, email, name }) => (
            <li key={id}>
              <span>
                <Foreign text={email} />{' '}
                {name === null ? null : (
                  <span className="quiet">
                    <Foreign text={name} />
                  </span>
                )}
              </span>
              <PostForm
                frame={frame}
                action={`${action}/remover`}
                hidden={{ usuario: id }}
                label={words.remove}
                readOut={words.removeUserNamed(email)}
                kind="plain"
              />
            </li>
          ))}
        </ul>
      )}
      <Form
        frame={frame}
        id="user"
        action={action}
        state={stateOf(refused, 'user')}
        fields={[
          { name: 'email', label: words.email, type: 'email', required: true },
          { name: 'nome', label: words.personName },
        ]}
        submit={{ label: words.addUser, kind: 'secondary' }}
      />
    </Section>
  );
}

function Rename({ frame, client, refused }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  if (!mayChange(frame)) return null;
  return (
    <Section id="rename" title={words.rename} look="panel">
      <Form
        frame={frame}
        id="rename"
        action={clientPath(client.id)}
        state={stateOf(refused, 'rename')}
        look="stack"
        fields={[{ name: 'nome', label: words.name, value: client.name, required: true }]}
        submit={{ label: words.save }}
      />
    </Section>
  );
}

function Remove({ frame, client, campaigns, users, leads, refused }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  const isUsed = campaigns.items.length > 0 || users.length > 0 || leads.count > 0;
  return (
    <RemoveForm
      frame={frame}
      action={`${clientPath(client.id)}/remover`}
      state={stateOf(refused, 'remove')}
      title={words.removeClient}
      text={words.removeClientText}
      obstacle={words.removeClientUsed}
      isStopped={isUsed}
    />
  );
}
