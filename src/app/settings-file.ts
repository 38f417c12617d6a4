import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import { say, type Translated } from '../base/language.ts';
import type { SettingName } from '../config/settings.ts';

/** As strong as the signature itself. */
const SECRET_BYTES = 32;
/** A settings file holds secrets. */
const OWNER_ONLY = 0o600;

/** The settings a new file gets a secret of its own for, and what stands above each. */
const SECRETS: readonly {
  readonly names: readonly SettingName[];
  /** Only the platform knows it. A made-up one would refuse its webhooks for good (401); without one it tries again later (503). */
  readonly given?: SettingName;
  readonly remark: Translated<string>;
}[] = [
  {
    names: ['FORMULARIO_SECRET'],
    remark: {
      en: 'The backend of your landing page signs with it. It never stands in HTML or in a browser.',
      pt: 'O backend da sua landing page assina com ele. Nunca o coloque em HTML nem no navegador.',
    },
  },
  {
    names: ['WEBHOOK_SEARCHADS_SECRET'],
    remark: {
      en: 'The search-ads platform: enter it as the key of the webhook of a lead form.',
      pt: 'Plataforma search-ads: informe-o como chave do webhook de um formulário de leads.',
    },
  },
  {
    names: ['WEBHOOK_SOCIALADS_VERIFY_TOKEN'],
    given: 'WEBHOOK_SOCIALADS_SECRET',
    remark: {
      en: 'Meta lead ads: copy the app secret from your Meta app into the first line. The token is what you enter there.',
      pt: 'Meta lead ads: copie o app secret do seu app da Meta para a primeira linha. O token é o que você informa lá.',
    },
  },
  {
    names: ['ADMIN_TOKEN'],
    remark: { en: 'The login of the admin pages, /admin/fila.', pt: 'O login das páginas de administração, /admin/fila.' },
  },
];

const TITLE = {
  en: '# Settings of lead-intake. They hold secrets: only you can read this file, keep it out of git.\n# `lead-intake config` shows every setting; flags and the environment win over this file.',
  pt: '# Configurações do lead-intake. Contêm segredos: só você pode ler este arquivo, deixe-o fora do git.\n# `lead-intake config` mostra cada configuração; opções e ambiente valem mais que este arquivo.',
};

const READERS = {
  en: '# A second login that sees personal data masked and changes nothing. `lead-intake secret generate` makes one.',
  pt: '# Um segundo login, que vê os dados pessoais mascarados e não altera nada. `lead-intake secret generate` gera um.',
};

const REST = {
  en: '# Where everything is stored, and where the service listens. These are the defaults.',
  pt: '# Onde tudo é gravado, e onde o serviço escuta. Estes são os padrões.',
};

const PRODUCTION = {
  en: '# In production: refuses settings that are only for development, and secrets under 16 characters.',
  pt: '# Em produção: recusa configurações que são só para desenvolvimento e segredos com menos de 16 caracteres.',
};

/** A new random secret, 256 bits as base64url, which needs no quoting anywhere. */
export function newSecret(bytes = SECRET_BYTES): string {
  return randomBytes(bytes).toString('base64url');
}

/** The names that a new settings file has a secret for. */
export const SECRET_NAMES: readonly SettingName[] = SECRETS.flatMap(({ names }) => names);

/**
 * Makes a settings file with new secrets, readable for its owner only. One that exists is never overwritten.
 *
 * @param databaseUrl written into it where it is not the default
 * @throws AppError `configuration_invalid` when it cannot be written
 */
export function writeNewSettings(path: string, databaseUrl: string | undefined): void {
  const secrets = SECRETS.map(({ names, given, remark }) =>
    [`# ${say(remark)}`, ...(given === undefined ? [] : [`#${given}=`]), ...names.map((name) => `${name}=${newSecret()}`)].join('\n'),
  );
  const database = databaseUrl === undefined ? '#DATABASE_URL=sqlite:data/lead-intake.db' : `DATABASE_URL='${databaseUrl}'`;
  const readers = [say(READERS), '#ADMIN_READONLY_TOKEN='].join('\n');
  const rest = [say(REST), database, '#HOST=127.0.0.1', '#PORT=8080'].join('\n');
  const production = [say(PRODUCTION), '#NODE_ENV=production'].join('\n');
  const text = `${[say(TITLE), ...secrets, readers, rest, production].join('\n\n')}\n`;
  writing(path, () => writeFileSync(path, text, { mode: OWNER_ONLY, flag: 'wx' }));
}

/** Adds settings with new secrets to the end of a file, which becomes readable for its owner only. */
export function appendSecrets(path: string, names: readonly SettingName[], title: string): void {
  const lines = names.map((name) => `${name}=${newSecret()}\n`);
  writing(path, () => {
    appendFileSync(path, title + lines.join(''), { mode: OWNER_ONLY });
    chmodSync(path, OWNER_ONLY);
  });
}

/**
 * Moves a settings file away, to the same name with `.old`; returns that path.
 *
 * @throws AppError `conflict` when something stands there already
 */
export function setSettingsAside(path: string): string {
  const old = `${path}.old`;
  if (existsSync(old)) {
    const message = { en: `${old} exists already, so ${path} was left as it is.`, pt: `${old} já existe, então ${path} ficou como está.` };
    const hint = {
      en: 'Move it away or delete it first: it may hold secrets that are in use.',
      pt: 'Antes, mova ou apague esse arquivo: ele pode ter segredos em uso.',
    };
    throw new AppError('conflict', message, { hint });
  }
  writing(old, () => renameSync(path, old));
  return old;
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const message = {
      en: `The settings file ${path} cannot be written.`,
      pt: `Não foi possível gravar o arquivo de configurações ${path}.`,
    };
    const hint = {
      en: 'Check the permissions of the folder, or set the secrets in the environment.',
      pt: 'Confira as permissões da pasta, ou defina os segredos no ambiente.',
    };
    throw new AppError('configuration_invalid', message, { hint, cause: error });
  }
}
