import { faultText } from '../presentation/fault-text.ts';
import { stepWords, type TimelineStep } from '../presentation/timeline.ts';
import { type Column, renderTable } from './table.ts';

const STEP_COLUMNS: readonly Column<TimelineStep>[] = [
  { header: 'when', cell: ({ at }) => at, look: 'time' },
  { header: 'step', cell: (step) => stepWords(step).name, look: 'word' },
  { header: 'detail', cell: detailOf, wraps: true },
];

/** The history of an event or of jobs as a table. */
export function timelineText(steps: readonly TimelineStep[]): string {
  return renderTable(steps, STEP_COLUMNS);
}

function detailOf(step: TimelineStep): string {
  const fault = step.end?.fault ?? null;
  return stepWords(step).detail + (fault === null ? '' : `, ${fault.code}: ${faultText(fault.params)}`);
}
