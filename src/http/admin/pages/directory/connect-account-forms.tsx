import type { ReactNode } from 'react';
import { clientAccountsPath } from '../../addresses/directory-paths.ts';
import type { AccountOfClient } from '../../views/client-accounts-view.ts';
import type { FieldSpec } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { Sentence } from '../elements/format.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { useMessages } from '../language.tsx';
import type { ClientAccountsPageProps } from './client-accounts-page.tsx';
import { stateOf } from './elements.tsx';

/** The forms that give a client a Meta dataset, a Google Ads account and pages. */
export function ConnectAccountForms(props: ClientAccountsPageProps): ReactNode {
  if (!mayChange(props.frame)) return null;
  return (
    <>
      <div className="columns">
        <ConnectDataset {...props} />
        <ConnectAdsAccount {...props} />
      </div>
      <ConnectPage {...props} />
    </>
  );
}

function ownOf({ view }: ClientAccountsPageProps, wanted: AccountOfClient['kind']): AccountOfClient['own'] {
  return view.accounts.find(({ kind, own }) => kind === wanted && own !== undefined)?.own;
}

function ConnectDataset(props: ClientAccountsPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
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
  const words = useMessages().web.clientAccounts;
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
        { name: 'acoes', label: words.actionsField, hint: words.actionsHint, value: actions, rows: 3, required: true },
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
  /** The setting whose credential can be used instead; undefined: it is not set. */
  readonly setting: string | undefined;
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly credential: FieldSpec;
  readonly last?: FieldSpec;
}

/** An account that conversions go to; no form where there is neither a key to seal a credential with nor one in the settings. */
function ConnectOwn({ frame, client, canSeal, refused, kind, own, setting, title, fields, credential, last }: OwnProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  const usesSettings = own?.credentialIn === 'environment' || !canSeal;
  return (
    <Section id={kind} title={title} look="panel">
      {own === undefined ? null : <p className="quiet">{words.replaces}</p>}
      {canSeal ? null : <p className="notice notice-warn">{setting === undefined ? words.noKey : words.noKeyButSettings}</p>}
      {!canSeal && setting === undefined ? null : (
        <Form
          frame={frame}
          id={kind}
          action={clientAccountsPath(client.id)}
          state={stateOf(refused, kind)}
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
      )}
    </Section>
  );
}

function ConnectPage({ frame, client, refused }: ClientAccountsPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  return (
    <Section id="page" title={words.connectPage} look="panel">
      <p className="quiet">
        <Sentence text={words.pageIntro} />
      </p>
      <Form
        frame={frame}
        id="page"
        action={clientAccountsPath(client.id)}
        state={stateOf(refused, 'page')}
        hidden={{ tipo: 'page' }}
        fields={[{ name: 'conta', label: words.pageId, hint: words.pageHint, required: true }]}
        submit={{ label: words.connect }}
      />
    </Section>
  );
}
