import type { JsonObject } from '../base/exact-json.ts';
import type { Activity } from '../domain/activity.ts';
import { isoTime } from './json.ts';

export function activityJson(activity: Activity): JsonObject {
  return {
    registro_id: activity.id,
    em: isoTime(activity.at),
    quem: activity.operator,
    acao: activity.action,
    alvo: activity.target,
    detalhe: activity.detail,
  };
}
