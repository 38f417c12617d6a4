import type { StoreFacts } from '../../domain/queue-status.ts';
import { GRANTS, type GrantsRow, missingGrants } from './grants.ts';
import { APPLICATION, connectPatiently } from './pool.ts';

/** Of `ANY 2 (a, b, c)`, the number; without one, a commit waits for one standby. */
const WAITED_FOR = `
coalesce(substring(current_setting('synchronous_standby_names') from '(?i)^\\s*(?:first\\s+|any\\s+)?(\\d+)\\s*\\('), '1')::int`;

/** An ordinary role sees how many standbys are there, but not their state; of commits that wait, its own. */
const STANDBY_AWAY = `(
  current_setting('synchronous_standby_names') <> '' and (
    (select count(*) from pg_stat_replication where coalesce(sync_state, 'sync') in ('sync', 'quorum')) < ${WAITED_FOR}
    or exists (select from pg_stat_activity where wait_event = 'SyncRep' and query_start < now() - interval '2 seconds')
  )
)`;

const FACTS = `
select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly",
  current_setting('synchronous_standby_names') <> '' as "waitsForStandby", ${STANDBY_AWAY} as "standbyAway",
  current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
    - coalesce(current_setting('reserved_connections', true), '0')::bigint as "mostConnections",
  (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
  host(inet_client_addr()) as client,
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls, ${GRANTS}`;

/** What `doctor` asks a server about itself. Flags are 0 or 1. */
export interface ServerState extends Pick<StoreFacts, 'missingGrants'> {
  readonly standby: number;
  /** Whether transactions of this role cannot write, as on a standby. */
  readonly readOnly: number;
  /** Whether a commit waits for a standby. */
  readonly waitsForStandby: number;
  /** Whether commits wait for one that is not there. */
  readonly standbyAway: number;
  /** For roles without special rights. */
  readonly mostConnections: number;
  /** In use, those of this process included. */
  readonly connections: number;
  /** Where the server sees this process; `null` for a Unix socket. */
  readonly client: string | null;
  readonly tls: number;
}

/**
 * Asks the server about itself, also a standby.
 *
 * @throws an error of the driver if it cannot be asked
 */
export async function inspectServer(url: string): Promise<ServerState> {
  const client = await connectPatiently(url, `${APPLICATION} doctor`);
  try {
    const row = (await client.query(FACTS)).rows[0] as ServerState & GrantsRow;
    return { ...row, ...missingGrants(row) };
  } finally {
    await client.end();
  }
}
