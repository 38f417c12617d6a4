import type { BackfillSummary, FormSummary } from '../../app/backfill/backfill-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Fault } from '../../domain/fault.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { isoTime } from '../../presentation/json.ts';
import { type Column, renderTable } from '../table.ts';

const COLUMNS: readonly Column<FormSummary>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.form), cell: ({ formId }) => formId },
  { header: inEveryLanguage((m) => m.cli.columns.name), cell: ({ name }) => name },
  { header: inEveryLanguage((m) => m.cli.columns.page), cell: ({ pageId }) => pageId },
  { header: inEveryLanguage((m) => m.cli.columns.found), cell: ({ found }) => found },
  { header: inEveryLanguage((m) => m.cli.columns.missing), cell: ({ missing }) => missing },
  { header: inEveryLanguage((m) => m.cli.columns.stored), cell: ({ stored }) => stored },
  { header: inEveryLanguage((m) => m.cli.columns.healed), cell: ({ healed }) => healed },
  { header: inEveryLanguage((m) => m.cli.columns.fault), cell: ({ fault }) => fault?.code ?? null },
];

/** A line for each form, and the sum. */
export function backfillText({ forms, stopped }: BackfillSummary, dryRun: boolean): string {
  const missing = total(forms, 'missing');
  const leads = inEveryLanguage((m) => m.cli.backfill.leadsMissing({ missing }));
  const stored = total(forms, 'stored');
  const healed = total(forms, 'healed');
  const sum = say((m) => m.cli.backfill.comparedSum({ dryRun, leads, stored, healed }));
  const end = stopped ? ` ${say((m) => m.cli.backfill.stoppedBeforeEndRun)}` : '';
  if (forms.length === 0) return say((m) => m.cli.backfill.noForm) + end;
  return `${renderTable(forms, COLUMNS)}\n\n${sum}${end}`;
}

/** Whose leads could not be compared though they should have been, and why. */
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
  return fault === null ? null : { codigo: fault.code, mensagem: faultText(fault.message, 'en') };
}
