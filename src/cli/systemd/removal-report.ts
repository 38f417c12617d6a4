import { say, type Translated } from '../../base/language.ts';
import { counted, paragraph } from '../render.ts';
import { renderTable } from '../table.ts';
import { isForThisMachine } from './install-service.ts';
import type { RemovalPlan } from './uninstall-service.ts';

/** Every file that goes, and what stays; empty where there is nothing of either. */
export function removalText(plan: RemovalPlan): string {
  const words = say({
    en: { file: 'FILE', state: 'STATE', goes: 'to remove', foreign: 'kept: not made by `service install`', kept: 'kept' },
    pt: { file: 'ARQUIVO', state: 'ESTADO', goes: 'a remover', foreign: 'mantido: não foi feito por `service install`', kept: 'mantido' },
  });
  const rows = [
    ...plan.removed.map((path) => ({ path, state: words.goes })),
    ...plan.foreign.map((path) => ({ path, state: words.foreign })),
    ...plan.kept.paths.map((path) => ({ path, state: words.kept })),
  ];
  if (rows.length === 0) return '';
  return renderTable(rows, [
    { header: words.file, cell: ({ path }) => path, whole: true },
    { header: words.state, cell: ({ state }) => state },
  ]);
}

/** What the operator is asked; undefined when nothing would be removed. */
export function removalQuestion({ removed, units }: RemovalPlan): Translated<string> | undefined {
  if (removed.length === 0) return undefined;
  return {
    en: `Stop ${counted(units.length, 'unit')} and remove ${counted(removed.length, 'file')}? Settings and database stay.`,
    pt: `Parar ${counted(units.length, 'unidade')} e remover ${counted(removed.length, 'arquivo')}? Configurações e banco de dados ficam.`,
  };
}

/** What was done, and how to remove what stays. */
export function removedText(plan: RemovalPlan, ran: readonly string[]): string {
  const files = plan.removed.length;
  const done = say({
    en: files === 0 ? 'No unit made by `service install` is there; nothing was removed.' : `Removed: ${counted(files, 'file')}.`,
    pt: files === 0 ? 'Não há unidade feita por `service install`; nada foi removido.' : `Removido: ${counted(files, 'arquivo')}.`,
  });
  const commands = ran.length === 0 ? [] : [say({ en: `Run: ${ran.join(', ')}.`, pt: `Executado: ${ran.join(', ')}.` })];
  const head = paragraph([done, ...commands].join(' '));
  const commandsLeft = lastCommands(plan);
  if (commandsLeft.length === 0) return head;
  const stays = say({
    en: `The settings, the database and the user ${plan.kept.user} are kept. When you are sure that nobody needs them any more, as root:`,
    pt: `As configurações, o banco de dados e o usuário ${plan.kept.user} foram mantidos. Quando tiver certeza de que ninguém mais precisa deles, como root:`,
  });
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
