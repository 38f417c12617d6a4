import * as Flags from '@oclif/core/flags';
import { AppError } from '../../base/app-error.ts';
import { parseDurationMs } from '../../base/duration.ts';
import { isoTimeMs } from '../../base/iso-time.ts';

/** A day (`2026-11-01`, from midnight here), a moment in ISO 8601 with its offset, or a length of time before now, as UTC ms. */
export const sinceFlag = Flags.custom<number>({
  helpValue: 'TIME',
  parse: async (input) => readSince(input, Date.now()),
});

/** @throws AppError `usage` for anything else, and for a time to come */
function readSince(text: string, now: number): number {
  const since = momentOf(text.trim(), now);
  if (since !== undefined && since < now) return since;
  throw new AppError('usage', {
    en: `must be a day or a moment that exists and is over (2026-11-01, 2026-11-01T09:00:00-03:00), or a length of time such as 7d, not "${text}".`,
    pt: `deve ser um dia ou momento que exista e tenha passado (2026-11-01, 2026-11-01T09:00:00-03:00), ou um intervalo de tempo como 7d, não "${text}".`,
  });
}

function momentOf(text: string, now: number): number | undefined {
  const ms = parseDurationMs(text);
  if (ms !== undefined) return now - ms;
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return undefined;
  return isoTimeMs(text.includes('T') ? text : `${text}T00:00:00`);
}
