import type { Migration } from './migration.ts';

/** What refused requests are found by: the words of their kept body, and the ids in it that name a campaign. */
export const refusedSearch: Migration = {
  version: 14,
  name: 'refused-search',
  summary: {
    en: 'makes refused requests searchable, by words and by campaign',
    pt: 'permite buscar requisições recusadas, por palavras e por campanha',
  },
  sql: `
alter table requisicoes_recusadas add column palavras text;
alter table requisicoes_recusadas add column lugares text;
`,
};
