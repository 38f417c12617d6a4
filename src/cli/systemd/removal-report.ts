import type { Translated } from '../../base/language.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { paragraph } from '../render.ts';
import { isForThisMachine } from './install-service.ts';
import { filesTable } from './installation-report.ts';
import type { RemovalPlan } from './uninstall-service.ts';

/** Every file that goes, and what stays; empty where there is nothing of either. */
export function removalText(plan: RemovalPlan): string {
  const rows = [
    ...plan.removed.map((path) => ({ path, state: 'goes' as const })),
    ...plan.foreign.map((path) => ({ path, state: 'foreign' as const })),
    ...plan.kept.paths.map((path) => ({ path, state: 'kept' as const })),
  ];
  return rows.length === 0 ? '' : filesTable(rows);
}

/** What the operator is asked; undefined when nothing would be removed. */
export function removalQuestion({ removed, units }: RemovalPlan): Translated<string> | undefined {
  if (removed.length === 0) return undefined;
  return inEveryLanguage((m) => m.cli.service.stopRemoveSettingsDatabase({ unitCount: units.length, removedCount: removed.length }));
}

/** What was done, and how to remove what stays. */
export function removedText(plan: RemovalPlan, ran: readonly string[]): string {
  const files = plan.removed.length;
  const done = say((m) => m.cli.service.removed({ files }));
  const commands = ran.length === 0 ? [] : [say((m) => m.cli.service.run({ ran: ran.join(', ') }))];
  const head = paragraph([done, ...commands].join(' '));
  const commandsLeft = lastCommands(plan);
  if (commandsLeft.length === 0) return head;
  const stays = say((m) => m.cli.service.theSettingsDatabaseUser({ user: plan.kept.user }));
  return [head, [paragraph(stays), ...commandsLeft.map((line) => `  ${line}`)].join('\n')].join('\n\n');
}

/** What removes the rest, as commands to copy; none where nothing is left. */
function lastCommands({ kept, ...plan }: RemovalPlan): readonly string[] {
  if (kept.paths.length === 0) return [];
  const inPlace = `rm -r ${kept.paths.join(' ')}`;
  return isForThisMachine(plan) && kept.isUserOurs ? [inPlace, `userdel ${kept.user}`] : [inPlace];
}

/** The same for machines. Without the commands that were run it was only tried. */
export function removalJson(plan: RemovalPlan, ran: readonly string[] | undefined) {
  return {
    simulacao: ran === undefined,
    arquivos: [
      ...plan.removed.map((caminho) => ({ caminho, situacao: 'a_remover' })),
      ...[...plan.foreign, ...plan.kept.paths].map((caminho) => ({ caminho, situacao: 'mantido' })),
    ],
    removidos: ran === undefined ? [] : [...plan.removed],
    executados: [...(ran ?? [])],
    proximos: [...lastCommands(plan)],
  };
}
