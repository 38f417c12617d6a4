import type { Migration } from './migration.ts';

/** A sale may name a click its lead does not know, so a conversion keeps what kind of click id it has; a lead, when each platform's came last. */
export const attribution: Migration = {
  version: 24,
  name: 'attribution',
  summary: {
    en: 'keeps what kind of click id a conversion has, and when a lead got that of Google Ads',
    pt: 'guarda de que tipo é o click id de uma conversão, e quando um lead recebeu o do Google Ads',
  },
  sql: `
alter table leads add column search_click_id_visto_em integer;
alter table conversoes add column click_tipo text;

update leads set search_click_id_visto_em = criado_em where coalesce(search_click_id, gbraid, wbraid) is not null;
update conversoes set click_tipo = (
  select case conversoes.click_id
    when l.search_click_id then 'gclid' when l.gbraid then 'gbraid' when l.wbraid then 'wbraid' when l.fbc then 'fbc' when l.social_click_id then 'fbclid'
    else case conversoes.plataforma when 'search_ads' then 'gclid' else 'fbclid' end end
  from leads l where l.id = conversoes.lead_id)
where click_id is not null;
`,
};
