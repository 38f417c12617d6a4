import { basename } from 'node:path';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { paragraph } from '../render.ts';
import { renderTable } from '../table.ts';
import { type InstallationResult, isForThisMachine } from './install-service.ts';
import type { FileState, InstallationPlan } from './plan.ts';

/** The states as machines read them. */
const STATE_JSON: Readonly<Record<FileState, string>> = {
  new: 'novo',
  same: 'igual',
  changed: 'alterado',
  kept: 'mantido',
  'left over': 'sobrando',
};

/** Every file, and what stands in its place now. */
export function planText(plan: InstallationPlan): string {
  return filesTable([...plan.files, ...plan.leftOver]);
}

/** Paths, and what is or becomes of each. */
export function filesTable(files: readonly { readonly path: string; readonly state: FileState | 'goes' | 'foreign' }[]): string {
  return renderTable(files, [
    { header: inEveryLanguage((m) => m.cli.columns.file), cell: ({ path }) => path, whole: true },
    { header: inEveryLanguage((m) => m.cli.columns.state), cell: ({ state }) => say((m) => m.cli.service.states[state]) },
  ]);
}

/** What the operator is asked; undefined when nothing would be written. */
export function installQuestion(plan: InstallationPlan): Translated<string> | undefined {
  const count = plan.files.filter(({ state }) => state === 'new' || state === 'changed').length;
  if (count === 0) return undefined;
  return inEveryLanguage((m) => m.cli.service.write({ count }));
}

/** How to go on where nobody can be asked. */
export const INSTALL_HINT: Translated<string> = inEveryLanguage((m) => m.cli.service.installHint);

/** What is left to do, as commands to copy. */
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

/** What was done, and what is left to do. */
export function resultText(plan: InstallationPlan, { written, ran }: InstallationResult): string {
  const { settings, setup } = plan;
  const done = say((m) => m.cli.service.written({ writtenCount: written.length }));
  const commands = ran.length === 0 ? [] : [say((m) => m.cli.service.run({ ran: ran.join(', ') }))];
  const secrets = settings.state === 'new' ? [say((m) => m.cli.service.hasFreshSecretsAdd({ envFile: setup.envFile }))] : [];
  const where = isForThisMachine(plan) ? say((m) => m.cli.service.nextAsRoot) : say((m) => m.cli.service.nextRootSystemRuns);
  return [
    ...[[done, ...commands].join(' '), ...secrets].map((text) => paragraph(text)),
    [where, ...nextCommands(plan).map((line) => `  ${line}`)].join('\n'),
  ].join('\n\n');
}

/** The same for machines. Without a result it was only tried. */
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
