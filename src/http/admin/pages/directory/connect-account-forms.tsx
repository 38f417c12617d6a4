import type { ReactNode } from 'react';
import { clientAccountsPath } from '../../addresses/directory-paths.ts';
import { CheckField, FormSummary, SelectField, TextArea, TextField } from '../elements/fields.tsx';
import { Sentence } from '../elements/format.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
import { useMessages } from '../language.tsx';
import type { ClientAccountsPageProps } from './client-accounts-page.tsx';
import { stateOf } from './elements.tsx';

/** The forms that give a client a Meta dataset, a Google Ads account and pages. */
export function ConnectAccountForms(props: ClientAccountsPageProps): ReactNode {
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

function ConnectDataset(props: ClientAccountsPageProps): ReactNode {
  const { view, shared, refused } = props;
  const words = useMessages().web.clientAccounts;
  const own = view.accounts.find(({ kind, own }) => kind === 'dataset' && own !== undefined)?.own;
  const state = stateOf(refused, 'dataset');
  const labels = { conta: words.datasetId, credencial: words.token, etapa_inicial: words.initialStage };
  return (
    <section className="panel" aria-labelledby="dataset">
      <h2 id="dataset">{own === undefined ? words.connectDataset : words.replaceDataset}</h2>
      {own === undefined ? null : <p className="quiet">{words.replaces}</p>}
      <NoKey {...props} setting={shared.social_ads} />
      <FormSummary form="dataset" state={state} labels={labels} />
      <ConnectForm {...props} setting={shared.social_ads}>
        <input type="hidden" name="tipo" value="dataset" />
        <TextField form="dataset" state={state} name="conta" label={labels.conta} hint={words.datasetHint} value={own?.id} required />
        {props.canSeal ? (
          <TextField
            form="dataset"
            state={state}
            name="credencial"
            type="password"
            label={labels.credencial}
            hint={words.tokenHint}
            isAlternative
          />
        ) : null}
        <TextField
          form="dataset"
          state={state}
          name="etapa_inicial"
          label={labels.etapa_inicial}
          hint={words.initialStageHint}
          value={own?.initialStage ?? undefined}
        />
        <Choices form="dataset" {...props} setting={shared.social_ads} usesSettings={own?.credentialIn === 'environment'} />
        <Submit isNew={own === undefined} />
      </ConnectForm>
    </section>
  );
}

function ConnectAdsAccount(props: ClientAccountsPageProps): ReactNode {
  const { view, shared, refused } = props;
  const words = useMessages().web.clientAccounts;
  const own = view.accounts.find(({ kind, own }) => kind === 'ads_account' && own !== undefined)?.own;
  const state = stateOf(refused, 'ads_account');
  const labels = { conta: words.adsAccountId, conta_login: words.loginAccount, acoes: words.actionsField, credencial: words.key };
  const actions = [...(own?.conversionActions ?? [])].map(([name, id]) => `${name}=${id}`).join('\n');
  const common = { form: 'ads_account', state } as const;
  return (
    <section className="panel" aria-labelledby="ads_account">
      <h2 id="ads_account">{own === undefined ? words.connectAdsAccount : words.replaceAdsAccount}</h2>
      {own === undefined ? null : <p className="quiet">{words.replaces}</p>}
      <NoKey {...props} setting={shared.search_ads} />
      <FormSummary form="ads_account" state={state} labels={labels} />
      <ConnectForm {...props} setting={shared.search_ads}>
        <input type="hidden" name="tipo" value="ads_account" />
        <TextField {...common} name="conta" label={labels.conta} hint={words.adsAccountHint} value={own?.id} required />
        <TextField
          {...common}
          name="conta_login"
          label={labels.conta_login}
          hint={words.loginAccountHint}
          value={own?.loginAccountId ?? undefined}
        />
        <TextArea {...common} name="acoes" label={labels.acoes} hint={words.actionsHint} value={actions} rows={3} required />
        <SelectField
          {...common}
          name="leads_por_contato"
          label={words.withoutClick}
          hint={words.withoutClickHint}
          options={[
            { value: '0', label: words.notReported },
            { value: '1', label: words.reportedByContact },
          ]}
          value={own?.enhancedLeads === true ? '1' : '0'}
          required
        />
        {props.canSeal ? (
          <TextArea {...common} name="credencial" label={labels.credencial} hint={words.keyHint} rows={5} isAlternative />
        ) : null}
        <Choices form="ads_account" {...props} setting={shared.search_ads} usesSettings={own?.credentialIn === 'environment'} />
        <Submit isNew={own === undefined} />
      </ConnectForm>
    </section>
  );
}

function ConnectPage({ frame, client, refused }: ClientAccountsPageProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  const state = stateOf(refused, 'page');
  return (
    <section className="panel" aria-labelledby="page">
      <h2 id="page">{words.connectPage}</h2>
      <p className="quiet">
        <Sentence text={words.pageIntro} />
      </p>
      <FormSummary form="page" state={state} labels={{ conta: words.pageId }} />
      <ChangeForm frame={frame} action={clientAccountsPath(client.id)} className="fields">
        <input type="hidden" name="tipo" value="page" />
        <TextField form="page" state={state} name="conta" label={words.pageId} hint={words.pageHint} required />
        <Submit isNew />
      </ChangeForm>
    </section>
  );
}

interface SettingProps {
  /** The setting whose credential can be used instead; undefined: it is not set. */
  readonly setting: string | undefined;
}

function NoKey({ canSeal, setting }: ClientAccountsPageProps & SettingProps): ReactNode {
  const words = useMessages().web.clientAccounts;
  if (canSeal) return null;
  return <p className="notice notice-warn">{setting === undefined ? words.noKey : words.noKeyButSettings}</p>;
}

/** Nothing where there is neither a key to seal a credential with nor one in the settings. */
function ConnectForm(props: ClientAccountsPageProps & SettingProps & { readonly children: ReactNode }): ReactNode {
  const { frame, client, canSeal, setting, children } = props;
  if (!canSeal && setting === undefined) return null;
  return (
    <ChangeForm frame={frame} action={clientAccountsPath(client.id)} className="stack">
      {children}
    </ChangeForm>
  );
}

function Choices(props: ClientAccountsPageProps & SettingProps & { form: 'dataset' | 'ads_account'; usesSettings: boolean }): ReactNode {
  const { form, setting, usesSettings, canSeal, refused } = props;
  const words = useMessages().web.clientAccounts;
  const common = { form, state: stateOf(refused, form) };
  return (
    <div>
      {setting === undefined ? null : (
        <CheckField
          {...common}
          name="usar_configuracoes"
          label={words.ofTheSettings(setting)}
          value={usesSettings || !canSeal ? '1' : undefined}
        />
      )}
      <CheckField {...common} name="sem_conferir" label={words.dontCheck} />
    </div>
  );
}

function Submit({ isNew }: { readonly isNew: boolean }): ReactNode {
  const words = useMessages().web.clientAccounts;
  return (
    <div className="buttons">
      <button type="submit" className="primary">
        {isNew ? words.connect : words.replace}
      </button>
    </div>
  );
}
