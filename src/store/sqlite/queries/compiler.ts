import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { SqlValue } from '../driver.ts';
import type { ActivityRow } from '../rows/activity-rows.ts';
import type { ConversionRow, DELIVERY_COLUMNS } from '../rows/conversion-rows.ts';
import type { EventRow } from '../rows/event-rows.ts';
import type { JobRow } from '../rows/job-rows.ts';
import type { LeadRow } from '../rows/lead-rows.ts';
import type { RefusedRow } from '../rows/refused-rows.ts';

type DeliveryColumn = (typeof DELIVERY_COLUMNS)[number];

interface Tables {
  webhook_eventos: EventRow;
  fila_jobs: JobRow;
  leads: LeadRow & { readonly cliente_nome: string };
  conversoes: Omit<ConversionRow, DeliveryColumn>;
  conversoes_envio: Pick<ConversionRow, DeliveryColumn> & { readonly conversao_id: number };
  clientes: { readonly id: number; readonly nome: string };
  usuarios: { readonly id: number; readonly email: string };
  campanhas: { readonly id: string; readonly nome: string };
  requisicoes_recusadas: RefusedRow;
  registro_operadores: ActivityRow;
}

/** Builds the SQL of filtered lists; it never runs anything itself. Hot statements are written out whole instead. */
export const lists = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

export interface CompiledList {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** The text and parameters of a built query. */
export function compiled(query: { compile(): { readonly sql: string; readonly parameters: readonly unknown[] } }): CompiledList {
  const { sql, parameters } = query.compile();
  return { sql, parameters: parameters as readonly SqlValue[] };
}
