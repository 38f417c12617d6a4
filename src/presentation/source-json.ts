import type { JsonObject } from '../base/exact-json.ts';
import type { SourceActivity } from '../domain/source-activity.ts';
import type { SourceSilence } from '../domain/source-silence.ts';
import { isoTime } from './json.ts';

const SILENCE_WORDS: Readonly<Record<SourceSilence['kind'], string>> = { unknown: 'desconhecido', usual: 'usual', unusual: 'incomum' };

/** How long a source has said nothing, in ms; null: it never said anything. */
export function silenceOf({ lastReceivedAt }: Pick<SourceActivity, 'lastReceivedAt'>, now: number): number | null {
  return lastReceivedAt === null ? null : Math.max(0, now - lastReceivedAt);
}

function silenceJson(silence: SourceSilence): JsonObject {
  return { situacao: SILENCE_WORDS[silence.kind], maior_usual_ms: silence.kind === 'unknown' ? null : silence.longestUsualMs };
}

/** What a source did. */
export function sourceActivityJson(activity: SourceActivity, now: number): JsonObject {
  return {
    ultimo_evento_em: isoTime(activity.lastReceivedAt),
    ultima_credencial: activity.lastProvenBy,
    silencio_ms: silenceOf(activity, now),
    silencio: silenceJson(activity.silence),
    recebidos_24h: activity.received24h,
    recebidos_24h_ou_mais: activity.isMoreThanCounted,
  };
}
