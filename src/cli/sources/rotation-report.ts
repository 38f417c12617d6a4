import { say } from '../../base/language.ts';
import type { RotatingSender, Rotation } from '../../domain/secret-rotation.ts';
import { rotationText, SENDER_WORDS } from '../../presentation/rotation-text.ts';
import { renderTime, timeColumn } from '../local-time.ts';
import { type Column, renderTable } from '../table.ts';

const NOT_YET = { en: 'not yet', pt: 'ainda não' };

const COLUMNS: readonly Column<RotatingSender>[] = [
  { header: { en: 'SENDER', pt: 'REMETENTE' }, cell: ({ kind, id }) => `${say(SENDER_WORDS[kind])} ${id}`, whole: true },
  { header: { en: 'ADDRESS', pt: 'ENDEREÇO' }, cell: ({ remoteAddress }) => remoteAddress, priority: 1 },
  timeColumn({ en: 'OLD SECRET', pt: 'SEGREDO ANTIGO' }, ({ seenAt }) => seenAt),
  {
    header: { en: 'NEW SECRET', pt: 'SEGREDO NOVO' },
    cell: ({ currentSeenAt }) => (currentSeenAt === null ? say(NOT_YET) : renderTime(currentSeenAt)),
    whole: true,
  },
];

/** How far a rotation is, who used the previous secret, and when each last used which. */
export function rotationReport(rotation: Rotation, previous: string, now: number): string {
  const text = say(rotationText(rotation, previous, now));
  return rotation.senders.length === 0 ? text : `${text}\n${renderTable(rotation.senders, COLUMNS)}`;
}
