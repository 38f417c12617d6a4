/** Encrypted backups have the format of https://age-encryption.org, so that `age -d` can decrypt them without lead-intake. */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Decrypter, Encrypter } from 'age-encryption';
import type { Translated } from '../base/language.ts';
import type { BackupConfig } from '../config/config.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { fileBegins } from './backup-files.ts';

export type { Decrypter } from 'age-encryption';

/** Who can decrypt a backup: each of these age recipients, or whoever has the passphrase in this file. */
export interface Encryption {
  readonly recipients: readonly string[] | undefined;
  readonly passphraseFile: string | undefined;
}

/** The file with the identities or with the passphrase that decrypts a backup. */
export interface BackupKey {
  readonly identityFile: string | undefined;
  readonly passphraseFile: string | undefined;
  /** Used for an encrypted backup without one of the others. */
  readonly usualPassphraseFile: string | undefined;
}

/**
 * Encrypts as requested or, without a request, as the settings say. `undefined`: backups are not encrypted.
 *
 * @throws AppError `usage` for an invalid recipient or passphrase file
 */
export async function makeEncrypter(request: Encryption, settings: BackupConfig): Promise<Encrypter | undefined> {
  const isRequested = request.recipients !== undefined || request.passphraseFile !== undefined;
  const { recipients = [], passphraseFile } = isRequested ? request : settings;
  if (recipients.length === 0 && passphraseFile === undefined) return undefined;
  const age = await import('age-encryption');
  const encrypter = new age.Encrypter();
  if (passphraseFile !== undefined) encrypter.setPassphrase(readPassphrase(passphraseFile));
  for (const recipient of recipients) addRecipient(encrypter, recipient);
  return encrypter;
}

/**
 * Decrypts this backup. `undefined`: it is not encrypted.
 *
 * @throws AppError `usage` if the key is missing, unusable or not needed
 */
export async function makeDecrypter(backup: string, key: BackupKey): Promise<Decrypter | undefined> {
  const { identityFile, passphraseFile = identityFile === undefined ? key.usualPassphraseFile : undefined } = key;
  if (!fileBegins(backup, 'age-encryption.org/v1\n')) {
    if ((identityFile ?? key.passphraseFile) === undefined) return undefined;
    throw appError('usage', (m) => m.errors.backups.notEncrypted({ path: backup }));
  }
  const age = await import('age-encryption');
  const decrypter = new age.Decrypter();
  if (identityFile !== undefined) addIdentities(decrypter, identityFile);
  else if (passphraseFile !== undefined) decrypter.addPassphrase(readPassphrase(passphraseFile));
  else throw appError('usage', (m) => m.errors.backups.keyMissing({ path: backup }));
  return decrypter;
}

/** Encrypts a file into an existing one, in small parts, and syncs it. */
export async function encryptFile(encrypter: Encrypter, from: string, to: string, signal: AbortSignal): Promise<void> {
  await changeFile(from, to, (bytes) => encrypter.encrypt(bytes), { flags: 'r+', signal });
}

/**
 * Decrypts a backup into a new file that only its owner can read, and syncs it. Returns why the backup cannot be used, if it is damaged.
 *
 * @throws AppError `usage` if the key is not one of the backup's
 */
export async function decryptFile(
  decrypter: Decrypter,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Translated<string> | undefined> {
  try {
    await changeFile(from, to, (bytes) => decrypter.decrypt(bytes), { flags: 'wx', signal });
    return undefined;
  } catch (error) {
    // The library's own errors have no code.
    if (signal.aborted || typeof (error as NodeJS.ErrnoException).code === 'string') throw error;
    if (!(error as Error).message.startsWith('no identity matched')) return UNDECRYPTABLE;
    throw appError('usage', (m) => m.errors.backups.wrongKey({ path: from }));
  }
}

type Change = (bytes: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>;

async function changeFile(from: string, to: string, change: Change, { flags, signal }: { flags: string; signal: AbortSignal }) {
  const changed = async function* (source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    yield* await change(Readable.toWeb(Readable.from(source)));
  };
  await pipeline(createReadStream(from), changed, createWriteStream(to, { flags, mode: 0o600, flush: true }), { signal });
}

/** Shows only the beginning of an invalid recipient: it may be a secret key. */
function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw appError('usage', (m) => m.errors.backups.wrongRecipient({ beginning: recipient.slice(0, 10) }));
  }
}

/** A file from `age-keygen`: an identity a line, and comments. The library's errors are not passed on, because they can contain the key. */
function addIdentities(decrypter: Decrypter, file: string): void {
  const lines = readKeyFile(file).split('\n');
  const identities = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  try {
    if (identities.length === 0) throw new Error('no identity');
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    throw appError('usage', (m) => m.errors.backups.wrongIdentity({ file }));
  }
}

function readPassphrase(file: string): string {
  const passphrase = readKeyFile(file).trim();
  if (passphrase !== '') return passphrase;
  throw appError('usage', (m) => m.errors.backups.emptyPassphrase({ file }));
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw appError('usage', (m) => m.errors.backups.keyUnreadable({ file, code }), { cause: error });
  }
}

const UNDECRYPTABLE: Translated<string> = inEveryLanguage((m) => m.errors.backups.undecryptable);
