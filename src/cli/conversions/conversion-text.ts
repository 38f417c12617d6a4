import { currentLanguage } from '../../base/language.ts';
import type { Conversion, ConversionView } from '../../domain/conversion.ts';
import type { ConversionTrail } from '../../domain/report-ports.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { conversionSentences } from '../../presentation/conversion-note.ts';
import { conversionRecord, conversionViewRecord } from '../../presentation/conversion-record.ts';
import { moneyText } from '../../presentation/money.ts';
import { jobTimeline } from '../../presentation/timeline.ts';
import { jsonBlock } from '../listing/json-block.ts';
import { timelineText } from '../listing/timeline-text.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Columns of the list of conversions. */
export const CONVERSION_COLUMNS: readonly Column<ConversionView>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.conversion), cell: (conversion) => conversion.id, whole: true },
  timeColumn(
    inEveryLanguage((m) => m.cli.conversions.happened),
    (conversion) => conversion.happenedAt,
  ),
  { header: inEveryLanguage((m) => m.cli.columns.name), cell: (conversion) => conversion.name },
  { header: inEveryLanguage((m) => m.cli.columns.value), cell: valueText, align: 'right', priority: 2 },
  { header: inEveryLanguage((m) => m.cli.columns.platform), cell: (conversion) => conversion.platform, whole: true, priority: 5 },
  { header: inEveryLanguage((m) => m.cli.columns.state), cell: (conversion) => conversion.state, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.client), cell: (conversion) => conversion.clientName, priority: 1 },
  { header: 'LEAD', cell: (conversion) => conversion.leadId, whole: true, priority: 4 },
  { header: inEveryLanguage((m) => m.cli.columns.error), cell: (conversion) => conversion.fault?.code, whole: true, priority: 3 },
];

/** `2,600.50 BRL` in the language of the person; null where no value is known. */
export function valueText({ value, currency }: Pick<ConversionView, 'value' | 'currency'>): string | null {
  return value === null ? null : moneyText(value, currency, currentLanguage());
}

/** A conversion among what belongs to its event or lead. */
export function conversionText(conversion: Conversion): string {
  return `${say((m) => m.cli.conversions.conversion)}\n${jsonBlock({ ...conversionRecord.write(conversion), ...conversionSentences(conversion) })}`;
}

/** One conversion as `conversions show` prints it, in words and names of its JSON, with the way its jobs took. */
export function conversionTrailText({ conversion, jobs, attempts }: ConversionTrail): string {
  const block = jsonBlock({ ...conversionViewRecord.write(conversion), ...conversionSentences(conversion) });
  return jobs.length === 0 ? block : `${block}\n\n${timelineText(jobTimeline(jobs, attempts))}`;
}
