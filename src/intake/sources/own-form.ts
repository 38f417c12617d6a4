import { field, isRawNumber, type JsonObject, type JsonValue } from '../../base/exact-json.ts';
import { hasVisibleCharacter } from '../../base/text.ts';
import { idText, isStorableText, LONGEST_FIELD } from '../identity-text.ts';
import { type FieldProblem, fieldsInvalid, type Refusal, refusal } from '../intake-request.ts';
import type { SourceKey } from '../keyring.ts';
import type { Source } from '../source.ts';
import { givenSignature, malformedSignature, signatureMissing, sourceNotConfigured, verifySignature } from '../verify-signature.ts';

const ID_RULE = `must be a non-empty string of at most ${LONGEST_FIELD} characters, or a whole number`;

const SIGNATURE_HEADERS = ['X-Formulario-Signature'];
const HOW_TO_SIGN = 'Send X-Formulario-Signature: sha256=<hex HMAC-SHA256 of the raw body>.';

/** The backend of a landing page: always signed, with a `timestamp` inside the body against old requests sent again. */
export function ownFormSource(keys: () => readonly SourceKey[], toleranceSeconds: number): Source {
  return {
    origin: 'formulario_proprio',
    refusedByHeaders(request) {
      if (keys().length === 0) return sourceNotConfigured('FORMULARIO_SECRET');
      const given = givenSignature(request, SIGNATURE_HEADERS);
      return given === undefined ? signatureMissing(HOW_TO_SIGN) : malformedSignature(given);
    },
    authenticate(request) {
      if (keys().length === 0) return sourceNotConfigured('FORMULARIO_SECRET');
      const given = givenSignature(request, SIGNATURE_HEADERS);
      if (given === undefined) return signatureMissing(HOW_TO_SIGN);
      return verifySignature(given, keys(), request.body);
    },
    read(json, body, now) {
      const seconds = unixSeconds(field(json, 'timestamp'));
      if (seconds !== undefined && now !== undefined) {
        const refused = outsideWindow(seconds, Math.floor(now / 1_000), toleranceSeconds);
        if (refused !== undefined) return refused;
      }
      const eventType = field(json, 'event_type');
      const identity = idText(field(json, 'id'), LONGEST_FIELD);
      const problems = fieldProblems(json, seconds);
      if (problems.length > 0 || typeof eventType !== 'string' || identity === undefined) return fieldsInvalid(problems);
      return { kind: 'events', events: [{ eventType, identity }], body, batch: false };
    },
  };
}

/** Unix time as a number, or as text of digits only, which some form libraries make of it. */
export function unixSeconds(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (isRawNumber(value)) return Number(value.rawJSON);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : undefined;
}

function outsideWindow(seconds: number, nowSeconds: number, toleranceSeconds: number): Refusal | undefined {
  const ahead = seconds - nowSeconds;
  if (Math.abs(ahead) <= toleranceSeconds) return undefined;
  const distance = Math.abs(ahead) > FAR_SECONDS ? `more than ${FAR_SECONDS}` : String(Math.ceil(Math.abs(ahead)));
  const where = `The timestamp is ${distance} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the clock of the server; ${toleranceSeconds} are allowed.`;
  const looksLikeMs = Math.abs(seconds / 1_000 - nowSeconds) <= FAR_SECONDS && seconds > 10 * FAR_SECONDS;
  const advice = looksLikeMs
    ? 'It looks like milliseconds: send Unix time in seconds.'
    : 'Sign and send at the same moment, and check both clocks.';
  return refusal(401, 'timestamp_out_of_window', `${where} ${advice}`);
}

/** About 31 years: further away, the number of seconds tells nobody anything. */
const FAR_SECONDS = 1_000_000_000;

function fieldProblems(json: JsonObject, seconds: number | undefined): readonly FieldProblem[] {
  const eventType = field(json, 'event_type');
  const name = field(json, 'nome');
  const checks: readonly (readonly [name: string, usable: boolean, rule: string])[] = [
    [
      'event_type',
      typeof eventType === 'string' && isStorableText(eventType, LONGEST_FIELD),
      `must be a non-empty string of at most ${LONGEST_FIELD} characters`,
    ],
    ['id', idText(field(json, 'id'), LONGEST_FIELD) !== undefined, ID_RULE],
    ['timestamp', seconds !== undefined, 'must be Unix time in seconds, as a number or as text of digits'],
    ['campanha_id', idText(field(json, 'campanha_id'), LONGEST_FIELD) !== undefined, ID_RULE],
    ['nome', typeof name === 'string' && hasVisibleCharacter(name), 'must be a string with at least one visible character'],
  ];
  return checks
    .filter(([, usable]) => !usable)
    .map(([key, , rule]) => ({ field: key, problem: field(json, key) === undefined ? `is missing; it ${rule}` : rule }));
}
