import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../../app/settings-file.ts';
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '../../config/settings.ts';
import { appError, say } from '../../messages/messages.ts';
import { type ServiceSetup, stateFolder } from './service-setup.ts';
import { everyUnitName, type UnitFile, unitFiles } from './unit-files.ts';

/** Where the files are installed. */
export interface Destination {
  /** Folder of the unit files, for example /etc/systemd/system. */
  readonly directory: string;
  /** `/`, or the root of an image that is being built. */
  readonly root: string;
}

/**
 * What exists at the path: nothing; the same text; another text; a settings file, which is never replaced; or a unit of an earlier
 * installation that this one does not include.
 */
export type FileState = 'new' | 'same' | 'changed' | 'kept' | 'left over';

export interface PlannedFile {
  readonly path: string;
  readonly state: FileState;
  readonly text: string;
  readonly mode: number;
  /** A file that was created meanwhile stays. */
  readonly onlyIfMissing?: boolean;
}

export interface InstallationPlan {
  readonly setup: ServiceSetup;
  readonly destination: Destination;
  readonly units: readonly UnitFile[];
  readonly settings: PlannedFile;
  /** The line for systemd-sysusers that creates the user. */
  readonly userLine: PlannedFile;
  /** Settings, user and units. */
  readonly files: readonly PlannedFile[];
  readonly leftOver: readonly PlannedFile[];
}

/**
 * Compares the files of an installation with the existing ones; changes nothing.
 *
 * @throws AppError `invalid_input` for a file that cannot be read
 */
export function planInstallation(setup: ServiceSetup, destination: Destination): InstallationPlan {
  const { directory, root } = destination;
  const units = unitFiles(setup);
  const unitPath = (name: string): string => join(root, directory, name);
  const settings = planSettings(join(root, setup.envFile), setup);
  const userLine = plan(join(root, '/etc/sysusers.d', `${setup.prefix}.conf`), userText(setup));
  return {
    setup,
    destination,
    units,
    settings,
    userLine,
    files: [settings, userLine, ...units.map(({ name, text }) => plan(unitPath(name), text))],
    leftOver: everyUnitName(setup)
      .filter((name) => !units.some((unit) => unit.name === name))
      .map((name) => plan(unitPath(name), ''))
      .filter(({ state }) => state !== 'new')
      .map((file) => ({ ...file, state: 'left over' })),
  };
}

function plan(path: string, text: string): PlannedFile {
  const present = readIfPresent(path);
  const state = present === undefined ? 'new' : present === text ? 'same' : 'changed';
  return { path, text, mode: 0o644, state };
}

/** An existing settings file contains secrets that senders use, so it is never changed. */
function planSettings(path: string, setup: ServiceSetup): PlannedFile {
  const isPresent = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return { path, text: isPresent ? '' : settingsFileText(setup), mode: 0o600, state: isPresent ? 'kept' : 'new', onlyIfMissing: true };
}

function userText(setup: ServiceSetup): string {
  return `# Made by \`lead-intake service install\`; systemd-sysusers makes the user.\nu ${setup.user} - "lead-intake" ${stateFolder(setup)}\n`;
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw appError('invalid_input', (m) => m.cli.service.cannotBeRead({ path, code }), {
      hint: (m) => m.cli.service.inTheWay,
      cause: error,
    });
  }
}

/** Secrets that we may choose. The secret of the Meta route is the platform's app secret. */
const CHOSEN_SECRETS: readonly SettingName[] = [
  'ADMIN_TOKEN',
  'FORMULARIO_SECRET',
  'WEBHOOK_SEARCHADS_SECRET',
  'WEBHOOK_SOCIALADS_VERIFY_TOKEN',
];

/**
 * A settings file for production: sets what is required, with fresh secrets; everything else is a comment with its default. Systemd
 * (`EnvironmentFile=`) and the program (`--env-file`) read it in the same way: one `NAME=value` per line, comments on separate lines.
 */
export function settingsFileText(setup: Pick<ServiceSetup, 'prefix'>): string {
  const set = new Map<SettingName, string>([
    ['NODE_ENV', 'production'],
    ['DATABASE_URL', `sqlite:${stateFolder(setup)}/lead-intake.db`],
    ...CHOSEN_SECRETS.map((name) => [name, newSecret()] as const),
  ]);
  const others = SETTING_NAMES.filter((name) => !set.has(name));
  return [
    '# Settings of lead-intake, with secrets: readable for its user only. After a change, restart the services.',
    ...[...set].map(([name, value]) => `${comment(name)}${name}=${value}`),
    '# What follows has its default, or is not set. Take the # away from the line of the name to set it.',
    ...others.map((name) => `${comment(name)}# ${name}=${(SETTINGS[name] as Setting<unknown>).fallback ?? ''}`),
    '',
  ].join('\n\n');
}

function comment(name: SettingName): string {
  return `# ${say((m) => m.settings.meanings[name])}\n`;
}
