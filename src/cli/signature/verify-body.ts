import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import type { Secrets } from '../../config/config.ts';
import { say, sayText } from '../../messages/messages.ts';
import { checkTimestamp, describeTimestamp, type TimestampCheck } from './check-timestamp.ts';
import { diagnoseSignature, type SignatureDiagnosis } from './diagnose-signature.ts';
import { currentSecret, type SignedSource, secretsOfSource } from './signed-source.ts';

export interface VerifyRequest {
  readonly source: SignedSource;
  readonly body: Uint8Array;
  readonly signature: string;
  readonly secrets: Secrets;
  readonly toleranceSeconds: number;
  readonly now: number;
}

export interface Verification {
  readonly diagnosis: SignatureDiagnosis;
  /** Of the own form; null for other sources. */
  readonly timestamp: { readonly check: TimestampCheck; readonly sentence: Translated<string> } | null;
}

/**
 * Checks a signature and, for the own form, the timestamp in the body.
 *
 * @throws AppError `configuration_invalid` when the source has no secret
 */
export function verifyBody({ source, body, signature, secrets, toleranceSeconds, now }: VerifyRequest): Verification {
  currentSecret(secrets, source);
  const bySource = {
    form: secretsOfSource(secrets, 'form'),
    'search-ads': secretsOfSource(secrets, 'search-ads'),
    'social-ads': secretsOfSource(secrets, 'social-ads'),
  };
  const diagnosis = diagnoseSignature({ source, body, signature, secrets: bySource });
  if (source !== 'form') return { diagnosis, timestamp: null };
  const check = checkTimestamp(body, now, toleranceSeconds);
  return { diagnosis, timestamp: { check, sentence: describeTimestamp(check, toleranceSeconds) } };
}

/** The verdict on the signature in words. */
export function verdictText(diagnosis: SignatureDiagnosis): string {
  if (diagnosis.kind === 'valid') {
    const secret = { current: 'atual', previous: 'anterior' }[diagnosis.secret];
    return say((m) => m.cli.signature.validSignedSecret({ secret: diagnosis.secret, secret2: secret }));
  }
  return [say((m) => m.cli.signature.notValid), ...diagnosis.reasons.map((reason) => `- ${sayText(reason)}`)].join('\n');
}

export function verificationJson({ diagnosis, timestamp }: Verification): JsonObject {
  const isValid = diagnosis.kind === 'valid';
  return {
    valida: isValid,
    segredo: isValid ? { current: 'atual', previous: 'anterior' }[diagnosis.secret] : null,
    motivos: isValid ? [] : diagnosis.reasons.map(({ en }) => en),
    timestamp: timestamp === null ? null : { resultado: timestamp.check.kind, atraso_segundos: timestamp.check.differenceSeconds },
  };
}
