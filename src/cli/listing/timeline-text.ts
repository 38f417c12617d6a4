import { inEveryLanguage } from '../../messages/messages.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { stepWords, type TimelineStep } from '../../presentation/timeline.ts';
import { timeColumn } from '../local-time.ts';
import { type Column, renderTable } from '../table.ts';

const STEP_COLUMNS: readonly Column<TimelineStep>[] = [
  timeColumn(
    inEveryLanguage((m) => m.cli.columns.when),
    (step) => step.at,
  ),
  { header: inEveryLanguage((m) => m.cli.columns.step), cell: (step) => stepWords(step).name, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.detail), cell: detailOf, wraps: true },
];

/** The way of an event or of jobs as a table. */
export function timelineText(steps: readonly TimelineStep[]): string {
  return renderTable(steps, STEP_COLUMNS);
}

function detailOf(step: TimelineStep): string {
  const fault = step.end?.fault ?? null;
  return stepWords(step).detail + (fault === null ? '' : `, ${fault.code}: ${faultText(fault.message)}`);
}
