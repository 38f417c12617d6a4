import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { field, isJsonObject, type JsonObject, readJson } from '../../base/exact-json.ts';
import { fingerprint } from '../../base/fingerprint.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { textIn } from '../answer-json.ts';

/** What proves who sends conversions, as the platform's console hands it out. */
export type SearchAdsCredential =
  | { readonly type: 'service_account'; readonly email: string; readonly keyId: string | undefined; readonly privateKey: KeyObject }
  | { readonly type: 'authorized_user'; readonly clientId: string; readonly clientSecret: string; readonly refreshToken: string };

type CredentialsProblemCode = 'credentials_missing' | 'credentials_unreadable' | 'credentials_wrong';

/** What a look at the file found. Nothing of it holds a secret. */
export type CredentialsFinding =
  | {
      readonly ok: true;
      readonly type: SearchAdsCredential['type'];
      /** Whom the platform has to give access: the service account's address; null for a person, whom the file does not name. */
      readonly account: string | null;
      /** Every user of this machine may read the file. */
      readonly isOpenToAll: boolean;
    }
  | { readonly ok: false; readonly code: CredentialsProblemCode; readonly message: Translated<string>; readonly hint: Translated<string> };

export type CredentialsReading =
  | { readonly ok: true; readonly credential: SearchAdsCredential; readonly fingerprint: string }
  | { readonly ok: false; readonly finding: Extract<CredentialsFinding, { ok: false }>; readonly fingerprint: string };

const OTHERS_MAY_READ = 0o004;

/** Looks at the credentials file of SEARCHADS_CREDENTIALS_FILE, without asking the platform. */
export function checkCredentialsFile(path: string): CredentialsFinding {
  const reading = readCredentialsFile(path);
  if (!reading.ok) return reading.finding;
  const { credential } = reading;
  const account = credential.type === 'service_account' ? credential.email : null;
  return { ok: true, type: credential.type, account, isOpenToAll: (statSync(path).mode & OTHERS_MAY_READ) !== 0 };
}

/** The path of a credentials file, or the text of one that is kept in the database. */
export type CredentialsPlace = string | { readonly text: string };

/** Reads a credential from where it is. The fingerprint tells a replaced one from the one before, also when it cannot be used. Never throws. */
export function readCredentials(place: CredentialsPlace): CredentialsReading {
  return typeof place === 'string' ? readCredentialsFile(place) : readBytes(Buffer.from(place.text), THE_TEXT);
}

/** Reads the file. The fingerprint tells a replaced file from the one before, also when it cannot be used. Never throws. */
export function readCredentialsFile(path: string): CredentialsReading {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { ok: false, finding: notRead(path, codeOf(error)), fingerprint: fingerprint(`${codeOf(error)} ${resolve(path)}`) };
  }
  return readBytes(
    bytes,
    inEveryLanguage((m) => m.errors.adsCredentials.theFile({ path })),
  );
}

/** @param what the file or the text, as a sentence about it begins */
function readBytes(bytes: Buffer, what: Translated<string>): CredentialsReading {
  const name = fingerprint(bytes.toString('latin1'));
  const read = credentialIn(bytes);
  return typeof read === 'string'
    ? { ok: false, finding: wrong(what, read), fingerprint: name }
    : { ok: true, credential: read, fingerprint: name };
}

/** The credential, or the name of what is wrong with it. */
function credentialIn(bytes: Uint8Array): SearchAdsCredential | Wrong {
  const reading = readJson(bytes);
  if (!reading.ok || !isJsonObject(reading.value)) return 'not_json';
  const file = reading.value;
  const type = textIn(file, 'type');
  if (type === 'service_account') return serviceAccountIn(file);
  if (type === 'authorized_user') return authorizedUserIn(file);
  // What the console offers for download when a client is made: it names the program, not who uses it.
  return field(file, 'installed') === undefined && field(file, 'web') === undefined ? 'other_type' : 'client_only';
}

/** `token_uri` is not read: where tokens are asked for is a setting, and no file sends a signed proof elsewhere. */
function serviceAccountIn(file: JsonObject): SearchAdsCredential | Wrong {
  const email = textIn(file, 'client_email');
  const pem = textIn(file, 'private_key');
  if (email === undefined || pem === undefined) return 'service_account_incomplete';
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType !== 'rsa') return 'bad_key';
    return { type: 'service_account', email, keyId: textIn(file, 'private_key_id'), privateKey };
  } catch {
    // What OpenSSL says of a broken key may repeat parts of it.
    return 'bad_key';
  }
}

function authorizedUserIn(file: JsonObject): SearchAdsCredential | Wrong {
  const clientId = textIn(file, 'client_id');
  const clientSecret = textIn(file, 'client_secret');
  const refreshToken = textIn(file, 'refresh_token');
  if (clientId === undefined || clientSecret === undefined || refreshToken === undefined) return 'authorized_user_incomplete';
  return { type: 'authorized_user', clientId, clientSecret, refreshToken };
}

const WRONG = {
  not_json: inEveryLanguage((m) => m.errors.adsCredentials.notJson),
  other_type: inEveryLanguage((m) => m.errors.adsCredentials.unknownType),
  client_only: inEveryLanguage((m) => m.errors.adsCredentials.oauthClientOnly),
  service_account_incomplete: inEveryLanguage((m) => m.errors.adsCredentials.incompleteServiceAccount),
  bad_key: inEveryLanguage((m) => m.errors.adsCredentials.badKey),
  authorized_user_incomplete: inEveryLanguage((m) => m.errors.adsCredentials.incompleteAuthorizedUser),
} as const satisfies Record<string, Translated<string>>;

type Wrong = keyof typeof WRONG;

/** One that is kept in the database, or is to be. */
const THE_TEXT: Translated<string> = inEveryLanguage((m) => m.errors.adsCredentials.theText);

function wrong(what: Translated<string>, how: Wrong): Extract<CredentialsFinding, { ok: false }> {
  const message = inEveryLanguage((_, language) => `${what[language]} ${WRONG[how][language]}.`);
  return {
    ok: false,
    code: 'credentials_wrong',
    message,
    hint: inEveryLanguage((m) => (what === THE_TEXT ? m.errors.adsCredentials.whereTextFrom : m.errors.adsCredentials.whereFrom)),
  };
}

function notRead(path: string, code: string): Extract<CredentialsFinding, { ok: false }> {
  if (code === 'ENOENT') {
    const message = inEveryLanguage((m) => m.errors.adsCredentials.noFile({ path }));
    return { ok: false, code: 'credentials_missing', message, hint: inEveryLanguage((m) => m.errors.adsCredentials.whereFrom) };
  }
  const message = inEveryLanguage((m) => m.errors.adsCredentials.fileCannotBeRead({ path, code }));
  const hint = inEveryLanguage((m) => m.errors.adsCredentials.givePermission);
  return { ok: false, code: 'credentials_unreadable', message, hint };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
