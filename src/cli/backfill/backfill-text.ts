import type { BackfillSummary, FormSummary } from '../../app/backfill/backfill-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Fault } from '../../domain/fault.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { isoTime } from '../../presentation/json.ts';
import { type Column, renderTable } from '../table.ts';

const COLUMNS: readonly Column<FormSummary>[] = [
  { header: 'form', cell: ({ formId }) => formId },
  { header: 'name', cell: ({ name }) => name },
  { header: 'page', cell: ({ pageId }) => pageId },
  { header: 'found', cell: ({ found }) => found },
  { header: 'missing', cell: ({ missing }) => missing },
  { header: 'stored', cell: ({ stored }) => stored },
  { header: 'recovered', cell: ({ recovered }) => recovered },
  { header: 'error', cell: ({ fault }) => fault?.code },
];

/** One line per form, and the total. */
export function backfillText({ forms, stopped }: BackfillSummary, dryRun: boolean): string {
  const missing = total(forms, 'missing');
  const leads = inEveryLanguage((m) => m.cli.backfill.leadsMissing({ missing }));
  const stored = total(forms, 'stored');
  const recovered = total(forms, 'recovered');
  const sum = say((m) => m.cli.backfill.comparedSum({ dryRun, leads, stored, recovered }));
  const end = stopped ? ` ${say((m) => m.cli.backfill.interrupted)}` : '';
  if (forms.length === 0) return say((m) => m.cli.backfill.noForm) + end;
  return `${renderTable(forms, COLUMNS)}\n\n${sum}${end}`;
}

/** The forms and pages whose leads could not be compared, and why. */
export function faultLines({ forms, pages }: BackfillSummary): readonly { readonly of: string; readonly fault: Fault }[] {
  return [
    ...pages.map(({ pageId, fault }) => ({ of: say((m) => m.cli.backfill.page({ pageId })), fault })),
    ...forms.flatMap(({ formId, fault }) =>
      fault === null || fault.code === FORM_GONE ? [] : [{ of: say((m) => m.cli.backfill.form({ formId })), fault }],
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
    recuperados: total(forms, 'recovered'),
    formularios: forms.map(({ formId, name, pageId, found, missing, stored, recovered, fault }) => ({
      formulario_id: formId,
      nome: name,
      pagina_id: pageId,
      encontrados: found,
      faltavam: missing,
      gravados: stored,
      recuperados: recovered,
      falha: faultJson(fault),
    })),
    paginas: pages.map(({ pageId, fault }) => ({ pagina_id: pageId, falha: faultJson(fault) })),
  };
}

export function total(forms: readonly FormSummary[], figure: 'found' | 'missing' | 'stored' | 'recovered'): number {
  return forms.reduce((sum, form) => sum + form[figure], 0);
}

function faultJson(fault: Fault | null): JsonObject | null {
  return fault === null ? null : { codigo: fault.code, mensagem: faultText(fault.params, 'en') };
}
