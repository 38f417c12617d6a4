import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { Finding } from '../../../../domain/finding.ts';
import { clientAccountsPath, clientPath } from '../../addresses/directory-paths.ts';
import type { AccountOfClient, ClientAccountsView } from '../../read/platforms.ts';
import type { DeliverySettings } from '../../read/settings.ts';
import type { RefusedForm } from '../../requests/posted-form.ts';
import { consentValues, versionOf } from '../../requests/stale-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { FormSummary } from '../elements/fields.tsx';
import { FindingText } from '../elements/finding-text.tsx';
import { Form } from '../elements/form.tsx';
import { Foreign, formatCount } from '../elements/format.tsx';
import { Menu } from '../elements/menu.tsx';
import { ConfirmStep, mayChange, PostForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages, useWords } from '../language.tsx';
import { AccountsOfClient, ConsentRuleText } from './accounts-of-client.tsx';
import { ConnectAccountForms } from './connect-account-forms.tsx';
import { FormStep, stateOf } from './elements.tsx';

/** The forms of the page by their action. */
export type AccountForm = 'dataset' | 'ads_account' | 'page' | 'disconnect' | 'consent';

export interface ClientAccountsPageProps {
  readonly frame: Frame;
  readonly client: Client;
  readonly view: ClientAccountsView;
  readonly now: number;
  /** The settings whose credentials can access clients' accounts. */
  readonly shared: DeliverySettings['shared'];
  /** `false` if there is no key to seal a credential with. */
  readonly canSeal: boolean;
  readonly settingsConsent: DeliverySettings['consent'];
  /** What the platforms just reported about the accounts. */
  readonly findings: readonly Finding[] | undefined;
  readonly refused: RefusedForm<AccountForm> | undefined;
}

export function ClientAccountsPage(props: ClientAccountsPageProps): ReactNode {
  const { frame, client, view, now, findings, refused } = props;
  const { words } = useWords('clientAccounts');
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
      actions={<PostForm frame={frame} action={`${clientAccountsPath(client.id)}/testar`} label={words.testNow} kind="secondary" />}
    >
      {findings === undefined ? null : <TestResult findings={findings} now={now} />}
      <FormSummary form="disconnect" state={stateOf(refused, 'disconnect')} labels={{}} />
      <AccountsOfClient
        clientId={client.id}
        view={view}
        now={now}
        {...(mayChange(frame)
          ? {
              act: {
                name: words.disconnect,
                look: 'fit',
                isUnnamed: true,
                cell: (account) => <Disconnect {...props} account={account} />,
              },
            }
          : {})}
      />
      <ConnectAccountForms {...props} />
      <Consent {...props} />
    </AdminPage>
  );
}

function Disconnect({ frame, client, view, account }: ClientAccountsPageProps & { readonly account: AccountOfClient }): ReactNode {
  const { words, language } = useWords('clientAccounts');
  const { kind, id, own, instead } = account;
  if (own === undefined) return <span className="quiet">{words.inSettings}</span>;
  const follows = kind === 'page' ? words.pageLeaves : instead === undefined ? words.willWait : words.willGoTo(instead.id);
  const already = kind === 'page' || view.waiting === 0 ? '' : words.waitAlready(formatCount(view.waiting, language), view.waiting);
  return (
    <Menu id={`more-${kind}-${id}`} readOut={words.actionsOf(id)}>
      <ConfirmStep
        frame={frame}
        action={`${clientAccountsPath(client.id)}/desconectar`}
        hidden={{ tipo: kind, conta: id }}
        summary={`${words.disconnect}…`}
        readOut={words.disconnectNamed(id)}
        text={`${follows} ${already}`}
        label={words.disconnect}
      />
    </Menu>
  );
}

const BADGES = { ok: 'badge-alive', note: 'badge-alive', warning: 'badge-adiado', problem: 'badge-erro' } as const;

function TestResult({ findings, now }: { readonly findings: readonly Finding[]; readonly now: number }): ReactNode {
  const { clientAccounts: words, home } = useMessages().web;
  return (
    <section role="status" className="panel stack">
      <h2>{words.result}</h2>
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
    </section>
  );
}

function Consent({ frame, client, view, settingsConsent, refused }: ClientAccountsPageProps): ReactNode {
  const { words, jsonFields, actions } = useWords('clientAccounts');
  const { mode, keys, isOwn } = view.consent;
  const options = (['configuracoes', 'unless_denied', 'required'] as const).map((value) => ({ value, label: words.consentOptions[value] }));
  const hint = words.keysHint(settingsConsent.keys.join(', '));
  return (
    <Section id="consent-rule" title={jsonFields.consentimentos} look="stack">
      <ConsentRuleText consent={view.consent} />
      <FormStep frame={frame} id="change-consent" title={words.changeConsent} isOpen={stateOf(refused, 'consent') !== undefined}>
        <Form
          frame={frame}
          id="consent"
          action={`${clientAccountsPath(client.id)}/consentimento`}
          state={stateOf(refused, 'consent')}
          hidden={versionOf(consentValues(view.consent))}
          look="stack"
          fields={[
            { name: 'modo', label: words.consentMode, options, value: isOwn ? mode : 'configuracoes', required: true },
            { name: 'chaves', label: words.keys, hint, value: isOwn ? keys.join(', ') : '' },
          ]}
          submit={{ label: actions.save }}
        />
      </FormStep>
    </Section>
  );
}
