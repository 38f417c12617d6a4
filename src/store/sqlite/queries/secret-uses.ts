import type { CurrentSecret, SecretUse, SecretUses } from '../../../domain/secret-rotation.ts';
import type { Connection } from '../connection.ts';

/** The newest row of each source. */
const CURRENT = `
select origem as origin, segredo as secret, desde as since from segredos_atuais
where id in (select max(id) from segredos_atuais group by origem)`;

const USES = `
select origem as origin, segredo as secret, tipo as kind, remetente as id, ip as remoteAddress, visto_em as seenAt
from segredos_usos order by visto_em desc, remetente`;

/** Which secrets are current, and who used which. */
export function readSecretUses(connection: Connection): SecretUses {
  return {
    current: connection.statement(CURRENT).all() as CurrentSecret[],
    uses: connection.statement(USES).all() as SecretUse[],
  };
}
