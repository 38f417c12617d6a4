import type { FormFields, FormLead, FormName, FormSummary } from '../../../domain/form-fields.ts';
import type { Connection } from '../connection.ts';
import { type FormRow, type FormSummaryRow, toForm, toFormSummary } from '../rows/form-rows.ts';
import { type LeadRow, toLead } from '../rows/lead-rows.ts';
import { rowId } from '../rows/row-id.ts';

const FORM = 'select * from formularios where origem = ? and formulario_id = ?';

const TO_SEE = `
select * from formularios
where origem = 'social_ads'
  and (a_preencher = 1 or (pedido_em <= ? and (erro_codigo is not null or buscado_em is null or buscado_em < pedido_em)))
order by formulario_id`;

/** With the words of the index's own condition, or SQLite does not take it. */
const OF_FORM = "origem = ? and plataforma ->> '$.form_id' = ? and origem <> 'formulario_proprio'";

const LEADS = `select * from leads indexed by leads_por_formulario where ${OF_FORM} and id > ? order by id limit ?`;

const LIST = `
with contagem (origem, formulario_id, leads) as (
  select origem, plataforma ->> '$.form_id', count(*) from leads indexed by leads_por_formulario
  where origem <> 'formulario_proprio' and plataforma ->> '$.form_id' is not null group by 1, 2
)
select f.*, ifnull(c.leads, 0) as leads from formularios f left join contagem c using (origem, formulario_id)
union all
select c.origem, c.formulario_id, null, null, null, '{}', null, null, null, null, 0, c.leads from contagem c
where not exists (select 1 from formularios f where f.origem = c.origem and f.formulario_id = c.formulario_id)
order by 1, 2`;

/** What is known of lead forms. Synchronous; the store wraps it in promises. */
export class FormQueries {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  findForms(forms: readonly FormName[]): readonly FormFields[] {
    return forms.flatMap(({ origin, formId }) => {
      const row = this.#connection.statement(FORM).get(origin, formId) as FormRow | undefined;
      return row === undefined ? [] : [toForm(row)];
    });
  }

  listForms(): readonly FormSummary[] {
    return (this.#connection.statement(LIST).all() as FormSummaryRow[]).map(toFormSummary);
  }

  formsToSee(before: number): readonly FormFields[] {
    return (this.#connection.statement(TO_SEE).all(before) as FormRow[]).map(toForm);
  }

  leadsOfForm({ origin, formId }: FormName, after: string, limit: number): readonly FormLead[] {
    return (this.#connection.statement(LEADS).all(origin, formId, rowId(after), limit) as LeadRow[]).map(toLead);
  }
}
