import type { BackfillSummary, FormSummary } from '../../app/backfill/backfill-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say } from '../../base/language.ts';
import type { Fault } from '../../domain/fault.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import { isoTime } from '../../presentation/json.ts';
import { counted } from '../render.ts';
import { type Column, renderTable } from '../table.ts';

const COLUMNS: readonly Column<FormSummary>[] = [
  { header: { en: 'FORM', pt: 'FORMULÁRIO' }, cell: ({ formId }) => formId },
  { header: { en: 'NAME', pt: 'NOME' }, cell: ({ name }) => name },
  { header: { en: 'PAGE', pt: 'PÁGINA' }, cell: ({ pageId }) => pageId },
  { header: { en: 'FOUND', pt: 'ENCONTRADOS' }, cell: ({ found }) => found },
  { header: { en: 'MISSING', pt: 'FALTAVAM' }, cell: ({ missing }) => missing },
  { header: { en: 'STORED', pt: 'GRAVADOS' }, cell: ({ stored }) => stored },
  { header: { en: 'HEALED', pt: 'RECUPERADOS' }, cell: ({ healed }) => healed },
  { header: { en: 'FAULT', pt: 'FALHA' }, cell: ({ fault }) => fault?.code ?? null },
];

/** A line for each form, and the sum. */
export function backfillText({ forms, stopped }: BackfillSummary, dryRun: boolean): string {
  const missing = total(forms, 'missing');
  const leads = { en: counted(missing, 'lead'), pt: counted(missing, 'lead') };
  const stored = total(forms, 'stored');
  const healed = total(forms, 'healed');
  const sum = say({
    en: dryRun ? `${leads.en} missing. Nothing was stored.` : `${leads.en} missing, ${stored} stored, ${healed} healed.`,
    pt: dryRun ? `Faltam: ${leads.pt}. Nada foi gravado.` : `Faltavam: ${leads.pt}; gravados: ${stored}; recuperados: ${healed}.`,
  });
  const end = stopped ? ` ${say({ en: 'Stopped before the end; run it again.', pt: 'Interrompido antes do fim; execute de novo.' })}` : '';
  if (forms.length === 0) return say(NO_FORM) + end;
  return `${renderTable(forms, COLUMNS)}\n\n${sum}${end}`;
}

const NO_FORM = {
  en: 'There is no form to compare: none of the pages that are connected has one, and no campaign is linked to one.',
  pt: 'Não há formulário a conferir: nenhuma das páginas conectadas tem um, e nenhuma campanha está vinculada a um.',
};

/** Whose leads could not be compared though they should have been, and why. */
export function faultLines({ forms, pages }: BackfillSummary): readonly { readonly of: string; readonly fault: Fault }[] {
  return [
    ...pages.map(({ pageId, fault }) => ({ of: say({ en: `page ${pageId}`, pt: `página ${pageId}` }), fault })),
    ...forms.flatMap(({ formId, fault }) =>
      fault === null || fault.code === FORM_GONE ? [] : [{ of: say({ en: `form ${formId}`, pt: `formulário ${formId}` }), fault }],
    ),
  ];
}

export function backfillJson(
  { forms, pages, stopped }: BackfillSummary,
  { since, dryRun }: { readonly since: number | null; readonly dryRun: boolean },
): JsonObject {
  return {
    simulacao: dryRun,
    desde: isoTime(since),
    interrompido: stopped,
    encontrados: total(forms, 'found'),
    faltavam: total(forms, 'missing'),
    gravados: total(forms, 'stored'),
    recuperados: total(forms, 'healed'),
    formularios: forms.map(({ formId, name, pageId, found, missing, stored, healed, fault }) => ({
      formulario_id: formId,
      nome: name,
      pagina_id: pageId,
      encontrados: found,
      faltavam: missing,
      gravados: stored,
      recuperados: healed,
      falha: faultJson(fault),
    })),
    paginas: pages.map(({ pageId, fault }) => ({ pagina_id: pageId, falha: faultJson(fault) })),
  };
}

export function total(forms: readonly FormSummary[], figure: 'found' | 'missing' | 'stored' | 'healed'): number {
  return forms.reduce((sum, form) => sum + form[figure], 0);
}

function faultJson(fault: Fault | null): JsonObject | null {
  return fault === null ? null : { codigo: fault.code, mensagem: fault.message };
}
