import type { StoreFacts } from '../../domain/queue-status.ts';
import type { Connection } from '../sql/connection.ts';
import { erasureFacts } from '../sql/queries/figures.ts';

const FACTS = `
select current_database() as database, pg_database_size(current_database()) as bytes, (select max(versao) from migracoes) as version`;

export async function storeFacts(connection: Connection, hasJournal: boolean): Promise<StoreFacts> {
  const facts = (await connection.get(FACTS)) as { readonly database: string; readonly bytes: number; readonly version: number };
  return {
    ...(await erasureFacts(connection, hasJournal)),
    kind: 'postgres',
    location: facts.database,
    schemaVersion: facts.version,
    fileBytes: facts.bytes,
    walBytes: 0,
    diskFreeBytes: null,
  };
}
