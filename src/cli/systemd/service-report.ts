import { basename } from 'node:path';
import { type Sentence, say } from '../../messages/messages.ts';
import { paragraph } from '../render.ts';
import { renderTable } from '../table.ts';
import { type InstallationResult, isForThisMachine } from './install-service.ts';
import type { FileState, InstallationPlan } from './plan.ts';
import type { RemovalPlan } from './uninstall-service.ts';

/** The states in JSON. */
const STATE_JSON: Readonly<Record<FileState, string>> = {
  new: 'novo',
  same: 'igual',
  changed: 'alterado',
  kept: 'mantido',
  'left over': 'sobrando',
};

/** Every file, and what exists in its place. */
export function planText(plan: InstallationPlan): string {
  return filesTable([...plan.files, ...plan.leftOver]);
}

/** Paths, and the state of each. */
function filesTable(files: readonly { readonly path: string; readonly state: FileState | 'goes' | 'foreign' }[]): string {
  return renderTable(files, [
    { header: 'file', cell: ({ path }) => path, look: 'word' },
    { header: 'state', cell: ({ state }) => say((m) => m.cli.service.states[state]) },
  ]);
}

/** The question before writing; `undefined` if nothing would be written. */
export function installQuestion(plan: InstallationPlan): Sentence | undefined {
  const count = plan.files.filter(({ state }) => state === 'new' || state === 'changed').length;
  if (count === 0) return undefined;
  return (m) => m.cli.service.write({ count });
}

/** The remaining steps, as commands to copy. */
export function nextCommands(plan: InstallationPlan): readonly string[] {
  const { setup, units } = plan;
  const enabled = units.flatMap(({ enable }) => enable ?? []);
  const changed = plan.files.filter(({ state }) => state === 'changed').map(({ path }) => basename(path));
  const toRestart = units.filter(({ name }) => changed.includes(name)).flatMap(({ enable }) => enable ?? []);
  return [
    ...plan.leftOver.flatMap(({ path }) => removalCommands(path)),
    `systemctl enable --now ${enabled.join(' ')}`,
    ...(toRestart.length === 0 ? [] : [`systemctl try-restart ${toRestart.join(' ')}`]),
    `sudo -u ${setup.user} ${setup.program.join(' ')} queue status --env-file ${setup.envFile}`,
    `journalctl -f -u '${setup.prefix}*'`,
  ];
}

function removalCommands(path: string): readonly string[] {
  const name = basename(path);
  const stop = name.includes('@')
    ? [`systemctl stop '${name.replace('@.', '@*.')}'`, `systemctl disable ${name}`]
    : [`systemctl disable --now ${name}`];
  return [...(/-once(-conversions)?\.service$/.test(name) ? [] : stop), `rm ${path}`];
}

/** The result, and the remaining steps. */
export function resultText(plan: InstallationPlan, { written, ran }: InstallationResult): string {
  const { settings, setup } = plan;
  const done = doneText((m) => m.cli.service.written({ writtenCount: written.length }), ran);
  const secrets = settings.state === 'new' ? [paragraph(say((m) => m.cli.service.freshSecrets({ envFile: setup.envFile })))] : [];
  const where = say((m) => m.cli.service[isForThisMachine(plan) ? 'nextAsRoot' : 'nextAsRootOfImage']);
  return [done, ...secrets, [where, ...nextCommands(plan).map((line) => `  ${line}`)].join('\n')].join('\n\n');
}

/** What was done, and the system commands that were run for it. */
function doneText(done: Sentence, ran: readonly string[]): string {
  const commands = ran.length === 0 ? [] : [say((m) => m.cli.service.run({ ran: ran.join(', ') }))];
  return paragraph([say(done), ...commands].join(' '));
}

/** The same for programs. Without a result it was a dry run. */
export function installationJson(plan: InstallationPlan, result: InstallationResult | undefined) {
  return {
    simulacao: result === undefined,
    arquivos: [...plan.files, ...plan.leftOver].map(({ path, state }) => ({ caminho: path, situacao: STATE_JSON[state] })),
    gravados: [...(result?.written ?? [])],
    executados: [...(result?.ran ?? [])],
    avisos: (result?.remarks ?? []).map(({ en }) => en),
    proximos: [...nextCommands(plan)],
  };
}

/** Every file to be removed, and what stays; empty if there is neither. */
export function removalText(plan: RemovalPlan): string {
  const rows = [
    ...plan.removed.map((path) => ({ path, state: 'goes' as const })),
    ...plan.foreign.map((path) => ({ path, state: 'foreign' as const })),
    ...plan.kept.paths.map((path) => ({ path, state: 'kept' as const })),
  ];
  return rows.length === 0 ? '' : filesTable(rows);
}

/** The question before removing; `undefined` if nothing would be removed. */
export function removalQuestion({ removed, units }: RemovalPlan): Sentence | undefined {
  if (removed.length === 0) return undefined;
  return (m) => m.cli.service.confirmRemoval({ unitCount: units.length, removedCount: removed.length });
}

/** The result, and how to remove what stays. */
export function removedText(plan: RemovalPlan, ran: readonly string[]): string {
  const head = doneText((m) => m.cli.service.removed({ files: plan.removed.length }), ran);
  const commandsLeft = lastCommands(plan);
  if (commandsLeft.length === 0) return head;
  const stays = say((m) => m.cli.service.kept({ user: plan.kept.user }));
  return [head, [paragraph(stays), ...commandsLeft.map((line) => `  ${line}`)].join('\n')].join('\n\n');
}

/** The commands that remove the rest, to copy; none if nothing is left. */
function lastCommands({ kept, ...plan }: RemovalPlan): readonly string[] {
  if (kept.paths.length === 0) return [];
  const inPlace = `rm -r ${kept.paths.join(' ')}`;
  return isForThisMachine(plan) && kept.isUserOurs ? [inPlace, `userdel ${kept.user}`] : [inPlace];
}

/** The same for programs. Without the commands that were run it was a dry run. */
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
