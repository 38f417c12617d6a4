import type { JsonObject } from '../base/exact-json.ts';
import type { ReplayedRefusal, ReplayPreview } from '../domain/put-through.ts';

/** What replaying many refused requests would do. */
export function replayPreviewJson({ total, stored, withoutCredential, ignored, impossible, refused }: ReplayPreview): JsonObject {
  return {
    total,
    gravadas: stored,
    sem_credencial: withoutCredential,
    sem_lead: ignored,
    impossiveis: impossible,
    recusadas_de_novo: refused.map(({ code, count }) => ({ codigo: code, total: count })),
  };
}

/** Whether nothing more has to be done about it. */
export function wasPutThrough({ result }: ReplayedRefusal): boolean {
  return result.kind === 'stored' || result.kind === 'ignored';
}

/** What became of one refused request. */
export function replayedRefusalJson({ id, result }: ReplayedRefusal): JsonObject {
  const fault = faultOf(result);
  return {
    recusa_id: id,
    resultado: result.kind,
    evento_ids: result.kind === 'stored' ? result.eventIds : [],
    sem_credencial: result.kind === 'stored' && result.withoutCredential,
    codigo: fault?.code ?? null,
    detalhe: fault?.detail ?? null,
  };
}

function faultOf(result: ReplayedRefusal['result']): { readonly code: string; readonly detail: string } | undefined {
  if (result.kind === 'refused') return result;
  return result.kind === 'impossible' ? { code: result.error.code, detail: result.error.message } : undefined;
}
