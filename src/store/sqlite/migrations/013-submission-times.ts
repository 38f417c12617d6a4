import type { Migration } from './migration.ts';

/**
 * Every lead has the time at which the person submitted, and lists go by it; where nobody tells it, it is when the event first arrived. Each
 * index of leads takes the place of one that went by the id, so a lead costs no more entries than before.
 */
export const submissionTimes: Migration = {
  version: 13,
  name: 'submission-times',
  summary: {
    en: 'gives every lead the time at which it was submitted, and sorts leads by it',
    pt: 'dá a cada lead a hora em que foi enviado e ordena os leads por ela',
  },
  sql: `
update leads set enviado_em = (
  select min(leads.criado_em, ifnull(leads.enviado_em, ifnull(e.recusado_em, e.recebido_em))) from webhook_eventos e where e.id = leads.evento_id);

drop index leads_criado;
drop index leads_cliente;
drop index leads_campanha;
drop index leads_origem;
drop index leads_teste;
create index leads_enviado on leads (enviado_em);
create index leads_cliente on leads (cliente_id, enviado_em);
create index leads_campanha on leads (campanha_id, enviado_em) where campanha_id is not null;
create index leads_origem on leads (origem, enviado_em);
create index leads_teste on leads (enviado_em) where teste = 1;
`,
};
