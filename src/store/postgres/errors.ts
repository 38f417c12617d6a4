import { AppError, type ErrorCode } from '../../base/app-error.ts';
import { appError, type ErrorPick, type Messages } from '../../messages/messages.ts';

/** The reason is what the server or the driver said. */
type Translation = readonly [code: ErrorCode, text: (messages: Messages, reason: string) => ReturnType<ErrorPick>];

const AWAY: Translation = ['store_unavailable', (m, reason) => m.errors.store.serverAway({ reason })];
const UNTRUSTED: Translation = ['store_unusable', (m, reason) => m.errors.store.untrustedServer({ reason })];
const NO_TLS: Translation = ['store_unusable', (m) => m.errors.store.noServerTls];
const NO_CERTIFICATE: Translation = ['store_unusable', (m, reason) => m.errors.store.unreadableCertificate({ reason })];
const BUSY: Translation = ['store_busy', (m) => m.errors.store.busy];
const TOO_LONG: Translation = ['store_busy', (m, reason) => m.errors.store.statementEnded({ reason })];
const FULL: Translation = ['store_full', (m) => m.errors.store.full];

/** By SQLSTATE, or its class: appendix A of the manual. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  '08': AWAY,
  '28': ['store_unusable', (m) => m.errors.store.loginRefused],
  '3D000': ['store_unusable', (m) => m.errors.store.noSuchDatabase],
  '42501': ['store_unusable', (m) => m.errors.store.noRights],
  '25006': ['store_unavailable', (m) => m.errors.store.standby],
  '40001': BUSY,
  '40P01': BUSY,
  '55000': AWAY,
  '55P03': TOO_LONG,
  '57014': TOO_LONG,
  '53100': FULL,
  '53200': ['store_overloaded', (m) => m.errors.store.serverMemory],
  '53300': ['store_overloaded', (m) => m.errors.store.tooManyConnections],
  '57': AWAY,
  '58': AWAY,
};

/** Codes of the operating system and of the driver for a server that cannot be reached. */
const UNREACHABLE = /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/;

/** Codes of OpenSSL and of Node for a certificate that cannot be verified: SELF_SIGNED_CERT_IN_CHAIN, UNABLE_TO_VERIFY_LEAF_SIGNATURE, … */
const UNVERIFIED = /CERT|UNABLE_TO_VERIFY/;

/** Errors that a repeated transaction does not meet again: serialization failure, deadlock. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(causeOf(error)));
}

/** What the server or the driver said. */
export function causeOf(error: unknown): unknown {
  return error instanceof AppError ? error.cause : error;
}

/** Whether the server's table of locks was full, or its memory: a smaller transaction needs less. */
export function isOutOfMemory(error: unknown): boolean {
  return codeOf(causeOf(error)) === '53200';
}

/** Whether this process stopped waiting for an answer, or broke the connection off. */
export function isUnanswered(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && /^(Query read timeout|Connection terminated)/.test(cause.message);
}

/** Whether a prepared statement gives other columns than it did, because its table has changed. Another connection prepares it anew. */
export function isOutdated(error: unknown): boolean {
  return codeOf(causeOf(error)) === '0A000';
}

/**
 * Converts an error of the driver or the server to a store error by its code, never by its text.
 *
 * @param isOpen the store was usable: what the server refuses now, such as the login of a role that is being changed, it may allow again
 */
export function toStoreError(error: unknown, isOpen = false): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const translation = TRANSLATIONS[code] ?? TRANSLATIONS[code.slice(0, 2)] ?? connectionFailure(error, code);
  if (translation === undefined) return appError('internal', (m) => m.errors.store.operationRefused, { cause: withoutValues(error) });
  const [storeCode, text] = translation;
  return appError(isOpen && storeCode === 'store_unusable' ? 'store_unavailable' : storeCode, (m) => text(m, reasonOf(error)), {
    cause: withoutValues(error),
  });
}

/** Runs what the server answers, and rejects with store errors. */
export async function inStoreWords<Result>(work: () => Promise<Result>, isOpen = false): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error, isOpen);
  }
}

/** Why there is no connection, if that is what the error says. */
function connectionFailure(error: unknown, code: string): Translation | undefined {
  if (!(error instanceof Error)) return undefined;
  // The driver reads the files of the URL before it connects.
  if ('syscall' in error && error.syscall === 'open') return NO_CERTIFICATE;
  if (UNVERIFIED.test(code)) return UNTRUSTED;
  if (code === '' && error.message === 'The server does not support SSL connections') return NO_TLS;
  return isUnreachable(error, code) ? AWAY : undefined;
}

function reasonOf(error: unknown): string {
  // A host with several addresses.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}

/** The server quotes values, which may be personal data, in details and in the messages of data exceptions. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error) || !('severity' in error)) return error;
  const message = codeOf(error).startsWith('22') ? error.message.replaceAll(/".*"/gs, '"…"') : error.message;
  return Object.assign(new Error(message), { code: codeOf(error) });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The driver gives no code to a connection that ended or that was not opened in time. */
function isUnreachable(error: Error, code: string): boolean {
  return (
    UNREACHABLE.test(code) || (code === '' && /^(Connection terminated|timeout exceeded|Query read timeout|Client )/.test(error.message))
  );
}
