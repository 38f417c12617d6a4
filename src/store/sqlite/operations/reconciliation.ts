import type { FormCheck } from '../../../domain/delivery-ports.ts';
import type { Connection } from '../connection.ts';

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
