import { AppError } from '../../../base/app-error.ts';
import { accountIdIn, conversionActionIn, NO_CONVERSION_ACTION, repeatedAction } from '../../../domain/account-rules.ts';
import type { NewClientAccount } from '../../../domain/client-connections.ts';
import type { Finding } from '../../../domain/finding.ts';
import type { AccountKind, AccountName } from '../../../domain/platform-account.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { clientAccountName, clientAccountsRecord, connectedAccountRecord, consentSetRecord } from '../../../presentation/account-record.ts';
import { accountTestRecord } from '../../../presentation/finding-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { clientAccountsPath } from '../addresses/directory-paths.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { type FormState, InvalidForm, readFields } from '../contract/posted-form.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import type { AccountForm } from '../pages/directory/client-accounts-page.tsx';
import { loadPages } from '../pages.ts';
import { answerChange, sendPage } from '../respond.ts';
import { viewClientAccounts } from '../views/client-accounts-view.ts';
import { AskingPlatforms } from './asking-platforms.ts';
import { CONNECT, CONNECT_FORM, CONSENT_FORM, DISCONNECT, DISCONNECT_FORM, SET_CONSENT, SHOW, TEST } from './client-account-operations.ts';
import { findClientOf } from './client-of-address.ts';
import { routesOf } from './routes-of.ts';

/** What the page shows besides the accounts. */
interface Shown {
  readonly findings?: readonly Finding[];
  readonly refused?: { readonly form: AccountForm; readonly state: FormState };
}

/** Of which platform an account of this kind is. */
const PLATFORM_OF = { page: 'social_ads', dataset: 'social_ads', ads_account: 'search_ads' } as const;

/** The accounts of a client at the platforms: what is connected, and every change of it. */
export function clientAccountRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard);
  const asking = new AskingPlatforms();
  const backTo = (form: AccountForm | 'connect') => (deps: AdminDeps, exchange: Exchange, visitor: Visitor, state: FormState) =>
    showAccounts(deps, exchange, visitor, { refused: { form: form === 'connect' ? formOf(state) : form, state } });
  return [
    visit(SHOW, showAccounts),
    change(CONNECT, (deps, exchange, form) => asking.atMost(() => connect(deps, exchange, form)), backTo('connect')),
    change(DISCONNECT, disconnect, backTo('disconnect')),
    change(TEST, (deps, exchange, _form, visitor) => asking.atMost(() => test(deps, exchange, visitor))),
    change(SET_CONSENT, setConsent, backTo('consent')),
  ];
}

async function showAccounts(deps: AdminDeps, exchange: Exchange, visitor: Visitor, { findings, refused }: Shown = {}): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const view = await viewClientAccounts(deps, client.id);
  const now = deps.clock();
  if (wantsJson(exchange)) return sendJson(exchange, 200, clientAccountsRecord.write({ ...view, client }, now));
  const { clientAccountsPage } = await loadPages();
  const html = clientAccountsPage({
    frame: { ...frameOf(deps, exchange, visitor), here: clientAccountsPath(client.id) },
    client,
    view,
    now,
    shared: deps.delivery.shared,
    canSeal: deps.clientConnections.canSeal,
    settingsConsent: deps.delivery.consent,
    findings,
    refused,
  });
  sendPage(exchange, refused?.state.status ?? 200, html);
}

async function connect(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const given = readConnection(client.id, form);
  const operator = operatorOf(exchange, deps.clock);
  const connected = await deps.clientConnections.connect(given, operator).catch(settingsMissing);
  answerChange(
    exchange,
    connectedAccountRecord.write({ account: given.account, client, ...connected }),
    `${clientAccountsPath(client.id)}?aviso=${given.account.kind === 'page' ? 'pagina_conectada' : 'conta_conectada'}`,
  );
}

function readConnection(clientId: string, form: URLSearchParams): NewClientAccount {
  const fields = readFields(CONNECT_FORM, form);
  refuseFieldsOfOthers(fields);
  const { tipo, conta, credencial, usar_configuracoes, conta_login, acoes = '', leads_por_contato, etapa_inicial, sem_conferir } = fields;
  const usesSettings = usar_configuracoes !== undefined;
  if (tipo !== 'page' && usesSettings === (credencial !== undefined))
    throw new InvalidForm({ credencial: inEveryLanguage((m) => (usesSettings ? m.errors.admin.oneOfThem : m.errors.admin.needed)) });
  return {
    account: accountOf(tipo, conta),
    clientId,
    credential: credencial ?? null,
    loginAccountId: conta_login === undefined ? null : (accountIdIn(conta_login) ?? null),
    conversionActions: tipo === 'ads_account' ? readActions(acoes) : new Map(),
    enhancedLeads: leads_por_contato === undefined ? undefined : leads_por_contato === '1',
    // A field that is there and empty says that there is none.
    initialStage: tipo === 'dataset' && form.has('etapa_inicial') ? (etapa_inicial ?? null) : undefined,
    isChecked: sem_conferir === undefined,
  };
}

/** Dropped in silence, a token would be missing where somebody believes it kept. */
function refuseFieldsOfOthers({ tipo, ...fields }: ReturnType<typeof readFields<typeof CONNECT_FORM>>): void {
  if (tipo === 'page' && fields.credencial !== undefined)
    throw new InvalidForm({ credencial: inEveryLanguage((m) => m.errors.admin.notOfPage) });
  for (const name of ['conta_login', 'acoes', 'leads_por_contato'] as const) {
    if (tipo !== 'ads_account' && fields[name] !== undefined)
      throw new InvalidForm({ [name]: inEveryLanguage((m) => m.errors.admin.ofGoogleAds) });
  }
  if (tipo !== 'dataset' && fields.etapa_inicial !== undefined)
    throw new InvalidForm({ etapa_inicial: inEveryLanguage((m) => m.errors.admin.ofDataset) });
}

/** One a line. */
function readActions(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const actions = lines.map((line) => {
    const action = conversionActionIn(line);
    if (action === undefined) throw new InvalidForm({ acoes: NO_CONVERSION_ACTION });
    return action;
  });
  const problem = repeatedAction(actions);
  if (problem !== null) throw new InvalidForm({ acoes: problem });
  return new Map(actions);
}

async function disconnect(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const { tipo, conta } = readFields(DISCONNECT_FORM, form);
  const account = accountOf(tipo, conta);
  await deps.clientConnections.disconnect(account, client, operatorOf(exchange, deps.clock));
  answerChange(exchange, clientAccountName.write({ account, client }), `${clientAccountsPath(client.id)}?aviso=conta_desconectada`);
}

async function test(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const findings = await deps.clientConnections.test(client.id);
  if (wantsJson(exchange)) return sendJson(exchange, 200, accountTestRecord.write({ client, findings }, deps.clock()));
  // No redirect: what the platforms said is kept nowhere.
  await showAccounts(deps, exchange, visitor, { findings });
}

async function setConsent(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(deps, exchange);
  const { modo: mode, chaves } = readFields(CONSENT_FORM, form);
  const keys = (chaves ?? '').split(',').map((key) => key.trim());
  const named = keys.filter((key) => key !== '');
  const given = mode === 'configuracoes' ? null : { mode, ...(named.length === 0 ? {} : { keys: named }) };
  const rule = await deps.clientConnections.setConsent(client.id, given, operatorOf(exchange, deps.clock));
  answerChange(
    exchange,
    consentSetRecord.write({ clientId: client.id, ...rule }),
    `${clientAccountsPath(client.id)}?aviso=consentimento_alterado`,
  );
}

function accountOf(kind: AccountKind, text: string): AccountName {
  return { platform: PLATFORM_OF[kind], kind, id: accountIdIn(text) ?? text };
}

/** The form that a person filled in, by what it connects. */
function formOf({ values }: FormState): AccountForm {
  const { tipo } = values;
  return tipo === 'ads_account' || tipo === 'page' ? tipo : 'dataset';
}

/** What is missing in the settings is for the operator to set, and no failure of the service. */
function settingsMissing(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'configuration_invalid') throw error;
  const said = inEveryLanguage((_, language) => error.inLanguage(language));
  throw appError('conflict', (_, language) => said[language].message, { hint: (_, language) => said[language].hint ?? '' });
}
