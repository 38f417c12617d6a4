import { countFailure, FAILURES_REMEMBERED_MS, type FailureTally, NETWORKS_KEPT } from '../../../domain/failed-login.ts';
import type { PortOperation } from '../bound.ts';
import { mapInOrder } from '../in-order.ts';
import { oneOrNull, reading, type StoredFields, saving } from '../rows/fields.ts';

const TALLY: StoredFields<FailureTally> = { failures: 'falhas', since: 'desde', blocks: 'bloqueios', blockedUntil: 'bloqueada_ate' };

const tallyOf = oneOrNull('select * from logins_errados where entrada = ? and rede = ?', reading(TALLY));

const save = saving<FailureTally & { readonly entrance: string; readonly network: string }>(
  'logins_errados',
  { entrance: 'entrada', network: 'rede', ...TALLY },
  ['entrada', 'rede'],
);

const FORGET_OLD = 'delete from logins_errados where desde < ?';

const MAKE_ROOM = `
delete from logins_errados where (entrada, rede) in (
  select entrada, rede from logins_errados order by desde desc limit ${Number.MAX_SAFE_INTEGER} offset ${NETWORKS_KEPT}
)`;

/** `FailedLogins.countFailedLogin`. Only a network that is not known yet makes the table larger, so only it makes room. */
export const countFailedLogin: PortOperation<'countFailedLogin'> = async (connection, entrance, networks, now) => {
  const known = await mapInOrder(networks, async ({ key }) => (await tallyOf(connection, entrance, key)) ?? undefined);
  const counted = countFailure(known, networks, now);
  if (!counted.isCounted) return counted;
  for (const [at, { key }] of networks.entries()) {
    await save(connection, { ...(counted.tallies[at] as FailureTally), entrance, network: key });
  }
  if (!known.includes(undefined)) return counted;
  // A block lasts an hour at most, so a tally that began two days ago is forgotten.
  await connection.run(FORGET_OLD, now - 2 * FAILURES_REMEMBERED_MS);
  await connection.run(MAKE_ROOM);
  return counted;
};
