import { formatDuration } from '../../base/duration.ts';
import { field, isJsonObject, type JsonObject, readJson } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { parseSignature, signingSecretIndex } from '../../base/signature.ts';
import { Origin } from '../../domain/origin.ts';
import { unixSeconds } from '../../intake/sources/own-form.ts';
import { inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import { diagnoseSignature, type SignatureDiagnosis, type SignatureQuestion } from './diagnose-signature.ts';
import type { OpenedSecret } from './named-secrets.ts';
import { currentSecret, SOURCE_FACTS } from './signed-source.ts';

interface VerifyRequest extends SignatureQuestion {
  /** The named secrets of the source. */
  readonly named: readonly OpenedSecret[];
  readonly toleranceSeconds: number;
  readonly now: number;
}

interface Verification {
  readonly diagnosis: SignatureDiagnosis;
  /** For website forms; `null` for other sources. */
  readonly timestamp: { readonly check: TimestampCheck; readonly sentence: Translated<string> } | null;
}

/**
 * Checks a signature and, for website forms, the timestamp in the body.
 *
 * @throws AppError `configuration_invalid` if the source has no secret
 */
export function verifyBody({ source, body, signature, secrets, named, toleranceSeconds, now }: VerifyRequest): Verification {
  if (named.length === 0) currentSecret(secrets, source);
  const { key } = SOURCE_FACTS[source];
  const values = named.map(({ value }) => value);
  const digest = parseSignature(signature);
  const signer = digest === undefined ? undefined : named[signingSecretIndex(values, body, digest)];
  // Named ones come first, as in the service.
  const diagnosis: SignatureDiagnosis =
    signer === undefined
      ? diagnoseSignature({ source, body, signature, secrets: { ...secrets, [key]: [...secrets[key], ...values] } })
      : { kind: 'valid', secret: { name: signer.name } };
  if (source !== Origin.ownForm) return { diagnosis, timestamp: null };
  const check = checkTimestamp(body, now, toleranceSeconds);
  return { diagnosis, timestamp: { check, sentence: describeTimestamp(check, toleranceSeconds) } };
}

/** The verdict on the signature in words. */
export function verdictText(diagnosis: SignatureDiagnosis): string {
  if (diagnosis.kind === 'valid') {
    const { secret } = diagnosis;
    return say(({ cli: { signature: words } }) => (typeof secret === 'object' ? words.validNamed(secret) : words.valid[secret]));
  }
  return [say((m) => m.cli.signature.notValid), ...diagnosis.reasons.map((reason) => `- ${sayText(reason)}`)].join('\n');
}

export function verificationJson({ diagnosis, timestamp }: Verification): JsonObject {
  const isValid = diagnosis.kind === 'valid';
  const secret = isValid ? diagnosis.secret : undefined;
  const name = typeof secret === 'object' ? secret.name : null;
  return {
    valida: isValid,
    segredo: typeof secret === 'string' ? { current: 'atual', previous: 'anterior' }[secret] : null,
    segredo_nomeado: name,
    motivos: isValid ? [] : diagnosis.reasons.map(({ en }) => en),
    timestamp: timestamp === null ? null : { resultado: timestamp.check.kind, atraso_segundos: timestamp.check.differenceSeconds },
  };
}

/** How the service would judge a form's `timestamp` now. `differenceSeconds` is positive for a time in the past. */
type TimestampCheck =
  | { readonly kind: 'inside' | 'outside' | 'milliseconds'; readonly differenceSeconds: number }
  | { readonly kind: 'unreadable'; readonly differenceSeconds: null };

/** Compares the `timestamp` of a website form's body with the clock. Never throws. */
export function checkTimestamp(body: Uint8Array, now: number, toleranceSeconds: number): TimestampCheck {
  const reading = readJson(body);
  const value = reading.ok && isJsonObject(reading.value) ? field(reading.value, 'timestamp') : undefined;
  const seconds = unixSeconds(value);
  if (seconds === undefined) return { kind: 'unreadable', differenceSeconds: null };
  // `1e400` exceeds the range of a number; intake refuses it because it is too far from now.
  if (!Number.isFinite(seconds)) return { kind: 'outside', differenceSeconds: -Math.sign(seconds) * FARTHEST_SECONDS };
  // Unix seconds reach 10^11 in the year 5138, milliseconds passed it in 1973.
  if (Math.abs(seconds) >= 1e11) return { kind: 'milliseconds', differenceSeconds: Math.round(now / 1_000 - seconds / 1_000) };
  const differenceSeconds = Math.round(now / 1_000 - seconds);
  return { kind: Math.abs(differenceSeconds) <= toleranceSeconds ? 'inside' : 'outside', differenceSeconds };
}

/** Reported for a difference larger than any number. */
const FARTHEST_SECONDS = 1e11;

/** The check as a sentence that says what to do. */
export function describeTimestamp(check: TimestampCheck, toleranceSeconds: number): Translated<string> {
  return inEveryLanguage(({ cli: { signature: words } }) => {
    if (check.kind === 'unreadable') return words.unreadable;
    if (check.kind === 'milliseconds') return words.milliseconds;
    const { differenceSeconds } = check;
    const distance = formatDuration(Math.abs(differenceSeconds) * 1_000);
    const place = words.ispastPastFuture({ isPast: differenceSeconds >= 0 });
    if (check.kind === 'inside') return words.timestampFits({ distance, place, toleranceSeconds });
    const advice = isOfAnotherZone(differenceSeconds) ? words.wholeHours : words.oldRequest;
    return words.timestampOff({ distance, place, toleranceSeconds, advice });
  });
}

/** Off by whole hours: local time of another zone was sent as UTC. */
function isOfAnotherZone(differenceSeconds: number): boolean {
  const hours = Math.round(differenceSeconds / 3_600);
  return hours !== 0 && Math.abs(hours) <= 14 && Math.abs(differenceSeconds - hours * 3_600) <= 60;
}
