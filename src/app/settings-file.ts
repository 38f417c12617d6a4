import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import type { SettingName } from '../config/settings.ts';
import { appError, say } from '../messages/messages.ts';

/** As strong as the signature itself. */
const SECRET_BYTES = 32;
/** A settings file contains secrets. */
const OWNER_ONLY = 0o600;

/** The settings that get a secret in a new file, and the comment above each. */
const SECRETS = [
  { name: 'FORMULARIO_SECRET', remark: 'aboutFormSecret' },
  { name: 'WEBHOOK_SEARCHADS_SECRET', remark: 'aboutSearchAdsSecret' },
  // Only the platform knows `given`. With a made-up one its webhooks would be refused for good (401); without one it retries later (503).
  { name: 'WEBHOOK_SOCIALADS_VERIFY_TOKEN', remark: 'aboutSocialAdsSecret', given: 'WEBHOOK_SOCIALADS_SECRET' },
  { name: 'ADMIN_TOKEN', remark: 'aboutAdminToken' },
] as const satisfies readonly { name: SettingName; remark: string; given?: SettingName }[];

/** A new random secret, 256 bits as base64url, which needs no quoting anywhere. */
export function newSecret(bytes = SECRET_BYTES): string {
  return randomBytes(bytes).toString('base64url');
}

/** The settings that a new settings file contains secrets for. */
export const SECRET_NAMES: readonly SettingName[] = SECRETS.map(({ name }) => name);

/**
 * Creates a settings file with new secrets, readable only by its owner. Never overwrites an existing file.
 *
 * @param databaseUrl written to the file if it is not the default
 * @throws AppError `configuration_invalid` if it cannot be written
 */
export function writeNewSettings(path: string, databaseUrl: string | undefined): void {
  const secrets = SECRETS.map((secret) => {
    const given = 'given' in secret ? [`#${secret.given}=`] : [];
    return [`# ${say((m) => m.errors.settingsFile[secret.remark])}`, ...given, `${secret.name}=${newSecret()}`].join('\n');
  });
  const database = databaseUrl === undefined ? '#DATABASE_URL=sqlite:data/lead-intake.db' : `DATABASE_URL='${databaseUrl}'`;
  const readers = [say((m) => m.errors.settingsFile.readers), '#ADMIN_READONLY_TOKEN='].join('\n');
  const key = [say((m) => m.errors.settingsFile.credentialsKey), '#CREDENTIALS_KEY='].join('\n');
  const retention = [say((m) => m.errors.settingsFile.retention), '#RETENTION_BODIES_DAYS=90', '#RETENTION_LEADS_DAYS=730'].join('\n');
  const rest = [say((m) => m.errors.settingsFile.rest), database, '#HOST=127.0.0.1', '#PORT=8080'].join('\n');
  const production = [say((m) => m.errors.settingsFile.production), '#NODE_ENV=production'].join('\n');
  const text = `${[say((m) => m.errors.settingsFile.title), ...secrets, readers, key, retention, rest, production].join('\n\n')}\n`;
  writing(path, () => writeFileSync(path, text, { mode: OWNER_ONLY, flag: 'wx' }));
}

/** Appends settings with new secrets to a file, which becomes readable only by its owner. */
export function appendSecrets(path: string, names: readonly SettingName[], title: string): void {
  const lines = names.map((name) => `${name}=${newSecret()}\n`);
  writing(path, () => {
    appendFileSync(path, title + lines.join(''), { mode: OWNER_ONLY });
    chmodSync(path, OWNER_ONLY);
  });
}

/**
 * Renames a settings file by appending `.old`; returns that path.
 *
 * @throws AppError `conflict` if that file exists already
 */
export function renameOldSettings(path: string): string {
  const old = `${path}.old`;
  if (existsSync(old)) {
    throw appError('conflict', (m) => m.errors.settingsFile.oldIsInTheWay({ old, path }));
  }
  writing(old, () => renameSync(path, old));
  return old;
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw appError('configuration_invalid', (m) => m.errors.settingsFile.notWritten({ path }), { cause: error });
  }
}
