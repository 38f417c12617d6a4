import { appError } from '../../messages/messages.ts';
import type { UnitFile } from './unit-files.ts';

/**
 * The unit of that name, all without a name. The ending and the part that all names share can be left out: `worker`, `backup.timer`.
 *
 * @throws AppError `not_found` that lists what there is
 */
export function chooseUnits(units: readonly UnitFile[], name: string | undefined, prefix: string): readonly UnitFile[] {
  if (name === undefined) return units;
  const spellings = [name, `${name}.service`, `${prefix}-${name}`, `${prefix}-${name}.service`, `${prefix}-${name}@.service`];
  const unit = units.find((candidate) => spellings.includes(candidate.name)) ?? (name === 'serve' ? units[0] : undefined);
  if (unit !== undefined) return [unit];
  const names = units.map((candidate) => candidate.name).join(', ');
  throw appError('not_found', (m) => m.cli.service.thereNoUnitThese({ name }), { hint: (m) => m.cli.service.thereAre({ names }) });
}

/** Units as `systemctl cat` shows them: each under the name of its file. One alone is the bare text, to write into its file. */
export function unitsText(units: readonly UnitFile[]): string {
  const [first, ...others] = units;
  if (first !== undefined && others.length === 0) return first.text.trimEnd();
  return units
    .map(({ name, text }) => `# ${name}\n${text}`)
    .join('\n')
    .trimEnd();
}
