import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { TempDir } from '../../support/temp-dir.ts';

export const KEY_PAIR = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const SERVICE_ACCOUNT = {
  type: 'service_account',
  project_id: 'agency',
  private_key_id: 'key-1',
  private_key: KEY_PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'leads@agency.iam.gserviceaccount.com',
  token_uri: 'https://evil.example/token',
};

export const AUTHORIZED_USER = {
  type: 'authorized_user',
  client_id: 'client-1.apps.googleusercontent.com',
  client_secret: 'client-secret-1',
  refresh_token: '1//refresh-token-1',
};

/** A credentials file that is deleted when the test ends. */
export function credentialsFile(content: object | string = AUTHORIZED_USER): {
  readonly path: string;
  readonly write: (content: object | string) => void;
} {
  const folder = new TempDir();
  onTestFinished(() => folder[Symbol.dispose]());
  const path = folder.file('credentials.json');
  const write = (text: object | string): void =>
    writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text), { mode: 0o600 });
  write(content);
  return { path, write };
}
