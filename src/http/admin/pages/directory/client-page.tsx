import type { ReactNode } from 'react';
import type { CampaignView, Client, LeadCount, User } from '../../../../domain/directory.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { type ClientRetention, MOST_DAYS, type RetentionDays, retentionOf } from '../../../../domain/retention.ts';
import { CLIENTS_PATH, campaignList, clientAccountsPath, clientPath } from '../../addresses/directory-paths.ts';
import { namedSecretsOfClient } from '../../addresses/paths.ts';
import type { ClientAccountsView } from '../../read/platforms.ts';
import type { RetryableFailures } from '../../read/retryable-failures.ts';
import { retentionValues, versionOf } from '../../requests/stale-form.ts';
import { useFrame, useMessages, useWords } from '../context.tsx';
import { type FieldSpec, FormSummary } from '../elements/fields.tsx';
import { ConfirmStep, DialogButton, FormDialog, FormStep, Menu, PostForm } from '../elements/form.tsx';
import { Details, Foreign, FullMoment } from '../elements/format.tsx';
import { Section } from '../elements/section.tsx';
import { Pager, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { AccountsOfClient, ConsentRuleText } from './accounts-of-client.tsx';
import { BackToEvent, CampaignName, LeadsLink, RetryFailures } from './elements.tsx';

/** The forms of the page. */
export type ClientForm = 'rename' | 'change-retention' | 'add-user' | 'remove-user' | 'remove';

interface ClientPageProps {
  readonly client: Client;
  /** The first of its campaigns. */
  readonly campaigns: Page<CampaignView>;
  readonly users: readonly User[];
  readonly leads: LeadCount;
  readonly failures: readonly RetryableFailures[];
  readonly accounts: ClientAccountsView;
  /** Its own limits; `undefined` if it has none. */
  readonly retention: ClientRetention | undefined;
  /** The limits of the settings. */
  readonly days: RetentionDays;
  /** The event whose error is being fixed, to return to. */
  readonly event: string | undefined;
}

export function ClientPage(props: ClientPageProps): ReactNode {
  const { client, leads, failures, event } = props;
  const { mayChange } = useFrame();
  const { words, web, fields, actions } = useWords('directory');
  return (
    <AdminPage
      section="directory"
      title={`${fields.client} ${client.name}`}
      heading={<Foreign text={client.name} />}
      back={{ href: CLIENTS_PATH, text: words.clients, more: <BackToEvent event={event} /> }}
      notices={words.notices}
      subtitle={
        <span className="quiet">
          {fields.id} {client.id}
        </span>
      }
      actions={
        mayChange ? (
          <>
            <DialogButton id="rename" label={words.rename} />
            <Menu id="more">
              <Remove {...props} />
            </Menu>
          </>
        ) : null
      }
    >
      <FormSummary form="remove" advice={words.removeClientUsed} />
      <FormDialog
        id="rename"
        title={words.renameClient}
        action={clientPath(client.id)}
        look="stack"
        fields={[{ name: 'nome', label: fields.name, value: client.name, required: true }]}
        submit={{ label: actions.save }}
      />
      <RetryFailures action={`${clientPath(client.id)}/repetir`} failures={failures} />
      <Details
        rows={[
          {
            name: fields.leads,
            value: <LeadsLink count={leads} href={`/admin/leads?cliente=${client.id}`} label={words.leadsOfCampaign} />,
          },
          { name: fields.since, value: <FullMoment at={client.createdAt} /> },
          { name: words.secrets, value: <a href={namedSecretsOfClient(client.id)}>{web.namedSecrets.title}</a> },
        ]}
      />
      <Campaigns {...props} />
      <Accounts {...props} />
      <Retention {...props} />
      <Users {...props} />
    </AdminPage>
  );
}

function Campaigns({ client, campaigns }: ClientPageProps): ReactNode {
  const { words, web, fields } = useWords('directory');
  return (
    <Section id="campaigns" title={web.frame.sections.directory}>
      <Table
        look="campaigns"
        rows={campaigns.items}
        none={<p className="quiet">{words.noCampaignsHere}</p>}
        columns={[
          { name: fields.name, cell: ({ id, name }) => <CampaignName id={id} name={name} /> },
          { name: fields.user, look: 'whole', cell: ({ userEmail }) => userEmail && <Foreign text={userEmail} /> },
        ]}
      />
      <Pager byName isFirst page={campaigns} path={(before) => campaignList.address({ client: client.id }, before)} />
    </Section>
  );
}

function Accounts({ client, accounts }: ClientPageProps): ReactNode {
  const { mayChange } = useFrame();
  const { words } = useWords('clientAccounts');
  return (
    <Section id="accounts" title={words.accounts} look="stack">
      <AccountsOfClient clientId={client.id} view={accounts} />
      <ConsentRuleText consent={accounts.consent} />
      <p>
        <a className="button" href={clientAccountsPath(client.id)}>
          {mayChange ? words.manage : words.look}
        </a>
      </p>
    </Section>
  );
}

/** How long the data of the client is kept. An empty field: as in the settings; 0: until it is erased. */
function Retention({ client, retention: own, days }: ClientPageProps): ReactNode {
  const { words, actions } = useWords('directory');
  const limits = retentionOf(days, own);
  const field = (name: string, label: string, value: number | null | undefined): FieldSpec => ({
    name,
    label,
    type: 'number',
    value: value?.toString(),
    isAlternative: true,
  });
  return (
    <Section id="retention" title={words.retention} look="narrow stack">
      <Details
        rows={[
          { name: words.retentionBodies, value: <Limit days={limits.bodies} isOwn={own?.bodies != null} /> },
          { name: words.retentionLeads, value: <Limit days={limits.leads} isOwn={own?.leads != null} /> },
        ]}
      />
      <FormStep
        id="change-retention"
        title={words.changeRetention}
        action={`${clientPath(client.id)}/retencao`}
        hidden={versionOf(retentionValues(own))}
        look="stack"
        fields={[
          { ...field('corpos', words.bodiesDays, own?.bodies), hint: words.daysHint(MOST_DAYS) },
          field('leads', words.leadsDays, own?.leads),
        ]}
        submit={{ label: actions.save }}
      />
    </Section>
  );
}

function Limit({ days, isOwn }: { readonly days: number; readonly isOwn: boolean }): ReactNode {
  const { retention } = useMessages().cli;
  const { words } = useWords('directory');
  return (
    <>
      {days === 0 ? retention.kept : retention.days({ days })} <span className="quiet">{isOwn ? words.ownLimit : words.settingsLimit}</span>
    </>
  );
}

function Users({ client, users }: ClientPageProps): ReactNode {
  const { words, fields, actions } = useWords('directory');
  const action = `${clientPath(client.id)}/usuarios`;
  return (
    <Section id="users" title={words.users} look="narrow stack">
      <p className="quiet">{users.length === 0 ? words.noUsers : words.usersIntro}</p>
      <FormSummary form="remove-user" advice={words.removeUserAdvice} />
      {users.length === 0 ? null : (
        <ul className="lines">
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
                action={`${action}/remover`}
                hidden={{ usuario: id }}
                label={actions.remove}
                readOut={words.removeUserNamed(email)}
                kind="plain"
              />
            </li>
          ))}
        </ul>
      )}
      <FormStep
        id="add-user"
        title={words.addUser}
        action={action}
        look="stack"
        fields={[
          { name: 'email', label: fields.email, type: 'email', required: true },
          { name: 'nome', label: fields.name },
        ]}
        submit={{ label: words.add }}
      />
    </Section>
  );
}

function Remove({ client, campaigns, users, leads }: ClientPageProps): ReactNode {
  const { words, actions } = useWords('directory');
  const isUsed = campaigns.items.length > 0 || users.length > 0 || leads.count > 0;
  return (
    <ConfirmStep
      action={`${clientPath(client.id)}/remover`}
      summary={`${words.removeClient}…`}
      text={isUsed ? words.removeClientUsed : words.removeClientText}
      label={isUsed ? undefined : actions.remove}
    />
  );
}
