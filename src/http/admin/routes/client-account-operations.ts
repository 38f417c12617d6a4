/** What the addresses of a client's accounts at the platforms take and answer. */
import { z } from 'zod';
import { accountIdIn, NO_ACCOUNT_ID, NO_STAGE_NAME, stageNameIn } from '../../../domain/account-rules.ts';
import { ACCOUNT_KINDS } from '../../../domain/platform-account.ts';
import { clientAccountName, clientAccountsRecord, connectedAccountRecord, consentSetRecord } from '../../../presentation/account-record.ts';
import { accountTestRecord } from '../../../presentation/finding-record.ts';
import { CLIENTS_PATH } from '../addresses/directory-paths.ts';
import type { Operation } from '../contract/operation.ts';
import { ruled } from '../contract/posted-form.ts';
import { flag } from '../contract/values.ts';

const ACCOUNTS = `${CLIENTS_PATH}/:id/contas`;

const accountFields = {
  tipo: z.enum(ACCOUNT_KINDS).describe('A Meta page, a Meta dataset, or a Google Ads account.'),
  conta: accountId('Its id at the platform; hyphens are left out.'),
} as const;

export const CONNECT_FORM = z.object({
  ...accountFields,
  credencial: z
    .string()
    .describe('Of a dataset its token, of a Google Ads account the content of a JSON key: of a service account, or of an authorized user.')
    .optional(),
  usar_configuracoes: flag('The credential of the settings opens it, instead of one of its own.'),
  conta_login: accountId('The manager account through which a Google Ads account is reached.').optional(),
  acoes: z.string().describe('Conversion actions of a Google Ads account, one `NAME=ID` a line; `*=ID` for all other names.').optional(),
  leads_por_contato: z
    .enum(['1', '0'])
    .describe(
      'Of a Google Ads account: whether leads without a click id are reported by hashed e-mail and phone (enhanced conversions for leads). Left out: as before; a new account does not.',
    )
    .optional(),
  etapa_inicial: ruled(
    (text) => (stageNameIn(text) === undefined ? NO_STAGE_NAME : undefined),
    'Of a Meta dataset: name of the event that tells of each new lead of an instant form, such as `lead`; empty: none. Left out: as before; a new dataset has none.',
  ).optional(),
  sem_conferir: flag('The platform is not asked first whether it takes the credential.'),
});

export const DISCONNECT_FORM = z.object(accountFields);

export const CONSENT_FORM = z.object({
  modo: z
    .enum(['required', 'unless_denied', 'configuracoes'])
    .describe(
      'Send only conversions of people who consented, or all but those of people who refused; `configuracoes`: as the settings say.',
    ),
  chaves: z.string().describe('The consents that count, with commas between; left out: those of the settings.').optional(),
});

export const SHOW: Operation = {
  method: 'GET',
  path: ACCOUNTS,
  tag: 'directory',
  summary: 'Show what a client has at the platforms, how it works, and its consent rule',
  answer: clientAccountsRecord,
  also: ['text/html'],
};
export const CONNECT: Operation = {
  method: 'POST',
  path: ACCOUNTS,
  tag: 'directory',
  summary: 'Connect an account for a client, or replace the one it has',
  description: 'The platform is asked first whether it takes the credential, which is sealed then. Conversions that waited run again.',
  form: CONNECT_FORM,
  answer: connectedAccountRecord,
};
export const DISCONNECT: Operation = {
  method: 'POST',
  path: `${ACCOUNTS}/desconectar`,
  tag: 'directory',
  summary: 'Disconnect an account of a client, and remove its sealed credential',
  description: 'Conversions of the client wait from then on, unless an account of the settings is used for it. The token of a page stays.',
  form: DISCONNECT_FORM,
  answer: clientAccountName,
};
export const TEST: Operation = {
  method: 'POST',
  path: `${ACCOUNTS}/testar`,
  tag: 'directory',
  summary: 'Ask both platforms whether conversions of a client can be sent; sends none',
  answer: accountTestRecord,
  also: ['text/html'],
};
export const SET_CONSENT: Operation = {
  method: 'POST',
  path: `${ACCOUNTS}/consentimento`,
  tag: 'directory',
  summary: 'Set which consent the conversions of a client need',
  form: CONSENT_FORM,
  answer: consentSetRecord,
};

function accountId(description: string): z.ZodString {
  return ruled((text) => (accountIdIn(text) === undefined ? NO_ACCOUNT_ID : undefined), description);
}
