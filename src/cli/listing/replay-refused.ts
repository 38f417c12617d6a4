import type { StoreContext } from '../../app/context.ts';
import { putThrough } from '../../app/put-through.ts';
import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { currentLanguage, say } from '../../base/language.ts';
import type { Operator } from '../../domain/ports.ts';
import type { PutThroughResult } from '../../domain/put-through.ts';
import { refusalText } from '../../presentation/refusal-text.ts';

/** What became of one refused request that should be put through again. */
export interface ReplayedRefusal {
  readonly id: string;
  /** `impossible`: there is no such request, it was put through already, or not all of it is kept. */
  readonly result: PutThroughResult | { readonly kind: 'impossible'; readonly error: AppError };
}

/** Puts refused requests through one after the other; one that cannot be put through does not keep the others back. */
export async function* replayRefused(context: StoreContext, ids: readonly string[], operator: Operator): AsyncGenerator<ReplayedRefusal> {
  for (const id of new Set(ids)) yield { id, result: await replayOne(context, id, operator) };
}

async function replayOne(context: StoreContext, id: string, operator: Operator): Promise<ReplayedRefusal['result']> {
  try {
    return await putThrough(context, id, operator);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'conflict')) return { kind: 'impossible', error };
    throw error;
  }
}

export function wasPutThrough({ result }: ReplayedRefusal): boolean {
  return result.kind === 'stored' || result.kind === 'ignored';
}

export function replayedRefusalJson({ id, result }: ReplayedRefusal): JsonObject {
  const fault = faultOf(result);
  return {
    recusa_id: id,
    resultado: result.kind,
    evento_ids: result.kind === 'stored' ? result.eventIds : [],
    codigo: fault?.code ?? null,
    detalhe: fault?.detail ?? null,
  };
}

/** The same as a sentence that says what to do. */
export function replayedRefusalText({ id, result }: ReplayedRefusal): string {
  switch (result.kind) {
    case 'stored':
      return say({
        en: `Refused request ${id}: stored as event ${result.eventIds.join(', ')}.`,
        pt: `Requisição recusada ${id}: gravada como evento ${result.eventIds.join(', ')}.`,
      });
    case 'ignored':
      return say({
        en: `Refused request ${id}: genuine, but there is no lead in it.`,
        pt: `Requisição recusada ${id}: autêntica, mas sem nenhum lead.`,
      });
    case 'refused':
      return say({
        en: `Refused request ${id}: refused again, ${result.code}. ${result.detail}`,
        pt: `Requisição recusada ${id}: recusada de novo, ${result.code}. ${refusalText(result.detail, 'pt')}`,
      });
    case 'impossible':
      return errorSentences(result.error);
  }
}

function errorSentences(error: AppError): string {
  const { message, hint } = error.inLanguage(currentLanguage());
  return hint === undefined ? message : `${message} ${hint}`;
}

function faultOf(result: ReplayedRefusal['result']): { readonly code: string; readonly detail: string } | undefined {
  if (result.kind === 'refused') return result;
  return result.kind === 'impossible' ? { code: result.error.code, detail: result.error.message } : undefined;
}
