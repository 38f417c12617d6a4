import { sayText } from '../../base/language.ts';
import type { RotatingSender, Rotation } from '../../domain/secret-rotation.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { rotationText, SENDER_WORDS } from '../../presentation/rotation-text.ts';
import { renderTime, timeColumn } from '../local-time.ts';
import { type Column, renderTable } from '../table.ts';

const COLUMNS: readonly Column<RotatingSender>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.sender), cell: ({ kind, id }) => `${sayText(SENDER_WORDS[kind])} ${id}`, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.address), cell: ({ remoteAddress }) => remoteAddress, priority: 1 },
  timeColumn(
    inEveryLanguage((m) => m.cli.sources.oldSecret),
    ({ seenAt }) => seenAt,
  ),
  {
    header: inEveryLanguage((m) => m.cli.columns.newSecret),
    cell: ({ currentSeenAt }) => (currentSeenAt === null ? say((m) => m.cli.sources.notYet) : renderTime(currentSeenAt)),
    whole: true,
  },
];

/** How far a rotation is, who used the previous secret, and when each last used which. */
export function rotationReport(rotation: Rotation, previous: string, now: number): string {
  const text = sayText(rotationText(rotation, previous, now));
  return rotation.senders.length === 0 ? text : `${text}\n${renderTable(rotation.senders, COLUMNS)}`;
}
