import { z } from 'zod';
import { AppError } from '../../../base/app-error.ts';
import {
  accountIdIn,
  conversionActionIn,
  NO_ACCOUNT_ID,
  NO_CONVERSION_ACTION,
  NO_STAGE_NAME,
  repeatedAction,
  stageNameIn,
} from '../../../domain/account-rules.ts';
import type { NewClientAccount } from '../../../domain/client-connections.ts';
import type { Finding } from '../../../domain/finding.ts';
import { ACCOUNT_KINDS, accountNamed } from '../../../domain/platform-account.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { clientAccountName, clientAccountsRecord, connectedAccountRecord, consentSetRecord } from '../../../presentation/account-record.ts';
import { accountTestRecord } from '../../../presentation/finding-record.ts';
import type { Route } from '../../exchange.ts';
import { HttpProblem } from '../../problem.ts';
import { CLIENTS_PATH, clientAccountsPath } from '../addresses/directory-paths.ts';
import type { AccountForm } from '../pages/directory/client-accounts-page.tsx';
import { viewClientAccounts } from '../read/platforms.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, InvalidForm, type RefusedForm, readFields, ruled } from '../requests/posted-form.ts';
import { consentValues, refuseStale } from '../requests/stale-form.ts';
import { flag } from '../requests/values.ts';
import { findClientOf } from './client-routes.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const ACCOUNTS = `${CLIENTS_PATH}/:id/contas`;

const accountFields = {
  tipo: z.enum(ACCOUNT_KINDS).describe('A Facebook page, a Meta dataset or a Google Ads account.'),
  conta: accountId('The platform ID; hyphens are ignored.'),
} as const;

const CONNECT_FORM = z.object({
  ...accountFields,
  credencial: z
    .string()
    .describe('For a dataset, its token. For a Google Ads account, the content of a JSON key of a service account or an authorized user.')
    .optional(),
  usar_configuracoes: flag('1: use the credential from the settings.'),
  conta_login: accountId('The manager account of a Google Ads account.').optional(),
  acoes: z.string().describe('Conversion actions of a Google Ads account, one `NAME=ID` per line; `*=ID` for all other names.').optional(),
  leads_por_contato: z
    .enum(['1', '0'])
    .describe(
      'For a Google Ads account: whether to report leads without a click ID by hashed email and phone (enhanced conversions for leads). Default: unchanged; off for a new account.',
    )
    .optional(),
  etapa_inicial: ruled(
    (text) => (stageNameIn(text) === undefined ? NO_STAGE_NAME : undefined),
    'For a Meta dataset: the event name that reports each new lead of an instant form, such as `lead`; empty for none. Default: unchanged; none for a new dataset.',
  ).optional(),
  sem_conferir: flag('1: skip the check with the platform.'),
});

const DISCONNECT_FORM = z.object(accountFields);

const CONSENT_FORM = z.object({
  modo: z
    .enum(['required', 'unless_denied', 'configuracoes'])
    .describe(
      '`required`: send only if the person consented. `unless_denied`: send unless the person refused. `configuracoes`: use the rule from the settings.',
    ),
  chaves: z.string().describe('The consents to check, separated by commas. Default: those from the settings.').optional(),
});

function accountId(description: string): z.ZodString {
  return ruled((text) => (accountIdIn(text) === undefined ? NO_ACCOUNT_ID : undefined), description);
}

/** The content of the page in addition to the accounts. */
interface Shown {
  readonly findings?: readonly Finding[];
  readonly refused?: RefusedForm<AccountForm>;
}

/** A client's accounts at the platforms: what is connected, and every change. */
export function clientAccountRoutes(admin: Admin): Route[] {
  const { change, visit } = routesOf(admin, 'directory');
  const asking = new AskingPlatforms();
  const backTo = (form: AccountForm | 'connect') => (context: Context, state: FormState) =>
    showAccounts(context, { refused: { form: form === 'connect' ? formOf(state) : form, state } });
  return [
    visit(ACCOUNTS, 'List the connected accounts of a client', { answer: clientAccountsRecord, also: PAGE }, showAccounts),
    change(
      ACCOUNTS,
      'Connect or replace an account of a client',
      {
        description: 'Checks the credential with the platform and stores it encrypted. Waiting conversions resume.',
        form: CONNECT_FORM,
        answer: connectedAccountRecord,
      },
      (context, form) => asking.atMost(() => connect(context, form)),
      backTo('connect'),
    ),
    change(
      `${ACCOUNTS}/desconectar`,
      'Disconnect an account of a client',
      {
        description:
          'Deletes its stored credential, except the token of a page. Conversions of the client then wait, unless an account from the settings applies.',
        form: DISCONNECT_FORM,
        answer: clientAccountName,
      },
      disconnect,
      backTo('disconnect'),
    ),
    change(`${ACCOUNTS}/testar`, 'Test the connected accounts of a client', { answer: accountTestRecord, also: PAGE }, (context) =>
      asking.atMost(() => test(context)),
    ),
    change(
      `${ACCOUNTS}/consentimento`,
      'Set the consent rule of a client',
      { form: CONSENT_FORM, answer: consentSetRecord },
      setConsent,
      backTo('change-consent'),
    ),
  ];
}

async function showAccounts(context: Context, { findings, refused }: Shown = {}): Promise<void> {
  const { clock, delivery, clientConnections } = context.deps;
  const client = await findClientOf(context);
  const view = await viewClientAccounts(context.deps, client.id);
  if (context.wantsJson) return context.json(clientAccountsRecord.write({ ...view, client }, clock()));
  const { canSeal } = clientConnections;
  const shown = { client, view, shared: delivery.shared, canSeal, settingsConsent: delivery.consent, findings };
  await context.page('ClientAccountsPage', shown, { refused, here: clientAccountsPath(client.id) });
}

async function connect(context: Context, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(context);
  const given = readConnection(client.id, form);
  const connected = await context.deps.clientConnections.connect(given, context.operator).catch(settingsMissing);
  const notice = given.account.kind === 'page' ? 'pagina_conectada' : 'conta_conectada';
  context.changed(
    connectedAccountRecord.write({ account: given.account, client, ...connected }),
    `${clientAccountsPath(client.id)}?aviso=${notice}`,
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
    account: accountNamed(tipo, accountIdIn(conta) ?? conta),
    clientId,
    credential: credencial ?? null,
    loginAccountId: conta_login === undefined ? null : (accountIdIn(conta_login) ?? null),
    conversionActions: tipo === 'ads_account' ? readActions(acoes) : new Map(),
    enhancedLeads: leads_por_contato === undefined ? undefined : leads_por_contato === '1',
    // A field that is present but empty means none.
    initialStage: tipo === 'dataset' && form.has('etapa_inicial') ? (etapa_inicial ?? null) : undefined,
    isChecked: sem_conferir === undefined,
  };
}

/** If these fields were ignored, a user would believe that a token is stored when it is not. */
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

/** One per line. */
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

async function disconnect(context: Context, form: URLSearchParams): Promise<void> {
  const client = await findClientOf(context);
  const { tipo, conta } = readFields(DISCONNECT_FORM, form);
  const account = accountNamed(tipo, accountIdIn(conta) ?? conta);
  await context.deps.clientConnections.disconnect(account, client, context.operator);
  context.changed(clientAccountName.write({ account, client }), `${clientAccountsPath(client.id)}?aviso=conta_desconectada`);
}

async function test(context: Context): Promise<void> {
  const { clientConnections, clock } = context.deps;
  const client = await findClientOf(context);
  const findings = await clientConnections.test(client.id);
  if (context.wantsJson) return context.json(accountTestRecord.write({ client, findings }, clock()));
  // No redirect, because the platforms' answers are not stored.
  await showAccounts(context, { findings });
}

async function setConsent(context: Context, form: URLSearchParams): Promise<void> {
  const { clientConnections } = context.deps;
  const client = await findClientOf(context);
  refuseStale(form, consentValues(await clientConnections.consentOf(client.id)));
  const { modo: mode, chaves } = readFields(CONSENT_FORM, form);
  const keys = (chaves ?? '').split(',').map((key) => key.trim());
  const named = keys.filter((key) => key !== '');
  const given = mode === 'configuracoes' ? null : { mode, ...(named.length === 0 ? {} : { keys: named }) };
  const rule = await clientConnections.setConsent(client.id, given, context.operator);
  const location = `${clientAccountsPath(client.id)}?aviso=consentimento_alterado`;
  context.changed(consentSetRecord.write({ clientId: client.id, ...rule }), location);
}

/** The form that a user filled in, by what it connects. */
function formOf({ values }: FormState): AccountForm {
  const { tipo } = values;
  return tipo === 'ads_account' || tipo === 'page' ? `connect-${tipo}` : 'connect-dataset';
}

/** An operator must set what is missing in the settings; the service has not failed. */
function settingsMissing(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'configuration_invalid') throw error;
  const said = inEveryLanguage((_, language) => error.inLanguage(language));
  throw appError('conflict', (_, language) => said[language].message, { hint: (_, language) => said[language].hint ?? '' });
}

/** Each holds a connection for as long as a platform takes to answer. */
const MOST_AT_ONCE = 4;

/** Limits the requests that wait for a platform. */
class AskingPlatforms {
  #running = 0;

  /** @throws HttpProblem 503 if the maximum number of requests is waiting */
  async atMost(ask: () => Promise<void>): Promise<void> {
    if (this.#running >= MOST_AT_ONCE) throw tooMany();
    this.#running += 1;
    try {
      await ask();
    } finally {
      this.#running -= 1;
    }
  }
}

function tooMany(): HttpProblem {
  const localDetail = inEveryLanguage((m) => m.errors.admin.tooManyAsked);
  return new HttpProblem(503, 'overloaded', localDetail.en, { headers: { 'Retry-After': '5' }, localDetail });
}
