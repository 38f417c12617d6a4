import type { JsonObject } from '../base/exact-json.ts';
import type { FormSummary, MappedFields } from '../domain/form-fields.ts';
import type { FormFilled, FormKey, FormView, LeadGain, ListedForm, MappingPreview } from '../domain/form-mapping.ts';
import { faultJson } from './fault-text.ts';
import { isoTime, type Visibility } from './json.ts';
import { maskAnswerText, maskFieldText } from './masking.ts';

/** Who says what the answers under a key are, in the words of JSON. */
export const SAID_BY_WORDS = { operator: 'operador', platform: 'plataforma', key: 'chave' } as const;

export function listedFormJson(form: ListedForm): JsonObject {
  return { ...formSummaryJson(form), chaves_sem_leitura: form.unreadKeys };
}

function formSummaryJson(form: FormSummary): JsonObject {
  return {
    origem: form.origin,
    formulario_id: form.formId,
    nome: form.name,
    pagina_id: form.pageId,
    cliente_id: form.clientId,
    cliente: form.clientName,
    leads: form.leads,
    sem_contato: form.withoutContact,
    perguntas: form.questions?.filter(({ type }) => type !== null).length ?? null,
    perguntas_em: isoTime(form.fetchedAt),
    pedido_em: isoTime(form.askedAt),
    erro_codigo: form.fault?.code ?? null,
    ...faultJson(form.fault?.message ?? null),
    mapa: mappingJson(form.mapping),
    mapeado_em: isoTime(form.mappedAt),
    a_preencher: form.isToFill,
  };
}

function mappingJson(mapping: MappedFields): readonly JsonObject[] {
  return Object.entries(mapping).map(([chave, campo]) => ({ chave, campo }));
}

export function formViewJson({ form, keys, lookedAt }: FormView, visibility: Visibility): JsonObject {
  return { ...formSummaryJson(form), chaves: keys.map((key) => formKeyJson(key, visibility)), leads_examinados: lookedAt };
}

function formKeyJson({ key, label, type, field, saidBy, answered, examples }: FormKey, { reveal }: Visibility): JsonObject {
  return {
    chave: key,
    pergunta: label,
    tipo: type,
    campo: field,
    dito_por: saidBy === null ? null : SAID_BY_WORDS[saidBy],
    respondida: answered,
    exemplos: examples.map((text) => (reveal ? text : maskAnswerText(text))),
  };
}

export function mappingPreviewJson(preview: MappingPreview, { reveal }: Visibility): JsonObject {
  return {
    leads: preview.leads,
    mudam: preview.changed,
    ganhos: Object.fromEntries(preview.gained),
    sem_contato_antes: preview.withoutContact.before,
    sem_contato_depois: preview.withoutContact.after,
    inaproveitaveis: preview.unusable.map(({ key, field, leads }) => ({ chave: key, campo: field, leads })),
    exemplos: preview.examples.map((gain) => {
      const { leadId, gained } = reveal ? gain : maskLeadGain(gain);
      return { lead_id: leadId, ganha: gained.map(({ field, value }) => ({ campo: field, valor: value })) };
    }),
    completo: preview.isComplete,
  };
}

/** What a lead would gain, masked as lists mask it. */
export function maskLeadGain({ leadId, gained }: LeadGain): LeadGain {
  return { leadId, gained: gained.map(({ field, value }) => ({ field, value: maskFieldText(field, value) })) };
}

export function formFilledJson({ leads, changed, isComplete }: FormFilled): JsonObject {
  return { leads, mudaram: changed, completo: isComplete };
}
