import type { StoreFacts } from '../../domain/queue-status.ts';
import type { Connection } from '../sql/connection.ts';
import { erasureFacts } from '../sql/queries/figures.ts';
import { GRANTS, type GrantsRow, missingGrants } from './grants.ts';

const FACTS = `
select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes, current_database() as database, pg_database_size(current_database()) as bytes, (select max(versao) from migracoes) as version, ${GRANTS}`;

interface ServerFacts extends GrantsRow {
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly database: string;
  readonly bytes: number;
  readonly version: number;
}

export async function storeFacts(connection: Connection): Promise<StoreFacts> {
  const facts = (await connection.get(FACTS)) as ServerFacts;
  const unsafe = (['fsync', 'full_page_writes'] as const).filter((setting) => facts[setting] === 'off').map((setting) => `${setting}=off`);
  return {
    ...(await erasureFacts(connection, true)),
    ...missingGrants(facts),
    ...(unsafe.length === 0 ? {} : { unsafeSettings: unsafe }),
    kind: 'postgres',
    location: facts.database,
    schemaVersion: facts.version,
    fileBytes: facts.bytes,
    walBytes: null,
    diskFreeBytes: null,
  };
}
