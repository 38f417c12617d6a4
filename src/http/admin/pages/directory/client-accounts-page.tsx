import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { Finding } from '../../../../domain/finding.ts';
import { clientAccountsPath, clientPath } from '../../addresses/directory-paths.ts';
import type { AccountOfClient, ClientAccountsView } from '../../read/platforms.ts';
import type { DeliverySettings } from '../../read/settings.ts';
import { consentValues, versionOf } from '../../requests/stale-form.ts';
import { useFrame, useMessages, useWords } from '../context.tsx';
import { type FieldSpec, FormSummary } from '../elements/fields.tsx';
import { FindingText } from '../elements/finding-text.tsx';
import { CancelButton, ConfirmStep, Dialog, DialogButton, FormStep, Menu, PostForm } from '../elements/form.tsx';
import { Foreign, Sentence } from '../elements/format.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { AccountsOfClient, ConsentRuleText } from './accounts-of-client.tsx';

/** The forms of the page. */
export type AccountForm = `connect-${AccountOfClient['kind']}` | 'disconnect' | 'change-consent';

interface ClientAccountsPageProps {
  readonly client: Client;
  readonly view: ClientAccountsView;
  /** The settings whose credentials can access clients' accounts. */
  readonly shared: DeliverySettings['shared'];
  /** `false` if there is no key to seal a credential with. */
  readonly canSeal: boolean;
  readonly settingsConsent: DeliverySettings['consent'];
  /** What the platforms just reported about the accounts. */
  readonly findings: readonly Finding[] | undefined;
}

export function ClientAccountsPage(props: ClientAccountsPageProps): ReactNode {
  const { client, view, findings } = props;
  const { mayChange } = useFrame();
  const { words } = useWords('clientAccounts');
  return (
    <AdminPage
      section="directory"
      title={`${words.accounts}: ${client.name}`}
      heading={words.accounts}
      back={{ href: clientPath(client.id), text: <Foreign text={client.name} /> }}
      notices={words.notices}
      intro={words.intro}
      actions={<PostForm action={`${clientAccountsPath(client.id)}/testar`} label={words.testNow} kind="secondary" />}
    >
      {findings === undefined ? null : <TestResult findings={findings} />}
      <FormSummary form="disconnect" />
      <AccountsOfClient
        clientId={client.id}
        view={view}
        act={
          mayChange
            ? { name: words.disconnect, look: 'fit', isUnnamed: true, cell: (account) => <Disconnect {...props} account={account} /> }
            : null
        }
      />
      <ConnectAccountForms {...props} />
      <Consent {...props} />
    </AdminPage>
  );
}

function Disconnect({ client, view, account }: ClientAccountsPageProps & { readonly account: AccountOfClient }): ReactNode {
  const { words, number } = useWords('clientAccounts');
  const { kind, id, own, instead } = account;
  if (own === undefined) return <span className="quiet">{words.inSettings}</span>;
  const follows = kind === 'page' ? words.pageLeaves : instead === undefined ? words.willWait : words.willGoTo(instead.id);
  const already = kind === 'page' || view.waiting === 0 ? '' : words.waitAlready(number(view.waiting), view.waiting);
  return (
    <Menu id={`more-${kind}-${id}`} readOut={words.actionsOf(id)}>
      <ConfirmStep
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

function TestResult({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const { now } = useFrame();
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

function Consent({ client, view, settingsConsent }: ClientAccountsPageProps): ReactNode {
  const { words, jsonFields, actions } = useWords('clientAccounts');
  const { mode, keys, isOwn } = view.consent;
  const options = (['configuracoes', 'unless_denied', 'required'] as const).map((value) => ({ value, label: words.consentOptions[value] }));
  const hint = words.keysHint(settingsConsent.keys.join(', '));
  return (
    <Section id="consent-rule" title={jsonFields.consentimentos} look="stack">
      <ConsentRuleText consent={view.consent} />
      <FormStep
        id="change-consent"
        title={words.changeConsent}
        action={`${clientAccountsPath(client.id)}/consentimento`}
        hidden={versionOf(consentValues(view.consent))}
        look="stack"
        fields={[
          { name: 'modo', label: words.consentMode, options, value: isOwn ? mode : 'configuracoes', required: true },
          { name: 'chaves', label: words.keys, hint, value: isOwn ? keys.join(', ') : '' },
        ]}
        submit={{ label: actions.save }}
      />
    </Section>
  );
}

/** The forms for a client's Meta dataset, Google Ads account and pages. */
function ConnectAccountForms(props: ClientAccountsPageProps): ReactNode {
  const { mayChange } = useFrame();
  const { words, jsonFields } = useWords('clientAccounts');
  if (!mayChange) return null;
  return (
    <div className="buttons">
      <ConnectDataset {...props} />
      <ConnectAdsAccount {...props} />
      <FormStep
        id="connect-page"
        title={words.connectPage}
        intro={
          <p className="quiet">
            <Sentence text={words.pageIntro} />
          </p>
        }
        action={clientAccountsPath(props.client.id)}
        hidden={{ tipo: 'page' }}
        fields={[{ name: 'conta', label: jsonFields.pagina_id, hint: words.pageHint, required: true }]}
        look="stack"
        submit={{ label: words.connect }}
      />
    </div>
  );
}

function ownOf({ view }: ClientAccountsPageProps, wanted: AccountOfClient['kind']): AccountOfClient['own'] {
  return view.accounts.find(({ kind, own }) => kind === wanted && own !== undefined)?.own;
}

function ConnectDataset(props: ClientAccountsPageProps): ReactNode {
  const { words } = useWords('clientAccounts');
  const own = ownOf(props, 'dataset');
  return (
    <ConnectOwn
      {...props}
      kind="dataset"
      own={own}
      setting={props.shared.social_ads}
      title={own === undefined ? words.connectDataset : words.replaceDataset}
      credential={{ name: 'credencial', label: words.token, hint: words.tokenHint, type: 'password', isAlternative: true }}
      fields={[{ name: 'conta', label: words.datasetId, hint: words.datasetHint, value: own?.id, required: true }]}
      last={{
        name: 'etapa_inicial',
        label: words.initialStage,
        hint: words.initialStageHint,
        value: own?.initialStage ?? undefined,
      }}
    />
  );
}

function ConnectAdsAccount(props: ClientAccountsPageProps): ReactNode {
  const { words } = useWords('clientAccounts');
  const own = ownOf(props, 'ads_account');
  const actions = [...(own?.conversionActions ?? [])].map(([name, id]) => `${name}=${id}`).join('\n');
  const withoutClick = [
    { value: '0', label: words.notReported },
    { value: '1', label: words.reportedByContact },
  ];
  return (
    <ConnectOwn
      {...props}
      kind="ads_account"
      own={own}
      setting={props.shared.search_ads}
      title={own === undefined ? words.connectAdsAccount : words.replaceAdsAccount}
      credential={{ name: 'credencial', label: words.key, hint: words.keyHint, rows: 5, isAlternative: true }}
      fields={[
        { name: 'conta', label: words.adsAccountId, hint: words.adsAccountHint, value: own?.id, required: true },
        { name: 'conta_login', label: words.loginAccount, hint: words.loginAccountHint, value: own?.loginAccountId ?? undefined },
        { name: 'acoes', label: words.actions, hint: words.actionsHint, value: actions, rows: 3, required: true },
        {
          name: 'leads_por_contato',
          label: words.withoutClick,
          hint: words.withoutClickHint,
          options: withoutClick,
          value: own?.enhancedLeads === true ? '1' : '0',
          required: true,
        },
      ]}
    />
  );
}

interface OwnProps extends ClientAccountsPageProps {
  readonly kind: 'dataset' | 'ads_account';
  /** What the form replaces. */
  readonly own: AccountOfClient['own'];
  /** The setting whose credential can be used instead; `undefined` if it is not set. */
  readonly setting: string | undefined;
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly credential: FieldSpec;
  readonly last?: FieldSpec;
}

/** An account that receives conversions. No form if there is neither a key to seal a credential with nor a credential in the settings. */
function ConnectOwn({ client, canSeal, kind, own, setting, title, fields, credential, last }: OwnProps): ReactNode {
  const { words } = useWords('clientAccounts');
  const id = `connect-${kind}`;
  const usesSettings = own?.credentialIn === 'environment' || !canSeal;
  const intro = (
    <>
      {own === undefined ? null : <p className="quiet">{words.replaces}</p>}
      {canSeal ? null : <p className="notice notice-warn">{setting === undefined ? words.noKey : words.noKeyButSettings}</p>}
    </>
  );
  if (!canSeal && setting === undefined)
    return (
      <>
        <DialogButton id={id} label={title} />
        <Dialog id={id} title={title}>
          {intro}
          <div className="buttons">
            <CancelButton />
          </div>
        </Dialog>
      </>
    );
  return (
    <FormStep
      id={id}
      title={title}
      intro={intro}
      action={clientAccountsPath(client.id)}
      look="stack"
      hidden={{ tipo: kind }}
      fields={[
        ...fields,
        canSeal ? credential : null,
        last ?? null,
        setting === undefined
          ? null
          : { name: 'usar_configuracoes', label: words.ofTheSettings(setting), isBox: true, value: usesSettings ? '1' : undefined },
        { name: 'sem_conferir', label: words.dontCheck, isBox: true },
      ]}
      submit={{ label: own === undefined ? words.connect : words.replace }}
    />
  );
}
