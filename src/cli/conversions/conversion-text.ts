import { currentLanguage } from '../../base/language.ts';
import type { Conversion, ConversionView } from '../../domain/conversion.ts';
import type { ConversionTrail } from '../../domain/report-ports.ts';
import { say } from '../../messages/messages.ts';
import { conversionSentences } from '../../presentation/conversion-note.ts';
import { conversionRecord, conversionViewRecord } from '../../presentation/conversion-record.ts';
import { moneyText } from '../../presentation/money.ts';
import { jobTimeline } from '../../presentation/timeline.ts';
import { recordBlock } from '../record-block.ts';
import { recordColumns } from '../table.ts';
import { timelineText } from '../timeline-text.ts';

export const CONVERSION_COLUMNS = recordColumns(conversionViewRecord, [
  ['conversao_id', 'conversion'],
  ['ocorrida_em', 'happened'],
  ['nome', 'name'],
  { header: 'value', cell: valueText, look: 'number', priority: 2 },
  ['plataforma', 'platform', 5],
  ['estado', 'state'],
  ['cliente', 'client', 1],
  ['lead_id', 'LEAD', 4],
  ['erro_codigo', 'error', 3],
]);

/** `2,600.50 BRL` in the user's language; `null` if the value is unknown. */
export function valueText({ value, currency }: Pick<ConversionView, 'value' | 'currency'>): string | null {
  return value === null ? null : moneyText(value, currency, currentLanguage());
}

/** A conversion, as shown with its event or lead. */
export function conversionText(conversion: Conversion): string {
  return `${say((m) => m.labels.fields.conversion)}\n${recordBlock({ ...conversionRecord.write(conversion), ...conversionSentences(conversion) })}`;
}

/** One conversion as `conversions show` prints it, with the names and values of its JSON and the history of its jobs. */
export function conversionTrailText({ conversion, jobs, attempts }: ConversionTrail): string {
  const block = recordBlock({ ...conversionViewRecord.write(conversion), ...conversionSentences(conversion) });
  return jobs.length === 0 ? block : `${block}\n\n${timelineText(jobTimeline(jobs, attempts))}`;
}
