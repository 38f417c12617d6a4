import { CONTACT_FIELDS, contactKey } from '../contact-keys.ts';
import type { Migration } from './migration.ts';

const keysOf = CONTACT_FIELDS.map(
  ({ column, kind }) => `select contato_chave(cliente_id, ${kind}, ${column}), id from leads where ${column} is not null`,
);

/** One narrow index of everything a lead can be found by, in place of an index for each: see `contact-keys.ts`. */
export const contacts: Migration = {
  version: 3,
  name: 'contacts',
  summary: {
    en: 'puts everything a lead can be found by into one narrow index',
    pt: 'reúne em um só índice estreito tudo por que um lead pode ser encontrado',
  },
  functions: {
    contato_chave: (clientId, kind, value) => contactKey(Number(clientId), Number(kind), String(value)),
  },
  sql: `
create table lead_contatos (
  chave integer not null,
  lead_id integer not null,
  primary key (chave, lead_id)
) strict, without rowid;
insert or ignore into lead_contatos (chave, lead_id)
${keysOf.join('\nunion all\n')}
order by 1, 2;

drop index leads_search_click;
drop index leads_social_click;
drop index leads_email;
drop index leads_telefone;
`,
};
