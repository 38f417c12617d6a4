import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { Finding } from '../../../../domain/finding.ts';
import { clientAccountsPath, clientPath } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { DeliverySettings } from '../../delivery-settings.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { AccountOfClient, ClientAccountsView } from '../../views/client-accounts-view.ts';
import { FormSummary, SelectField, TextField } from '../elements/fields.tsx';
import { Foreign, formatCount, Sentence } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { ChangeForm, mayChange, PostForm } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
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
  const title = `${words.accounts}: ${client.name}`;
  return (
    <Layout frame={frame} section="directory" title={refused === undefined ? title : `${words.error}: ${title}`}>
      <p className="back">
        <a href={clientPath(client.id)}>
          ← <Foreign text={client.name} />
        </a>
      </p>
      <Notice frame={frame} notices={words.notices} />
      <div className="heading">
        <h1>{words.accounts}</h1>
      </div>
      <p className="quiet">{words.intro}</p>
      <FormSummary form="disconnect" state={stateOf(refused, 'disconnect')} labels={{}} />
      <AccountsOfClient
        clientId={client.id}
        view={view}
        now={now}
        {...(mayChange(frame) ? { act: { name: words.disconnect, cell: (account) => <Disconnect {...props} account={account} /> } } : {})}
      />
      {mayChange(frame) ? <Test {...props} /> : null}
      {mayChange(frame) ? <ConnectAccountForms {...props} /> : null}
      <Consent {...props} />
    </Layout>
  );
}

/** What follows is read before the button is in reach. */
function Disconnect({ frame, client, view, account }: ClientAccountsPageProps & { readonly account: AccountOfClient }): ReactNode {
  const words = useMessages().web.clientAccounts;
  const language = useLanguage();
  const { kind, id, own, instead } = account;
  if (own === undefined) return <span className="quiet">{words.inSettings}</span>;
  const follows = kind === 'page' ? words.pageLeaves : instead === undefined ? words.willWait : words.willGoTo(instead.id);
  const already = kind === 'page' || view.waiting === 0 ? '' : words.waitAlready(formatCount(view.waiting, language), view.waiting);
  return (
    <details>
      <summary aria-label={words.disconnectNamed(id)}>{words.disconnect}…</summary>
      <p>
        {follows} {already}
      </p>
      <ChangeForm frame={frame} action={`${clientAccountsPath(client.id)}/desconectar`}>
        <input type="hidden" name="tipo" value={kind} />
        <input type="hidden" name="conta" value={id} />
        <button type="submit" className="danger">
          {words.disconnect}
        </button>
      </ChangeForm>
    </details>
  );
}

function Test({ frame, client, findings }: ClientAccountsPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  return (
    <section className="panel stack" aria-labelledby="test">
      <h2 id="test">{words.test}</h2>
      <p className="quiet">{words.testText}</p>
      <PostForm frame={frame} action={`${clientAccountsPath(client.id)}/testar`} label={words.testNow} kind="secondary" />
      {findings === undefined ? null : <TestResult findings={findings} />}
    </section>
  );
}

const BADGES = { ok: 'badge-alive', warning: 'badge-adiado', problem: 'badge-erro' } as const;

function TestResult({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const words = useMessages().web.clientAccounts;
  const language = useLanguage();
  return (
    <div role="status">
      <h3>{words.result}</h3>
      <ul className="plain-list stack">
        {findings.map(({ code, level, text, action }) => (
          <li key={`${code} ${text.en}`}>
            <span className={`badge ${BADGES[level]}`}>{words.levels[level]}</span>
            <div>
              <p>
                <Sentence text={text[language]} />
              </p>
              {action === undefined ? null : (
                <p className="quiet">
                  <Sentence text={action[language]} />
                </p>
              )}
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
  const state = stateOf(refused, 'consent');
  const options = (['configuracoes', 'unless_denied', 'required'] as const).map((value) => ({ value, label: words.consentOptions[value] }));
  const labels = { modo: words.consentMode, chaves: words.keys };
  return (
    <section className="panel stack" aria-labelledby="consent">
      <h2 id="consent">{words.consent}</h2>
      <p className="quiet">{words.consentText}</p>
      <ConsentRuleText consent={view.consent} />
      <FormSummary form="consent" state={state} labels={labels} />
      <ChangeForm frame={frame} action={`${clientAccountsPath(client.id)}/consentimento`} className="fields">
        <SelectField
          form="consent"
          state={state}
          name="modo"
          label={labels.modo}
          options={options}
          value={isOwn ? mode : 'configuracoes'}
          required
        />
        <TextField
          form="consent"
          state={state}
          name="chaves"
          label={labels.chaves}
          hint={words.keysHint(settingsConsent.keys.join(', '))}
          value={isOwn ? keys.join(', ') : ''}
        />
        <div className="buttons">
          <button type="submit" className="secondary">
            {words.save}
          </button>
        </div>
      </ChangeForm>
    </section>
  );
}
