import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { Finding } from '../../../../domain/finding.ts';
import { clientAccountsPath, clientPath } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { DeliverySettings } from '../../delivery-settings.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { AccountOfClient, ClientAccountsView } from '../../views/client-accounts-view.ts';
import { FormSummary } from '../elements/fields.tsx';
import { FindingText } from '../elements/finding-text.tsx';
import { Form } from '../elements/form.tsx';
import { Foreign, formatCount } from '../elements/format.tsx';
import { ConfirmStep, mayChange, PostForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { AccountsOfClient, ConsentRuleText } from './accounts-of-client.tsx';
import { ConnectAccountForms } from './connect-account-forms.tsx';
import { stateOf } from './elements.tsx';

/** The forms of the page by what they do. */
export type AccountForm = 'dataset' | 'ads_account' | 'page' | 'disconnect' | 'consent';

export interface ClientAccountsPageProps {
  readonly frame: Frame;
  readonly client: Client;
  readonly view: ClientAccountsView;
  readonly now: number;
  /** The settings whose credential can open accounts of clients. */
  readonly shared: DeliverySettings['shared'];
  /** False: there is nothing to seal a credential with. */
  readonly canSeal: boolean;
  readonly settingsConsent: DeliverySettings['consent'];
  /** What the platforms said of the accounts a moment ago. */
  readonly findings: readonly Finding[] | undefined;
  readonly refused: { readonly form: AccountForm; readonly state: FormState } | undefined;
}

export function ClientAccountsPage(props: ClientAccountsPageProps): ReactNode {
  const { frame, client, view, now, refused } = props;
  const words = useMessages().web.clientAccounts;
  return (
    <AdminPage
      frame={frame}
      section="directory"
      title={`${words.accounts}: ${client.name}`}
      heading={words.accounts}
      isRefused={refused !== undefined}
      back={{ href: clientPath(client.id), text: <Foreign text={client.name} /> }}
      notices={words.notices}
      intro={words.intro}
    >
      <FormSummary form="disconnect" state={stateOf(refused, 'disconnect')} labels={{}} />
      <AccountsOfClient
        clientId={client.id}
        view={view}
        now={now}
        {...(mayChange(frame) ? { act: { name: words.disconnect, cell: (account) => <Disconnect {...props} account={account} /> } } : {})}
      />
      <Test {...props} />
      <ConnectAccountForms {...props} />
      <Consent {...props} />
    </AdminPage>
  );
}

function Disconnect({ frame, client, view, account }: ClientAccountsPageProps & { readonly account: AccountOfClient }): ReactNode {
  const words = useMessages().web.clientAccounts;
  const language = useLanguage();
  const { kind, id, own, instead } = account;
  if (own === undefined) return <span className="quiet">{words.inSettings}</span>;
  const follows = kind === 'page' ? words.pageLeaves : instead === undefined ? words.willWait : words.willGoTo(instead.id);
  const already = kind === 'page' || view.waiting === 0 ? '' : words.waitAlready(formatCount(view.waiting, language), view.waiting);
  return (
    <ConfirmStep
      frame={frame}
      action={`${clientAccountsPath(client.id)}/desconectar`}
      hidden={{ tipo: kind, conta: id }}
      summary={`${words.disconnect}…`}
      readOut={words.disconnectNamed(id)}
      text={`${follows} ${already}`}
      label={words.disconnect}
      look="cell"
    />
  );
}

function Test({ frame, client, findings, now }: ClientAccountsPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  if (!mayChange(frame)) return null;
  return (
    <Section id="test" title={words.test} look="panel stack">
      <p className="quiet">{words.testText}</p>
      <PostForm frame={frame} action={`${clientAccountsPath(client.id)}/testar`} label={words.testNow} kind="secondary" />
      {findings === undefined ? null : <TestResult findings={findings} now={now} />}
    </Section>
  );
}

const BADGES = { ok: 'badge-alive', note: 'badge-alive', warning: 'badge-adiado', problem: 'badge-erro' } as const;

function TestResult({ findings, now }: { readonly findings: readonly Finding[]; readonly now: number }): ReactNode {
  const { clientAccounts: words, home } = useMessages().web;
  return (
    <div role="status">
      <h3>{words.result}</h3>
      <ul className="plain-list stack">
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)}>
            <span className={`badge ${BADGES[finding.severity]}`}>{home.severity[finding.severity]}</span>
            <div>
              <p>
                <FindingText finding={finding} part="text" now={now} />
              </p>
              <p className="quiet">
                <FindingText finding={finding} part="action" now={now} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Consent({ frame, client, view, settingsConsent, refused }: ClientAccountsPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  const { mode, keys, isOwn } = view.consent;
  const options = (['configuracoes', 'unless_denied', 'required'] as const).map((value) => ({ value, label: words.consentOptions[value] }));
  const hint = words.keysHint(settingsConsent.keys.join(', '));
  return (
    <Section id="consent" title={words.consent} look="panel stack">
      <p className="quiet">{words.consentText}</p>
      <ConsentRuleText consent={view.consent} />
      <Form
        frame={frame}
        id="consent"
        action={`${clientAccountsPath(client.id)}/consentimento`}
        state={stateOf(refused, 'consent')}
        fields={[
          { name: 'modo', label: words.consentMode, options, value: isOwn ? mode : 'configuracoes', required: true },
          { name: 'chaves', label: words.keys, hint, value: isOwn ? keys.join(', ') : '' },
        ]}
        submit={{ label: words.save, kind: 'secondary' }}
      />
    </Section>
  );
}
