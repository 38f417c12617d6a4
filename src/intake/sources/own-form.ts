import { field, isRawNumber, type JsonObject, type JsonValue } from '../../base/exact-json.ts';
import { hasVisibleCharacter } from '../../base/text.ts';
import { Origin } from '../../domain/origin.ts';
import { idText, isStorableText, LONGEST_FIELD } from '../identity-text.ts';
import { type FieldProblem, fieldsInvalid, type Refusal, refusal } from '../intake-request.ts';
import type { SourceKey } from '../keyring.ts';
import type { Source } from '../source.ts';
import { signedSource } from '../verify-signature.ts';

const ID_RULE = `must be a non-empty string of at most ${LONGEST_FIELD} characters, or a whole number`;

/** The backend of a landing page: always signed, with a `timestamp` in the body that prevents replays of old requests. */
export function ownFormSource(keys: () => readonly SourceKey[], toleranceSeconds: number): Source {
  return {
    origin: Origin.ownForm,
    ...signedSource({ headers: ['X-Formulario-Signature'], setting: 'FORMULARIO_SECRET', keys, allowUnsigned: false }),
    read(json, body, now) {
      const seconds = unixSeconds(field(json, 'timestamp'));
      if (seconds !== undefined && now !== undefined) {
        const refused = outsideWindow(seconds, Math.floor(now / 1_000), toleranceSeconds);
        if (refused !== undefined) return refused;
      }
      const eventType = field(json, 'event_type');
      const identity = idText(field(json, 'id'), LONGEST_FIELD);
      const problems = fieldProblems(json);
      if (problems.length > 0 || typeof eventType !== 'string' || identity === undefined) return fieldsInvalid(problems);
      return { kind: 'events', events: [{ eventType, identity }], body, batch: false };
    },
  };
}

/** Unix time as a number, or as a string of digits, which some form libraries send. */
export function unixSeconds(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (isRawNumber(value)) return Number(value.rawJSON);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : undefined;
}

function outsideWindow(seconds: number, nowSeconds: number, toleranceSeconds: number): Refusal | undefined {
  const ahead = seconds - nowSeconds;
  if (Math.abs(ahead) <= toleranceSeconds) return undefined;
  const isFar = Math.abs(ahead) > FAR_SECONDS;
  const looksLikeMs = Math.abs(seconds / 1_000 - nowSeconds) <= FAR_SECONDS && seconds > 10 * FAR_SECONDS;
  const about = {
    seconds: isFar ? FAR_SECONDS : Math.ceil(Math.abs(ahead)),
    isMore: isFar ? 1 : 0,
    isAhead: ahead > 0 ? 1 : 0,
    allowed: toleranceSeconds,
  };
  return refusal(401, 'timestamp_out_of_window', ['timestampOff', about], [looksLikeMs ? 'timestampInMs' : 'checkBothClocks']);
}

/** About 31 years: beyond that, the exact number of seconds is of no use. */
const FAR_SECONDS = 1_000_000_000;

/** Whether a field can be used, and the rule it follows. */
const RULES: readonly (readonly [name: string, isUsable: (value: JsonValue | undefined) => boolean, rule: string])[] = [
  [
    'event_type',
    (value) => typeof value === 'string' && isStorableText(value, LONGEST_FIELD),
    `must be a non-empty string of at most ${LONGEST_FIELD} characters`,
  ],
  ['id', isId, ID_RULE],
  ['timestamp', (value) => unixSeconds(value) !== undefined, 'must be Unix time in seconds, as a number or as text of digits'],
  ['campanha_id', isId, ID_RULE],
  ['nome', (value) => typeof value === 'string' && hasVisibleCharacter(value), 'must be a string with at least one visible character'],
];

function fieldProblems(json: JsonObject): readonly FieldProblem[] {
  return RULES.filter(([key, isUsable]) => !isUsable(field(json, key))).map(([key, , rule]) => ({
    field: key,
    problem: field(json, key) === undefined ? `is missing; it ${rule}` : rule,
  }));
}

function isId(value: JsonValue | undefined): boolean {
  return idText(value, LONGEST_FIELD) !== undefined;
}
