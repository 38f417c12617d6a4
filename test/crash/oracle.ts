import { type Driver, openDriver } from '../../src/store/sqlite/driver.ts';
import { storedKeys } from '../support/stored-keys.ts';
import type { Acknowledged } from './load.ts';

/** What must hold at all times, also in the middle of the program's work. Each query finds the rows that violate it. */
const ALWAYS: readonly (readonly [violation: string, sql: string])[] = [
  [
    'events without exactly one job',
    `select e.id from webhook_eventos e left join (select evento_id, count(*) as jobs from fila_jobs where fila = 'webhooks' group by evento_id) j on j.evento_id = e.id
     where ifnull(j.jobs, 0) <> 1`,
  ],
  ['jobs without an event', 'select id from fila_jobs where evento_id not in (select id from webhook_eventos)'],
  [
    'events whose status and job do not agree',
    `select e.id from webhook_eventos e join fila_jobs j on j.evento_id = e.id and j.fila = 'webhooks'
     where (e.status = 'processado') <> (j.estado = 'concluido') or (e.status = 'erro') <> (j.estado = 'falhou')`,
  ],
  [
    'events with a wrong number of leads',
    `select e.id from webhook_eventos e left join (select evento_id, count(*) as leads from leads group by evento_id) l on l.evento_id = e.id
     where ifnull(l.leads, 0) <> iif(e.status = 'processado', 1, 0)`,
  ],
  ['leads without their event', 'select id from leads where evento_id not in (select id from webhook_eventos)'],
  [
    'leads without exactly one conversion',
    `select l.id from leads l left join (select lead_id, count(*) as conversions from conversoes group by lead_id) c on c.lead_id = l.id
     where ifnull(c.conversions, 0) <> 1`,
  ],
  ['conversions without a lead', 'select id from conversoes where lead_id not in (select id from leads)'],
  [
    'events that name another lead than theirs',
    'select e.id from webhook_eventos e join leads l on l.evento_id = e.id where ifnull(e.lead_id, 0) <> l.id',
  ],
  [
    'counters that do not say what the rows say',
    `select g.column1 as id from (values ('pendente'), ('estacionado'), ('concluido'), ('falhou')) g
     where ifnull((select sum(total) from fila_totais t where t.grupo = g.column1), 0) <> (
       select count(*) from fila_jobs
       where iif(estado = 'pendente' and disponivel_em is null, 'estacionado', estado) = g.column1
     )`,
  ],
];

/** What must also hold once the queue is empty. */
const AT_THE_END: readonly (readonly [violation: string, sql: string])[] = [
  ['events that were not processed', "select id from webhook_eventos where status <> 'processado'"],
];

const SHOWN = 5;

interface StoredEvent {
  readonly id: number;
  readonly identidade: string;
  readonly corpo: Uint8Array;
}

/**
 * Checks a database from outside, in one snapshot, and returns the violations in plain sentences. For events like those of `Load`: one lead
 * with one conversion each. `drained`: no work is left.
 */
export function findViolations(databasePath: string, acknowledged: Acknowledged, options: { readonly drained: boolean }): string[] {
  const driver = openDriver(databasePath, { readonly: true });
  try {
    driver.exec('begin');
    return [
      ...integrityProblems(driver),
      ...lostEvents(driver.prepare(OWN_FORM).all() as StoredEvent[], acknowledged),
      ...listed('events without exactly one key', withoutOneKey(driver, 'eventos', ['evento_chaves', 'evento_id'])),
      ...listed('leads without exactly one key', withoutOneKey(driver, 'lead_linhas', ['lead_chaves', 'lead_id'])),
      ...rulesOf(options).flatMap(([violation, sql]) => listed(violation, idsOf(driver.prepare(sql).all()))),
    ];
  } catch (error) {
    return [`the database cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    driver.close();
  }
}

/** The same rules in a PostgreSQL database; the server itself looks after its files and references. */
export async function findServerViolations(
  query: (sql: string) => Promise<readonly unknown[]>,
  acknowledged: Acknowledged,
  options: { readonly drained: boolean },
): Promise<string[]> {
  const violations = lostEvents((await query(OWN_FORM)) as StoredEvent[], acknowledged);
  for (const [violation, sql] of rulesOf(options)) violations.push(...listed(violation, idsOf(await query(sql))));
  return violations;
}

function rulesOf({ drained }: { readonly drained: boolean }): typeof ALWAYS {
  return drained ? [...ALWAYS, ...AT_THE_END] : ALWAYS;
}

interface RowCounts {
  readonly stored: number;
  readonly leads: number;
  readonly conversions: number;
}

/** The number of events, leads and conversions; `null` if the database cannot be read, which `findViolations` reports as well. */
export function countRows(databasePath: string): RowCounts | null {
  const driver = openDriver(databasePath, { readonly: true });
  try {
    const counts = driver.prepare(
      `select (select count(*) from webhook_eventos) as stored, (select count(*) from leads) as leads,
         (select count(*) from conversoes) as conversions`,
    );
    return counts.get() as RowCounts;
  } catch {
    return null;
  } finally {
    driver.close();
  }
}

function integrityProblems(driver: Driver): string[] {
  const rows = driver.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  const foreign = driver.prepare('pragma foreign_key_check').all();
  const problems = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return [
    ...problems.map((problem) => `the file is damaged: ${problem}`),
    ...(foreign.length === 0 ? [] : [`${foreign.length} rows refer to rows that are not there`]),
  ];
}

const OWN_FORM = "select id, identidade, corpo from eventos where origem = 'formulario_proprio'";

function lostEvents(events: readonly StoredEvent[], acknowledged: Acknowledged): string[] {
  const found = new Map(events.map((event) => [event.identidade, event]));
  const lost: string[] = [];
  const altered: string[] = [];
  for (const [identity, { eventId, body }] of acknowledged) {
    const stored = found.get(identity);
    if (stored === undefined) lost.push(identity);
    else if (String(stored.id) !== eventId || Buffer.compare(stored.corpo, body) !== 0) altered.push(identity);
  }
  return [
    ...listed('acknowledged events that are not stored', lost),
    ...listed('acknowledged events stored with another id or body', altered),
  ];
}

function withoutOneKey(driver: Driver, rows: string, [table, column]: readonly [string, string]): number[] {
  const keys = new Map<number, number>();
  for (const [, row] of storedKeys(driver, table, column)) keys.set(row, (keys.get(row) ?? 0) + 1);
  const ids = (driver.prepare(`select id from ${rows} order by id`).all() as { id: number }[]).map(({ id }) => id);
  return ids.filter((id) => keys.get(id) !== 1);
}

function idsOf(rows: readonly unknown[]): readonly (number | string)[] {
  return (rows as { readonly id: number | string }[]).map(({ id }) => id);
}

function listed(violation: string, found: readonly (string | number)[]): string[] {
  if (found.length === 0) return [];
  return [`${found.length} ${violation}: ${found.slice(0, SHOWN).join(', ')}${found.length > SHOWN ? ' …' : ''}`];
}
