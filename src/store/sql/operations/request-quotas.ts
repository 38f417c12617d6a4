import { type CountedRequests, quotaWait, REQUEST_QUOTAS } from '../../../domain/request-quota.ts';
import type { PortOperation } from '../bound.ts';
import { mapInOrder } from '../in-order.ts';

const COUNTED = `
select desde as since, pedidos as requests from cotas_usadas
where credencial = ? and passo_ms = ? and desde > ? and desde <= ? order by desde`;

const COUNT = `
insert into cotas_usadas (credencial, passo_ms, desde, pedidos) values (?, ?, ?, 1)
on conflict (credencial, passo_ms, desde) do update set pedidos = cotas_usadas.pedidos + 1`;

const FORGET_OLD = 'delete from cotas_usadas where passo_ms = ? and desde <= ?';

/** `PlatformAccounts.takeRequest`. Steps after `now` are of a clock that was set back; they do not count. */
export const takeRequest: PortOperation<'takeRequest'> = async (connection, credential, now) => {
  const waits = await mapInOrder(REQUEST_QUOTAS, async (quota) => {
    const { spanMs, stepMs } = quota;
    return quotaWait(await connection.all<CountedRequests>(COUNTED, credential, stepMs, now - spanMs - stepMs, now), quota, now);
  });
  const waitMs = Math.max(...waits);
  if (waitMs > 0) return waitMs;
  for (const { spanMs, stepMs } of REQUEST_QUOTAS) {
    await connection.run(COUNT, credential, stepMs, now - (now % stepMs));
    await connection.run(FORGET_OLD, stepMs, now - spanMs - stepMs);
  }
  return 0;
};
