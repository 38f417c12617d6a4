import type { Migration } from './migration.ts';

/**
 * `parece_genuino`: what speaks for a refused request, 2 a known sender, 1 the shape of a platform's lead id, 0 nothing. The least likely make room
 * first, which the first index finds without reading a body. The second counts what is refused for its credential although it looks genuine.
 */
export const genuineRefused: Migration = {
  version: 26,
  name: 'genuine-refused',
  summary: {
    en: 'keeps refused requests that look genuine before all others',
    pt: 'guarda as requisições recusadas que parecem autênticas antes das outras',
  },
  sql: `
alter table requisicoes_recusadas add column parece_genuino integer not null default 0;
create index requisicoes_recusadas_lugar on requisicoes_recusadas (comprovada, parece_genuino);
create index requisicoes_recusadas_genuinas on requisicoes_recusadas (origem, codigo, recebida_em)
where repetida_em is null and completa = 1 and comprovada = 0 and parece_genuino > 0;
`,
};
