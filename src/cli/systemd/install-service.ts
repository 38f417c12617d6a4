import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import type { Destination, InstallationPlan } from './plan.ts';
import { hiddenProgramRemark } from './service-setup.ts';
import { writeFiles } from './write-files.ts';

const run = promisify(execFile);

/** Exists while systemd manages this machine; sd_booted(3) looks at the same. */
export const SYSTEMD_RUNS = '/run/systemd/system';
const READABLE_BY_OTHERS = 0o077;

/** An installation into this machine rather than into the files of an image. */
export function isForThisMachine({ destination }: { readonly destination: Destination }): boolean {
  return destination.root === '/';
}

/**
 * Refuses what could not work, before anybody is asked and anything is written.
 *
 * @param uid of whoever installs; undefined on systems without users
 * @throws AppError `usage` without root, `invalid_input` for a program that the units cannot start, `conflict` for files that were
 *   changed, unless `force`
 */
export function checkInstallable(plan: InstallationPlan, { uid, force }: { uid: number | undefined; force: boolean }): void {
  if (isForThisMachine(plan)) {
    if (uid !== 0) throw notRoot();
    checkProgram(plan);
  }
  const changed = plan.files.filter(({ state }) => state === 'changed').map(({ path }) => path);
  if (changed.length > 0 && !force) throw wouldReplace(changed);
}

/** What an installation has done beside writing files. */
export interface InstallationResult {
  readonly written: readonly string[];
  /** The commands of the system it ran, as typed. */
  readonly ran: readonly string[];
  /** What it left to do and why, as sentences. */
  readonly remarks: readonly Translated<string>[];
}

/**
 * Makes the user, writes the files, gives it its settings, and has systemd read the units. Again is fine, and goes on where an
 * installation stopped.
 *
 * @throws AppError `invalid_input` that says what failed, and what was written before
 */
export async function install(plan: InstallationPlan): Promise<InstallationResult> {
  const ran: string[] = [];
  const wanted = plan.files.filter(({ state }) => state === 'new' || state === 'changed');
  if (isForThisMachine(plan)) {
    writeFiles(wanted.filter((file) => file === plan.userLine));
    await command(ran, 'systemd-sysusers', plan.userLine.path);
    // Systemd reads the settings as root; operators who run commands as the service's user have to read them too.
    const owner = await idsOf(plan.setup.user);
    writeFiles(wanted.filter((file) => file !== plan.userLine).map((file) => (file === plan.settings ? { ...file, owner } : file)));
    if (existsSync(SYSTEMD_RUNS)) await command(ran, 'systemctl', 'daemon-reload');
  } else {
    writeFiles(wanted);
  }
  return {
    written: wanted.map(({ path }) => path),
    ran,
    remarks: [...settingsRemarks(plan), ...systemRemarks(plan), ...leftOverRemarks(plan)],
  };
}

/**
 * Runs a command of the system, and notes it as typed.
 *
 * @throws AppError `invalid_input` with what it said
 */
export async function command(ran: string[], file: string, ...args: readonly string[]): Promise<void> {
  const line = [file, ...args].join(' ');
  try {
    await run(file, args);
    ran.push(line);
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: string | number };
    const why = stderr?.trim() || (code === 'ENOENT' ? 'ENOENT' : String(code));
    throw new AppError(
      'invalid_input',
      {
        en: `\`${line}\` failed: ${why}`,
        pt: `\`${line}\` falhou: ${why}`,
      },
      {
        hint: {
          en: 'Mend that and run the same command again: it goes on where it stopped.',
          pt: 'Corrija isso e execute o mesmo comando de novo: ele continua de onde parou.',
        },
        cause: error,
      },
    );
  }
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

function settingsRemarks({ settings }: InstallationPlan): readonly Translated<string>[] {
  if ((statSync(settings.path).mode & READABLE_BY_OTHERS) === 0) return [];
  return [
    {
      en: `Others may read the secrets in ${settings.path}: chmod 600 ${settings.path}`,
      pt: `Outros podem ler os segredos em ${settings.path}: chmod 600 ${settings.path}`,
    },
  ];
}

function systemRemarks(plan: InstallationPlan): readonly Translated<string>[] {
  if (!isForThisMachine(plan)) {
    return [
      {
        en: `The image makes the user ${plan.setup.user} at its first start (systemd-sysusers); give it ${plan.setup.envFile} then.`,
        pt: `A imagem cria o usuário ${plan.setup.user} na primeira inicialização (systemd-sysusers); dê a ele ${plan.setup.envFile} então.`,
      },
    ];
  }
  if (existsSync(SYSTEMD_RUNS)) return [];
  return [
    {
      en: 'Systemd does not manage this machine now, so nothing was told to read the units.',
      pt: 'O systemd não gerencia esta máquina agora, por isso nada foi avisado para ler as unidades.',
    },
  ];
}

function leftOverRemarks({ leftOver }: InstallationPlan): readonly Translated<string>[] {
  return leftOver.map(({ path }) => ({
    en: `${path} is left over from an installation with other flags; the first commands of those above end it.`,
    pt: `${path} sobrou de uma instalação com outras opções; os primeiros dos comandos acima a encerram.`,
  }));
}

function notRoot(): AppError {
  return new AppError(
    'usage',
    {
      en: 'Only root may install a service. Nothing was changed.',
      pt: 'Somente root pode instalar um serviço. Nada foi alterado.',
    },
    {
      hint: {
        en: 'Run it with sudo. `lead-intake service print` shows the units without it, and --root DIR writes them below a folder of yours.',
        pt: 'Execute com sudo. `lead-intake service print` mostra as unidades sem isso, e --root DIR as grava em uma pasta sua.',
      },
    },
  );
}

function checkProgram({ setup }: InstallationPlan): void {
  const hint = {
    en: 'Copy it to /usr/local/bin or below /opt and run it from there, or name the copy with --program.',
    pt: 'Copie-o para /usr/local/bin ou para dentro de /opt e execute-o de lá, ou indique a cópia com --program.',
  };
  const hidden = hiddenProgramRemark(setup);
  if (hidden !== undefined) throw new AppError('invalid_input', hidden, { hint });
  const [file = ''] = setup.program;
  try {
    accessSync(file, constants.X_OK);
  } catch (error) {
    const message = {
      en: `There is no program that can be started at ${file}. Nothing was changed.`,
      pt: `Não há programa que possa ser iniciado em ${file}. Nada foi alterado.`,
    };
    throw new AppError('invalid_input', message, { hint, cause: error });
  }
}

function wouldReplace(paths: readonly string[]): AppError {
  const list = paths.map((path) => `\n  ${path}`).join('');
  return new AppError(
    'conflict',
    {
      en: `These files are there already, with another text:${list}\nNothing was changed.`,
      pt: `Estes arquivos já existem, com outro texto:${list}\nNada foi alterado.`,
    },
    {
      hint: {
        en: 'Compare one with `lead-intake service print UNIT | diff FILE -`. Keep changes of your own with `systemctl edit UNIT`, then replace the files with --force.',
        pt: 'Compare com `lead-intake service print UNIT | diff ARQUIVO -`. Guarde as suas mudanças com `systemctl edit UNIT` e depois substitua os arquivos com --force.',
      },
    },
  );
}
