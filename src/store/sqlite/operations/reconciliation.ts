import type { FormCheck, FoundLead } from '../../../domain/delivery-ports.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { PARKED_EVENTS, type ParkedEventRow } from '../rows/platform-rows.ts';
import { textId } from '../rows/row-id.ts';
import { resumeParked } from './accounts.ts';
import { keepFetched } from './finish-jobs.ts';

const TAKE = `
insert into tarefas (nome, dono, ate) values (?, ?, ?)
on conflict (nome) do update set dono = excluded.dono, ate = excluded.ate
where dono is null or dono = excluded.dono or ate <= ?`;

const FINISH = 'update tarefas set dono = null, ate = null, feita_em = ? where nome = ? and dono = ?';

const SAVE_CHECK = `
insert or replace into formularios_conferidos
  (plataforma, formulario_id, pagina_id, guardado_ate, conferido_em, encontrados, faltavam, erro_codigo, erro_mensagem)
values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function takeTask(connection: Connection, name: string, holder: string, until: number, now: number): boolean {
  return connection.statement(TAKE).run(name, holder, until, now).changes !== 0;
}

/** A holder whose time was over and whose work another took notes nothing. */
export function finishTask(connection: Connection, name: string, holder: string, now: number): void {
  connection.statement(FINISH).run(now, name, holder);
}

export function saveFormCheck(connection: Connection, check: FormCheck): void {
  connection
    .statement(SAVE_CHECK)
    .run(
      check.platform,
      check.formId,
      check.pageId,
      check.storedUntil,
      check.checkedAt,
      check.found,
      check.missing,
      check.fault?.code ?? null,
      check.fault?.message ?? null,
    );
}

/** `Reconciliation.resumeFetched`; the caller keeps one step short. */
export function resumeFetched(connection: Connection, origin: Origin, leads: readonly FoundLead[], faultCode: string, now: number): number {
  const bodies = new Map(leads.map(({ identity, body }) => [identity, body]));
  const asked = JSON.stringify([...bodies.keys()]);
  const rows = connection.statement(PARKED_EVENTS).all(origin, asked, faultCode) as ParkedEventRow[];
  for (const row of rows) keepFetched(connection, row.evento_id, bodies.get(row.identidade) as Uint8Array, now);
  return resumeParked(
    connection,
    rows.map(({ job_id: job }) => textId(job)),
    [faultCode],
    now,
  );
}
