/** How long data is kept, and what was deleted. */
import type { Client } from '../domain/directory.ts';
import {
  type ClientRetention,
  RETENTION_COUNTS,
  type RetentionCount,
  type RetentionDays,
  type RetentionFacts,
  retentionOf,
} from '../domain/retention.ts';
import { count, list, oneOf, record, rowId, text, time, yes } from './record.ts';

interface OfClient {
  readonly client: Pick<Client, 'id' | 'name'>;
  /** `undefined`: the client has none. */
  readonly own: ClientRetention | undefined;
  readonly days: RetentionDays;
}

const KEPT = 'null: kept until erased.';

const days = count.nullable;

/** 0 is stored for what is kept. */
export function keptDays(limit: number): number | null {
  return limit === 0 ? null : limit;
}

/** The limits that apply to a client. */
export const clientRetentionRecord = record<OfClient>()({
  cliente_id: rowId.of(({ client }) => client.id),
  cliente: text.of(({ client }) => client.name),
  corpos_dias: days.of(
    ({ own, days: settings }) => keptDays(retentionOf(settings, own).bodies),
    `Days that bodies of events are kept; ${KEPT}`,
  ),
  corpos_proprio: yes.of(({ own }) => own !== undefined && own.bodies !== null, 'False: as in the settings.'),
  leads_dias: days.of(
    ({ own, days: settings }) => keptDays(retentionOf(settings, own).leads),
    `Days without activity that leads are kept; ${KEPT}`,
  ),
  leads_proprio: yes.of(({ own }) => own !== undefined && own.leads !== null, 'False: as in the settings.'),
});

interface InForce {
  readonly days: RetentionDays;
  readonly clients: readonly OfClient[];
  readonly facts: RetentionFacts;
}

export const retentionSettingsRecord = record<RetentionDays>()({
  corpos_dias: days.of(({ bodies }) => keptDays(bodies)),
  leads_dias: days.of(({ leads }) => keptDays(leads)),
  recusas_dias: days.of(({ refused }) => keptDays(refused)),
  jobs_dias: days.of(({ jobs }) => keptDays(jobs)),
  registro_dias: days.of(({ log }) => keptDays(log)),
});

export const retentionRecord = record<InForce>()({
  configuracoes: retentionSettingsRecord.of('days', KEPT),
  clientes: list(clientRetentionRecord).of('clients'),
  executada_em: time.nullable.of(({ facts }) => facts.ranAt),
});

export const retentionCountRecord = record<RetentionCount>()({
  tipo: oneOf(RETENTION_COUNTS).of('kind'),
  cliente_id: rowId.nullable.of('clientId', 'null: of no client.'),
  total: count.of('count'),
});
