import type { Moved } from '../../app/move-database.ts';
import { formatDuration } from '../../base/duration.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { shownDatabase } from '../../config/database-path.ts';
import { say } from '../../messages/messages.ts';

/** What was moved, and what to do next. */
export function movedText({ tables, replaced }: Moved, to: string, durationMs: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const database = shownDatabase(to);
  return [
    say((m) => m.cli.operations.moved({ rows, tables: tables.length, database, took: formatDuration(durationMs) })),
    ...(replaced === 0 ? [] : [say((m) => m.cli.operations.nulReplaced({ rows: replaced }))]),
    say((m) => m.cli.operations.useMoved({ database })),
  ].join('\n');
}

export function movedJson({ tables, replaced }: Moved, to: string, durationMs: number): JsonObject {
  return {
    banco: shownDatabase(to),
    tabelas: tables.map(({ name, rows, checksum }) => ({ tabela: name, linhas: rows, checksum })),
    linhas_com_nul_substituido: replaced,
    duracao_ms: Math.round(durationMs),
  };
}
