import type { ReactNode } from 'react';
import type { CampaignView, Client, LeadCount, User } from '../../../../domain/directory.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { CLIENTS_PATH, campaignListPath, campaignPath, clientAccountsPath, clientPath } from '../../addresses/directory-paths.ts';
import { namedSecretsOfClient } from '../../addresses/named-secret-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { MendableFailures } from '../../routes/mendable-failures.ts';
import type { ClientAccountsView } from '../../views/client-accounts-view.ts';
import { FormSummary, TextField } from '../elements/fields.tsx';
import { Details, Foreign, Moment } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { Pager } from '../elements/pager.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
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
  const title = `${words.client} ${client.name}`;
  return (
    <Layout frame={frame} section="directory" title={refused === undefined ? title : `${words.error}: ${title}`}>
      <p className="back">
        <a href={CLIENTS_PATH}>← {words.clients}</a> <BackToEvent event={event} />
      </p>
      <Notice frame={frame} notices={words.notices} />
      <div className="heading">
        <h1>
          <Foreign text={client.name} />
        </h1>
      </div>
      {mayChange(frame) ? <RunFailuresAgain frame={frame} action={`${clientPath(client.id)}/repetir`} failures={failures} /> : null}
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
        {mayChange(frame) ? <Rename {...props} /> : null}
      </div>
      {mayChange(frame) ? <Remove {...props} /> : null}
    </Layout>
  );
}

function Campaigns({ client, campaigns }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  const next = campaigns.nextCursor;
  return (
    <section aria-labelledby="campaigns">
      <h2 id="campaigns">{words.campaigns}</h2>
      {campaigns.items.length === 0 ? (
        <p className="quiet">{words.noCampaignsHere}</p>
      ) : (
        <table className="list campaigns">
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.id}</th>
              <th scope="col">{words.user}</th>
            </tr>
          </thead>
          <tbody>
            {campaigns.items.map((campaign) => (
              <tr key={campaign.id}>
                <td data-label={words.name}>
                  <a href={campaignPath(campaign.id)}>
                    <Foreign text={campaign.name} />
                  </a>
                </td>
                <td data-label={words.id} className="identity">
                  <Foreign text={campaign.id} />
                </td>
                <td data-label={words.user} className={campaign.userEmail === null ? 'nothing' : 'whole'}>
                  {campaign.userEmail === null ? words.none : <Foreign text={campaign.userEmail} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager byName first={null} next={next === null ? null : campaignListPath({ cliente: client.id }, next)} />
    </section>
  );
}

function Accounts({ frame, client, accounts, now }: ClientPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  return (
    <section className="stack" aria-labelledby="accounts">
      <h2 id="accounts">{words.accounts}</h2>
      <AccountsOfClient clientId={client.id} view={accounts} now={now} />
      <ConsentRuleText consent={accounts.consent} />
      <p>
        <a href={clientAccountsPath(client.id)}>{mayChange(frame) ? words.manage : words.look}</a>
      </p>
    </section>
  );
}

function Users({ frame, client, users, refused }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  const state = stateOf(refused, 'user');
  const labels = { email: words.email, nome: words.personName };
  return (
    <section className="panel" aria-labelledby="users">
      <h2 id="users">{words.users}</h2>
      <p className="quiet">{users.length === 0 ? words.noUsers : words.usersIntro}</p>
      <FormSummary form="remove-user" state={stateOf(refused, 'remove-user')} labels={{}} advice={words.removeUserAdvice} />
      {users.length === 0 ? null : (
        <ul className="rows">
          {users.map((user) => (
            <li key={user.id}>
              <span>
                <Foreign text={user.email} />
                {user.name === null ? null : (
                  <span className="quiet">
                    {' '}
                    <Foreign text={user.name} />
                  </span>
                )}
              </span>
              <ChangeForm frame={frame} action={`${clientPath(client.id)}/usuarios/remover`}>
                <input type="hidden" name="usuario" value={user.id} />
                <button type="submit" className="plain" aria-label={words.removeUserNamed(user.email)}>
                  {words.remove}
                </button>
              </ChangeForm>
            </li>
          ))}
        </ul>
      )}
      {mayChange(frame) ? (
        <>
          <FormSummary form="user" state={state} labels={labels} />
          <ChangeForm frame={frame} action={`${clientPath(client.id)}/usuarios`} className="fields">
            <TextField form="user" state={state} name="email" type="email" label={labels.email} required />
            <TextField form="user" state={state} name="nome" label={labels.nome} />
            <div className="buttons">
              <button type="submit" className="secondary">
                {words.addUser}
              </button>
            </div>
          </ChangeForm>
        </>
      ) : null}
    </section>
  );
}

function Rename({ frame, client, refused }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  const state = stateOf(refused, 'rename');
  return (
    <section className="panel" aria-labelledby="rename">
      <h2 id="rename">{words.rename}</h2>
      <FormSummary form="rename" state={state} labels={{ nome: words.name }} />
      <ChangeForm frame={frame} action={clientPath(client.id)} className="stack">
        <TextField form="rename" state={state} name="nome" label={words.name} value={client.name} required />
        <div className="buttons">
          <button type="submit" className="primary">
            {words.save}
          </button>
        </div>
      </ChangeForm>
    </section>
  );
}

function Remove({ frame, client, campaigns, users, leads, refused }: ClientPageProps): ReactNode {
  const words = useMessages().web.directory;
  const isUsed = campaigns.items.length > 0 || users.length > 0 || leads.count > 0;
  return (
    <>
      <FormSummary form="remove" state={stateOf(refused, 'remove')} labels={{}} advice={words.removeClientUsed} />
      <RemoveForm
        frame={frame}
        action={`${clientPath(client.id)}/remover`}
        title={words.removeClient}
        text={words.removeClientText}
        obstacle={isUsed ? words.removeClientUsed : undefined}
      />
    </>
  );
}
