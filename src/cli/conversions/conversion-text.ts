import type { JsonObject } from '../../base/exact-json.ts';
import { currentLanguage, say } from '../../base/language.ts';
import type { Conversion, ConversionView } from '../../domain/conversion.ts';
import type { ConversionTrail } from '../../domain/report-ports.ts';
import { conversionJson, conversionViewJson } from '../../presentation/conversion-json.ts';
import { conversionSentences } from '../../presentation/conversion-note.ts';
import { attemptJson, jobJson } from '../../presentation/job-json.ts';
import { moneyText } from '../../presentation/money.ts';
import { jobStepsText } from '../listing/job-steps.ts';
import { jsonBlock } from '../listing/json-block.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Columns of the list of conversions. */
export const CONVERSION_COLUMNS: readonly Column<ConversionView>[] = [
  { header: { en: 'CONVERSION', pt: 'CONVERSÃO' }, cell: (conversion) => conversion.id, whole: true },
  timeColumn({ en: 'HAPPENED', pt: 'OCORREU' }, (conversion) => conversion.happenedAt),
  { header: { en: 'NAME', pt: 'NOME' }, cell: (conversion) => conversion.name },
  { header: { en: 'VALUE', pt: 'VALOR' }, cell: valueText, align: 'right', priority: 2 },
  { header: { en: 'PLATFORM', pt: 'PLATAFORMA' }, cell: (conversion) => conversion.platform, whole: true, priority: 5 },
  { header: { en: 'STATE', pt: 'ESTADO' }, cell: (conversion) => conversion.state, whole: true },
  { header: { en: 'CLIENT', pt: 'CLIENTE' }, cell: (conversion) => conversion.clientName, priority: 1 },
  { header: 'LEAD', cell: (conversion) => conversion.leadId, whole: true, priority: 4 },
  { header: { en: 'ERROR', pt: 'ERRO' }, cell: (conversion) => conversion.fault?.code, whole: true, priority: 3 },
];

/** `2,600.50 BRL` in the language of the person; null where no value is known. */
export function valueText({ value, currency }: Pick<ConversionView, 'value' | 'currency'>): string | null {
  return value === null ? null : moneyText(value, currency, currentLanguage());
}

/** A conversion among what belongs to its event or lead. */
export function conversionText(conversion: Conversion): string {
  return `${say({ en: 'Conversion', pt: 'Conversão' })}\n${jsonBlock({ ...conversionJson(conversion), ...conversionSentences(conversion) })}`;
}

/** One conversion as `conversions show` prints it, in words and names of its JSON, with the way its jobs took. */
export function conversionTrailText({ conversion, jobs, attempts }: ConversionTrail): string {
  const block = jsonBlock({ ...conversionViewJson(conversion), ...conversionSentences(conversion) });
  return jobs.length === 0 ? block : `${block}\n\n${jobStepsText(jobs, attempts)}`;
}

export function conversionTrailJson({ conversion, jobs, attempts }: ConversionTrail): JsonObject {
  return { conversao: conversionViewJson(conversion), jobs: jobs.map(jobJson), tentativas: attempts.map(attemptJson) };
}
