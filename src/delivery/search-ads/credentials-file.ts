import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { field, isJsonObject, type JsonObject, readJson } from '../../base/exact-json.ts';
import { fingerprint } from '../../base/fingerprint.ts';
import type { Sentence } from '../../domain/fault.ts';
import type { GoogleCredentialProblem } from '../../messages/fault-parts.ts';
import { textIn } from '../answer.ts';

/** The credential for sending conversions, as downloaded from the platform's console. */
export type SearchAdsCredential =
  | { readonly type: 'service_account'; readonly email: string; readonly keyId: string | undefined; readonly privateKey: KeyObject }
  | { readonly type: 'authorized_user'; readonly clientId: string; readonly clientSecret: string; readonly refreshToken: string };

type CredentialsProblemCode = 'credentials_missing' | 'credentials_unreadable' | 'credentials_wrong';

/** The result of checking the file. It contains no secret. */
export type CredentialsFinding =
  | {
      readonly ok: true;
      readonly type: SearchAdsCredential['type'];
      /** Who needs access at the platform: the service account's address; `null` for a person, whom the file does not name. */
      readonly account: string | null;
      /** True if every user of this machine can read the file. */
      readonly isOpenToAll: boolean;
    }
  /** The problem, and what to do. */
  | { readonly ok: false; readonly code: CredentialsProblemCode; readonly sentences: readonly [what: Sentence, todo: Sentence] };

export type CredentialsReading =
  | { readonly ok: true; readonly credential: SearchAdsCredential; readonly fingerprint: string }
  | { readonly ok: false; readonly finding: Extract<CredentialsFinding, { ok: false }>; readonly fingerprint: string };

const OTHERS_MAY_READ = 0o004;

/** Checks the credentials file of SEARCHADS_CREDENTIALS_FILE, without asking the platform. */
export function checkCredentialsFile(path: string): CredentialsFinding {
  const reading = readCredentials({ file: path });
  if (!reading.ok) return reading.finding;
  const { credential } = reading;
  const account = credential.type === 'service_account' ? credential.email : null;
  return { ok: true, type: credential.type, account, isOpenToAll: (statSync(path).mode & OTHERS_MAY_READ) !== 0 };
}

/** The path of a credentials file, or the text of one from the database. */
export type CredentialsPlace = { readonly file: string } | { readonly text: string };

/** Reads a credential. Its fingerprint differs for every content, even an unusable one. Never throws. */
export function readCredentials(place: CredentialsPlace): CredentialsReading {
  if ('text' in place) return readBytes(Buffer.from(place.text));
  const path = place.file;
  try {
    return readBytes(readFileSync(path), path);
  } catch (error) {
    const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException;
    return { ok: false, finding: notRead(path, code), fingerprint: fingerprint(`${code} ${resolve(path)}`) };
  }
}

/** @param path omitted if the credentials are, or will be, in the database */
function readBytes(bytes: Buffer, path?: string): CredentialsReading {
  const name = fingerprint(bytes.toString('latin1'));
  const read = credentialIn(bytes);
  return typeof read === 'string'
    ? { ok: false, finding: wrong(read, path), fingerprint: name }
    : { ok: true, credential: read, fingerprint: name };
}

/** The credential, or the name of its problem. */
function credentialIn(bytes: Uint8Array): SearchAdsCredential | GoogleCredentialProblem {
  const reading = readJson(bytes);
  if (!reading.ok || !isJsonObject(reading.value)) return 'not_json';
  const file = reading.value;
  const type = textIn(file, 'type');
  if (type === 'service_account') return serviceAccountIn(file);
  if (type === 'authorized_user') return authorizedUserIn(file);
  // The console's download for a new OAuth client: it identifies the program, not its user.
  return field(file, 'installed') === undefined && field(file, 'web') === undefined ? 'other_type' : 'client_only';
}

/** Ignores `token_uri`: the token URL is a setting, so no file can send a signed assertion elsewhere. */
function serviceAccountIn(file: JsonObject): SearchAdsCredential | GoogleCredentialProblem {
  const email = textIn(file, 'client_email');
  const pem = textIn(file, 'private_key');
  if (email === undefined || pem === undefined) return 'service_account_incomplete';
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType !== 'rsa') return 'bad_key';
    return { type: 'service_account', email, keyId: textIn(file, 'private_key_id'), privateKey };
  } catch {
    // OpenSSL's message about a broken key may repeat parts of it.
    return 'bad_key';
  }
}

function authorizedUserIn(file: JsonObject): SearchAdsCredential | GoogleCredentialProblem {
  const clientId = textIn(file, 'client_id');
  const clientSecret = textIn(file, 'client_secret');
  const refreshToken = textIn(file, 'refresh_token');
  if (clientId === undefined || clientSecret === undefined || refreshToken === undefined) return 'authorized_user_incomplete';
  return { type: 'authorized_user', clientId, clientSecret, refreshToken };
}

function wrong(problem: GoogleCredentialProblem, path: string | undefined): Extract<CredentialsFinding, { ok: false }> {
  const sentences =
    path === undefined
      ? ([['googleCredentialWrong', { problem }], ['googleTextFrom']] as const)
      : ([['googleCredentialWrong', { problem, path }], ['googleFileFrom']] as const);
  return { ok: false, code: 'credentials_wrong', sentences };
}

function notRead(path: string, code: string): Extract<CredentialsFinding, { ok: false }> {
  return code === 'ENOENT'
    ? { ok: false, code: 'credentials_missing', sentences: [['googleFileMissing', { path }], ['googleFileFrom']] }
    : { ok: false, code: 'credentials_unreadable', sentences: [['googleFileUnreadable', { path, code }], ['googleFilePermission']] };
}
