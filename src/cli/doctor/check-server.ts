import { isLoopback } from '../../base/loopback.ts';
import { type Finding, note, ok, problem, warning } from '../../domain/finding.ts';
import { aboutGrants } from '../../findings/find-files.ts';
import type { ServerState } from '../../store/postgres/inspect-server.ts';

/** A process of `serve` or `queue work`: five for reads, five for writes, and one that listens. */
const CONNECTIONS_OF_A_PROCESS = 11;

/** What of a PostgreSQL server itself can cost events, or leave processes without a connection. */
export function checkServer(state: ServerState): readonly Finding[] {
  const { client, tls } = state;
  const isLocal = client === null || isLoopback(client);
  return [
    ...aboutWrites(state),
    ...aboutGrants(state),
    aboutConnections(state),
    ...(tls ? [ok('database.tls')] : isLocal ? [] : [warning('database.no_tls')]),
  ];
}

function aboutWrites({ standby, readOnly, waitsForStandby, standbyAway }: ServerState): readonly Finding[] {
  if (standby) return [problem('database.standby')];
  const synced = standbyAway ? problem('database.sync_standby_away') : ok('database.sync_standby');
  return [...(readOnly ? [problem('database.read_only')] : []), waitsForStandby ? synced : note('database.no_sync_standby')];
}

function aboutConnections({ connections: used, mostConnections: most }: ServerState): Finding {
  return most - used < CONNECTIONS_OF_A_PROCESS
    ? warning('database.connections_few', { used, most, needed: CONNECTIONS_OF_A_PROCESS })
    : ok('database.connections', { used, most, processes: Math.floor((most - used) / CONNECTIONS_OF_A_PROCESS) });
}
