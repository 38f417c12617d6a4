import type { ConversionTarget } from '../../../domain/attribution.ts';
import { type ConversionState, firstState, type NewConversion, type Platform } from '../../../domain/conversion.ts';
import type { Lead } from '../../../domain/lead.ts';
import type { Connection, Insertion, SqlValue } from '../connection.ts';
import { rowId } from '../rows/fields.ts';

const INSERTION: Insertion = {
  table: 'conversoes',
  columns: [
    ...['lead_id', 'cliente_id', 'evento_id', 'plataforma', 'click_id', 'click_tipo', 'nome', 'chave', 'valor', 'moeda', 'ocorrida_em'],
    ...['estado', 'criado_em'],
  ],
};

/** One at a time, because the caller needs its id. */
const INSERT_CONVERSION = `insert into conversoes (${INSERTION.columns.join(', ')}) values (${INSERTION.columns.map(() => '?').join(', ')})`;

const REGISTERED = `
select c.id, c.plataforma, c.estado, c.nome, s.registrada_por from conversoes c left join conversoes_envio s on s.conversao_id = c.id
where c.lead_id = ? and c.chave = ? order by c.id`;

const SECOND_MS = 1_000;

const TIMES_OF_OTHERS = 'select ocorrida_em from conversoes where lead_id = ? and chave <> ?';

/** In the order of the columns. */
export type NewConversionRow = readonly SqlValue[];

/** A conversion for one platform; `target` is `null` if there is none. */
interface TargetedConversion {
  readonly lead: Pick<Lead, 'id' | 'clientId'>;
  readonly eventRow: number;
  readonly target: ConversionTarget | null;
  readonly conversion: NewConversion;
}

/** The row of a conversion that has not been tried yet. */
export function newConversionRow({ lead, eventRow, target, conversion }: TargetedConversion, now: number): NewConversionRow {
  const { name, key, value, currency, happenedAt } = conversion;
  const platform = target?.platform ?? null;
  const owners = [rowId(lead.id), rowId(lead.clientId), eventRow];
  const click = [platform, target?.clickId ?? null, target?.clickKind ?? null];
  return [...owners, ...click, name, key, value, currency, happenedAt, firstState(platform), now];
}

export async function insertConversions(connection: Connection, rows: readonly NewConversionRow[]): Promise<void> {
  await connection.insertRows(INSERTION, rows);
}

/** Returns its id. */
export async function insertConversion(connection: Connection, row: NewConversionRow): Promise<number> {
  return await connection.insert(INSERT_CONVERSION, ...row);
}

/**
 * When a conversion counts as happened. Google Ads refuses a second one of the same click and second, so of one lead, each has a second of its own:
 * the next one until `latest`, otherwise one before.
 */
export async function ownSecond(
  connection: Connection,
  leadRow: number,
  { key, happenedAt }: Pick<NewConversion, 'key' | 'happenedAt'>,
  latest: number,
): Promise<number> {
  const others = await connection.all<{ readonly ocorrida_em: number }>(TIMES_OF_OTHERS, leadRow, key);
  const taken = new Set(others.map((one) => Math.floor(one.ocorrida_em / SECOND_MS)));
  const firstFree = (stepMs: number): number => {
    let at = happenedAt;
    while (taken.has(Math.floor(at / SECOND_MS))) at += stepMs;
    return at;
  };
  const next = firstFree(SECOND_MS);
  return next <= latest ? next : firstFree(-SECOND_MS);
}

export interface RegisteredRow {
  readonly id: number;
  readonly plataforma: Platform | null;
  readonly estado: ConversionState;
  readonly nome: string;
  readonly registrada_por: string | null;
}

/** The rows of a lead's conversion, one for each platform that receives it; empty if it is not registered. */
export async function registeredUnder(connection: Connection, leadRow: number, key: string): Promise<readonly RegisteredRow[]> {
  return (await connection.all(REGISTERED, leadRow, key)) as unknown as readonly RegisteredRow[];
}
