import { formatDuration } from '../../base/duration.ts';
import { field, isJsonObject, readJson } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { unixSeconds } from '../../intake/sources/own-form.ts';

/** What the service would say of a form's `timestamp` now. `differenceSeconds` is positive when it lies in the past. */
export type TimestampCheck =
  | { readonly kind: 'inside' | 'outside' | 'milliseconds'; readonly differenceSeconds: number }
  | { readonly kind: 'unreadable'; readonly differenceSeconds: null };

/** Compares the `timestamp` of an own-form body with the clock. Never throws. */
export function checkTimestamp(body: Uint8Array, now: number, toleranceSeconds: number): TimestampCheck {
  const reading = readJson(body);
  const value = reading.ok && isJsonObject(reading.value) ? field(reading.value, 'timestamp') : undefined;
  const seconds = unixSeconds(value);
  if (seconds === undefined) return { kind: 'unreadable', differenceSeconds: null };
  // `1e400` is more than a number holds; intake refuses it for its distance all the same.
  if (!Number.isFinite(seconds)) return { kind: 'outside', differenceSeconds: -Math.sign(seconds) * FARTHEST_SECONDS };
  // Unix seconds reach 10^11 in the year 5138, milliseconds passed it in 1973.
  if (Math.abs(seconds) >= 1e11) return { kind: 'milliseconds', differenceSeconds: Math.round(now / 1_000 - seconds / 1_000) };
  const differenceSeconds = Math.round(now / 1_000 - seconds);
  return { kind: Math.abs(differenceSeconds) <= toleranceSeconds ? 'inside' : 'outside', differenceSeconds };
}

/** Told of what is further away than any number. */
const FARTHEST_SECONDS = 1e11;

/** The check as a sentence that says what to do. */
export function describeTimestamp(check: TimestampCheck, toleranceSeconds: number): Translated<string> {
  if (check.kind === 'unreadable') return UNREADABLE;
  if (check.kind === 'milliseconds') return MILLISECONDS;
  const distance = formatDuration(Math.abs(check.differenceSeconds) * 1_000);
  const isPast = check.differenceSeconds >= 0;
  const place = { en: isPast ? 'in the past' : 'in the future', pt: isPast ? 'no passado' : 'no futuro' };
  if (check.kind === 'inside') {
    return {
      en: `The timestamp is ${distance} ${place.en}, within the ${toleranceSeconds} s that are allowed.`,
      pt: `O timestamp está ${distance} ${place.pt}, dentro dos ${toleranceSeconds} s permitidos.`,
    };
  }
  const advice = clockAdvice(check.differenceSeconds);
  return {
    en: `The timestamp is ${distance} ${place.en}, and ${toleranceSeconds} s are allowed: sent now, the request is answered 401. ${advice.en}`,
    pt: `O timestamp está ${distance} ${place.pt}, e são permitidos ${toleranceSeconds} s: enviada agora, a requisição recebe 401. ${advice.pt}`,
  };
}

const UNREADABLE = {
  en: 'The body has no numeric timestamp: the service answers 422. Send Unix time in seconds.',
  pt: 'O corpo não tem timestamp numérico: o serviço responde 422. Envie o horário Unix em segundos.',
};
const MILLISECONDS = {
  en: 'The timestamp is in milliseconds: the service reads seconds and answers 401. Divide it by 1000 and drop the fraction.',
  pt: 'O timestamp está em milissegundos: o serviço lê segundos e responde 401. Divida por 1000 e descarte a fração.',
};

function clockAdvice(differenceSeconds: number): Translated<string> {
  const hours = Math.round(differenceSeconds / 3_600);
  const isWholeHours = hours !== 0 && Math.abs(hours) <= 14 && Math.abs(differenceSeconds - hours * 3_600) <= 60;
  if (isWholeHours) {
    return {
      en: 'It is a whole number of hours, so the sender probably takes local time for UTC.',
      pt: 'É um número inteiro de horas: o remetente provavelmente usa a hora local como UTC.',
    };
  }
  return {
    en: 'For an old request that is as it should be; for a new one, set the clocks of both sides by NTP.',
    pt: 'Para uma requisição antiga é o esperado; para uma nova, acerte os relógios dos dois lados por NTP.',
  };
}
