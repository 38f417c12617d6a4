import type { Activity } from '../../../domain/activity.ts';
import { textId } from './row-id.ts';

export interface ActivityRow {
  readonly id: number;
  readonly em: number;
  readonly quem: string;
  readonly acao: string;
  readonly alvo: string;
  readonly detalhe: string;
}

export function toActivity(row: ActivityRow): Activity {
  return { id: textId(row.id), at: row.em, operator: row.quem, action: row.acao, target: row.alvo, detail: row.detalhe };
}
