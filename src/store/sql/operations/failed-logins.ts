import { countFailure, FAILURES_REMEMBERED_MS, type FailureTally, NETWORKS_KEPT } from '../../../domain/failed-login.ts';
import type { PortOperation } from '../bound.ts';
import { mapInOrder } from '../in-order.ts';

const KNOWN = `
select falhas as failures, desde as since, bloqueios as blocks, bloqueada_ate as blockedUntil
from logins_errados where entrada = ? and rede = ?`;

const STORE = `
insert into logins_errados (entrada, rede, falhas, desde, bloqueios, bloqueada_ate) values (?, ?, ?, ?, ?, ?)
on conflict (entrada, rede) do update
set falhas = excluded.falhas, desde = excluded.desde, bloqueios = excluded.bloqueios, bloqueada_ate = excluded.bloqueada_ate`;

const FORGET_OLD = 'delete from logins_errados where desde < ?';

const MAKE_ROOM = `
delete from logins_errados where (entrada, rede) in (
  select entrada, rede from logins_errados order by desde desc limit ${Number.MAX_SAFE_INTEGER} offset ${NETWORKS_KEPT}
)`;

/** `FailedLogins.countFailedLogin`. Only a network that is not known yet makes the table larger, so only it makes room. */
export const countFailedLogin: PortOperation<'countFailedLogin'> = async (connection, entrance, networks, now) => {
  const known = await mapInOrder(networks, async ({ key }) => await connection.get<FailureTally>(KNOWN, entrance, key));
  const counted = countFailure(known, networks, now);
  if (!counted.isCounted) return counted;
  for (const [at, { key }] of networks.entries()) {
    const { failures, since, blocks, blockedUntil } = counted.tallies[at] as FailureTally;
    await connection.run(STORE, entrance, key, failures, since, blocks, blockedUntil);
  }
  if (!known.includes(undefined)) return counted;
  // A block lasts an hour at most, so a tally that began two days ago is forgotten.
  await connection.run(FORGET_OLD, now - 2 * FAILURES_REMEMBERED_MS);
  await connection.run(MAKE_ROOM);
  return counted;
};
