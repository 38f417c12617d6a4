import type { Worker } from '../../../domain/queue-status.ts';
import type { Connection } from '../connection.ts';

const HEARTBEAT = `
insert into trabalhadores (id, host, pid, pid_espaco, fila, versao, iniciado_em, visto_em, processados, falhas)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (id) do update set visto_em = excluded.visto_em, processados = excluded.processados, falhas = excluded.falhas`;

const REMOVE_WORKER = 'delete from trabalhadores where id = ?';

export function heartbeat(connection: Connection, worker: Worker): void {
  connection
    .statement(HEARTBEAT)
    .run(
      worker.id,
      worker.host,
      worker.pid,
      worker.pidSpace,
      worker.queue,
      worker.version,
      worker.startedAt,
      worker.seenAt,
      worker.processed,
      worker.failed,
    );
}

export function removeWorkers(connection: Connection, workerIds: readonly string[]): void {
  for (const id of workerIds) connection.statement(REMOVE_WORKER).run(id);
}
