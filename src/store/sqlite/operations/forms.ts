import { OperatorAction } from '../../../domain/activity.ts';
import type { AttributionRules } from '../../../domain/attribution.ts';
import type { Fault } from '../../../domain/fault.ts';
import {
  changedMapping,
  type FilledForm,
  type FormAsking,
  type FormName,
  type MappedFields,
  type MappingChange,
  type ToldForm,
} from '../../../domain/form-fields.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';
import { recordActivity } from './control.ts';
import { conversionsFindPerson } from './conversion-jobs.ts';
import { fillLead, type StoredFill } from './leads.ts';

const BEGIN = `
insert into formularios (origem, formulario_id, pagina_id, pedido_em) values (?, ?, ?, ?)
on conflict (origem, formulario_id) do update set pedido_em = excluded.pedido_em, pagina_id = ifnull(excluded.pagina_id, pagina_id)
where pedido_em is null or pedido_em < ? or pedido_em > excluded.pedido_em`;

const SAVE = `
insert into formularios (origem, formulario_id, nome, perguntas, buscado_em, a_preencher) values (?, ?, ?, ?, ?, 1)
on conflict (origem, formulario_id) do update
set nome = ifnull(excluded.nome, nome), perguntas = excluded.perguntas, buscado_em = excluded.buscado_em, a_preencher = 1,
    erro_codigo = null, erro_mensagem = null`;

const REFUSED = 'update formularios set erro_codigo = ?, erro_mensagem = ? where origem = ? and formulario_id = ?';

const MAPPING = 'select mapa from formularios where origem = ? and formulario_id = ?';

const MAP = `
insert into formularios (origem, formulario_id, mapa, mapeado_em, a_preencher) values (?, ?, ?, ?, 1)
on conflict (origem, formulario_id) do update
set mapa = excluded.mapa, mapeado_em = max(excluded.mapeado_em, ifnull(mapeado_em, 0) + 1), a_preencher = 1`;

/** Questions that came and mappings that were made meanwhile are still to be filled in. */
const FILLED = `
update formularios set a_preencher = 0
where origem = ? and formulario_id = ? and buscado_em is ? and mapeado_em is ?`;

export function beginAsking(connection: Connection, { origin, formId, pageId, unlessSince }: FormAsking, now: number): boolean {
  return connection.statement(BEGIN).run(origin, formId, pageId, now, unlessSince).changes !== 0;
}

export function saveQuestions(connection: Connection, { origin, formId, name, questions }: ToldForm, now: number): void {
  connection.statement(SAVE).run(origin, formId, name, JSON.stringify(questions), now);
}

export function noteQuestionsRefused(connection: Connection, { origin, formId }: FormName, fault: Fault): void {
  connection.statement(REFUSED).run(fault.code, fault.message, origin, formId);
}

export function mapForm(connection: Connection, { origin, formId }: FormName, change: MappingChange, operator: Operator): boolean {
  const row = connection.statement(MAPPING).get(origin, formId) as { readonly mapa: string } | undefined;
  const mapping = JSON.parse(row?.mapa ?? '{}') as MappedFields;
  const before = new Map(Object.entries(mapping));
  const changed = Object.entries(change).filter(([key, field]) => (before.get(key) ?? null) !== field);
  if (changed.length === 0) return false;
  connection.statement(MAP).run(origin, formId, JSON.stringify(changedMapping(mapping, change)), operator.now);
  const detail = changed.map(([key, field]) => `"${key}": ${before.get(key) ?? '—'} → ${field ?? '—'}`).join('; ');
  recordActivity(connection, OperatorAction.mapForm, `formulario:${origin}/${formId}`, detail, operator);
  return true;
}

/** `LeadForms.fillLeads`. */
export function fillLeads(connection: Connection, fills: readonly StoredFill[], rules: AttributionRules, now: number): readonly string[] {
  return fills
    .filter((fill) => {
      const isChanged = fillLead(connection, fill, rules, now);
      if (isChanged) conversionsFindPerson(connection, rowId(fill.leadId), now);
      return isChanged;
    })
    .map(({ leadId }) => leadId);
}

export function noteFilled(connection: Connection, { origin, formId, fetchedAt, mappedAt }: FilledForm): void {
  connection.statement(FILLED).run(origin, formId, fetchedAt, mappedAt);
}
