import type { JsonObject } from '../base/exact-json.ts';
import type { RotatingSender, Rotation } from '../domain/secret-rotation.ts';
import { isoTime } from './json.ts';

/** How far the rotation of a source's secret is, and who still has to be changed. */
export function rotationJson(rotation: Rotation): JsonObject {
  return {
    rotacao: rotation.state,
    segredo_atual_desde: isoTime(rotation.currentSince),
    segredo_atual_usado_em: isoTime(rotation.currentUsedAt),
    segredo_anterior_usado_em: isoTime(rotation.previousUsedAt),
    segredo_anterior_sem_uso_suficiente_em: isoTime(rotation.quietAt),
    remetentes_segredo_anterior: rotation.senders.map(senderJson),
  };
}

function senderJson({ kind, id, remoteAddress, seenAt, currentSeenAt }: RotatingSender): JsonObject {
  return { tipo: kind, remetente: id, ip: remoteAddress, visto_em: isoTime(seenAt), com_segredo_atual_em: isoTime(currentSeenAt) };
}
