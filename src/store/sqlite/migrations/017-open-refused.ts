import type { Migration } from './migration.ts';

/** Open refused requests are counted by this index alone: behind each stands a body of up to 64 KiB. */
export const openRefused: Migration = {
  version: 17,
  name: 'open-refused',
  summary: {
    en: 'counts the refused requests that nobody replayed',
    pt: 'conta as requisições recusadas que ninguém reaproveitou',
  },
  sql: `
create index requisicoes_recusadas_abertas on requisicoes_recusadas (origem, codigo, recebida_em, comprovada)
where repetida_em is null and completa = 1;
`,
};
