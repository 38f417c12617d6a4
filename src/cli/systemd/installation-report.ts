import { basename } from 'node:path';
import { say, type Translated } from '../../base/language.ts';
import { counted, paragraph } from '../render.ts';
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
  const words = say<Readonly<Record<FileState, string>>>({
    en: { new: 'new', same: 'as it is', changed: 'differs', kept: 'kept', 'left over': 'left over' },
    pt: { new: 'novo', same: 'igual', changed: 'difere', kept: 'mantido', 'left over': 'sobrando' },
  });
  const headers = say({ en: ['FILE', 'STATE'], pt: ['ARQUIVO', 'ESTADO'] });
  return renderTable(
    [...plan.files, ...plan.leftOver],
    [
      { header: headers[0] ?? '', cell: ({ path }) => path, whole: true },
      { header: headers[1] ?? '', cell: ({ state }) => words[state] },
    ],
  );
}

/** What the operator is asked; undefined when nothing would be written. */
export function installQuestion(plan: InstallationPlan): Translated<string> | undefined {
  const count = plan.files.filter(({ state }) => state === 'new' || state === 'changed').length;
  if (count === 0) return undefined;
  return {
    en: `Write ${counted(count, 'file')}?`,
    pt: `Gravar ${counted(count, 'arquivo')}?`,
  };
}

/** How to go on where nobody can be asked. */
export const INSTALL_HINT: Translated<string> = {
  en: 'Add --yes to do it, or --dry-run to only see the list.',
  pt: 'Acrescente --yes para fazer, ou --dry-run para ver só a lista.',
};

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
  const done = say({
    en: written.length === 0 ? 'Everything is as it should be; nothing was written.' : `Written: ${counted(written.length, 'file')}.`,
    pt: written.length === 0 ? 'Tudo está como deveria; nada foi gravado.' : `Gravado: ${counted(written.length, 'arquivo')}.`,
  });
  const commands = ran.length === 0 ? [] : [say({ en: `Run: ${ran.join(', ')}.`, pt: `Executado: ${ran.join(', ')}.` })];
  const secrets =
    settings.state === 'new'
      ? [
          say({
            en: `${setup.envFile} has fresh secrets. Add the app secret of the social-ads platform (WEBHOOK_SOCIALADS_SECRET), and give the others to whoever sends.`,
            pt: `${setup.envFile} tem segredos novos. Acrescente o segredo do aplicativo da plataforma social (WEBHOOK_SOCIALADS_SECRET) e entregue os outros a quem envia.`,
          }),
        ]
      : [];
  const where = isForThisMachine(plan)
    ? say({ en: 'Next, as root:', pt: 'Em seguida, como root:' })
    : say({ en: 'Next, as root of the system that runs the image:', pt: 'Em seguida, como root do sistema que executa a imagem:' });
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
