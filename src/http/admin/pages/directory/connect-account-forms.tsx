import type { ReactNode } from 'react';
import { clientAccountsPath } from '../../addresses/directory-paths.ts';
import type { AccountOfClient } from '../../read/platforms.ts';
import { CancelButton } from '../elements/cancel-button.tsx';
import type { FieldSpec } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { Sentence } from '../elements/format.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { useWords } from '../language.tsx';
import type { ClientAccountsPageProps } from './client-accounts-page.tsx';
import { FormButton, FormPart, stateOf } from './elements.tsx';

/** The forms for a client's Meta dataset, Google Ads account and pages. */
export function ConnectAccountForms(props: ClientAccountsPageProps): ReactNode {
  if (!mayChange(props.frame)) return null;
  return (
    <div className="buttons">
      <ConnectDataset {...props} />
      <ConnectAdsAccount {...props} />
      <ConnectPage {...props} />
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
function ConnectOwn({ frame, client, canSeal, refused, kind, own, setting, title, fields, credential, last }: OwnProps): ReactNode {
  const { words } = useWords('clientAccounts');
  const usesSettings = own?.credentialIn === 'environment' || !canSeal;
  return (
    <ConnectPart frame={frame} kind={kind} title={title} refused={refused}>
      {own === undefined ? null : <p className="quiet">{words.replaces}</p>}
      {canSeal ? null : <p className="notice notice-warn">{setting === undefined ? words.noKey : words.noKeyButSettings}</p>}
      {!canSeal && setting === undefined ? (
        <div className="buttons">
          <CancelButton />
        </div>
      ) : (
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
    </ConnectPart>
  );
}

function ConnectPage({ frame, client, refused }: ClientAccountsPageProps): ReactNode {
  const { words, jsonFields } = useWords('clientAccounts');
  return (
    <ConnectPart frame={frame} kind="page" title={words.connectPage} refused={refused}>
      <p className="quiet">
        <Sentence text={words.pageIntro} />
      </p>
      <Form
        frame={frame}
        id="page"
        action={clientAccountsPath(client.id)}
        state={stateOf(refused, 'page')}
        hidden={{ tipo: 'page' }}
        fields={[{ name: 'conta', label: jsonFields.pagina_id, hint: words.pageHint, required: true }]}
        look="stack"
        submit={{ label: words.connect }}
      />
    </ConnectPart>
  );
}

interface PartProps extends Pick<ClientAccountsPageProps, 'frame' | 'refused'> {
  readonly kind: 'dataset' | 'ads_account' | 'page';
  readonly title: string;
  readonly children: ReactNode;
}

/** The button that opens the form; or the form itself if it was refused. */
function ConnectPart({ frame, kind, title, refused, children }: PartProps): ReactNode {
  const isOpen = stateOf(refused, kind) !== undefined;
  return (
    <>
      {isOpen ? null : <FormButton id={`connect-${kind}`} label={title} />}
      <FormPart frame={frame} id={`connect-${kind}`} title={title} isOpen={isOpen}>
        {children}
      </FormPart>
    </>
  );
}
