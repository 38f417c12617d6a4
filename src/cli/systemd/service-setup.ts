import { resolve } from 'node:path';
import * as Flags from '@oclif/core/flags';
import { ownProgram } from '../../app/own-program.ts';
import type { Translated } from '../../base/language.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import type { FlagValues } from '../command.ts';
import { wholeNumberFlag } from '../flags.ts';

/** What processes the queue: long-running workers, or a timer that starts `queue once` every minute. */
type Processing = { readonly kind: 'workers'; readonly count: number } | { readonly kind: 'timer' };

/** Everything that determines the units. */
export interface ServiceSetup {
  /** Prefix of every unit's name, and name of the folders below /var/lib and /var/cache: two setups can share a machine. */
  readonly prefix: string;
  /** The command line of the program; its first word is an absolute path. */
  readonly program: readonly string[];
  /** System user, and the name of its group. */
  readonly user: string;
  /** Absolute path of the settings file. */
  readonly envFile: string;
  readonly processing: Processing;
}

/** Folders that the sandbox of the units hides or empties: a program in them is not found. */
const HIDDEN_FOLDERS = ['/home', '/root', '/tmp', '/var/tmp', '/run/user', '/dev'] as const;

/** Words that systemd reads literally without quotes; `--` separates Node from its script. */
const PLAIN_WORD = /^(--|\/[\w.@+,:~/-]*)$/;
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** The folder of the database, and the working directory of every unit. */
export function stateFolder({ prefix }: Pick<ServiceSetup, 'prefix'>): string {
  return `/var/lib/${prefix}`;
}

/** The folder for compiled code, and for what the packaged executable unpacks. */
export function cacheFolder({ prefix }: Pick<ServiceSetup, 'prefix'>): string {
  return `/var/cache/${prefix}`;
}

/** Why the units cannot start the program from its location; `undefined` if they can. */
export function hiddenProgramRemark({ program }: Pick<ServiceSetup, 'program'>): Translated<string> | undefined {
  const folder = HIDDEN_FOLDERS.find((hidden) => program.some((word) => word.startsWith(`${hidden}/`)));
  if (folder === undefined) return undefined;
  return inEveryLanguage((m) => m.cli.service.programHidden({ folder }));
}

/** @throws AppError `usage` for names and paths that systemd would interpret differently */
export function checkSetup(setup: ServiceSetup): ServiceSetup {
  const { prefix, user, envFile, program } = setup;
  const checks: readonly (readonly [flag: string, value: string, holds: boolean, rule: 'nameRule' | 'userRule' | 'pathRule'])[] = [
    ['--prefix', prefix, PLAIN_NAME.test(prefix), 'nameRule'],
    ['--user', user, PLAIN_NAME.test(user), 'nameRule'],
    ['--user', user, user !== 'root', 'userRule'],
    ['--env-file', envFile, PLAIN_WORD.test(envFile), 'pathRule'],
    ...program.map((word) => ['--program', word, PLAIN_WORD.test(word), 'pathRule'] as const),
  ];
  for (const [flag, value, holds, rule] of checks) {
    if (!holds) throw appError('usage', ({ cli: { service } }) => service.given({ flag, rule: service[rule], value }));
  }
  return setup;
}

const MOST_WORKERS = 16;

/** Distinguishes several installations on one machine. */
export const prefixFlag = Flags.string({ helpValue: 'NAME', default: 'lead-intake' });

/** Where the files are, for `service install` and `service uninstall`. */
export const destinationFlags = {
  directory: Flags.string({ helpValue: 'DIR', default: '/etc/systemd/system' }),
  root: Flags.string({ helpValue: 'DIR', default: '/' }),
};

/** What determines the units, for `service print` and `service install`. */
export const serviceFlags = {
  prefix: prefixFlag,
  user: Flags.string({ helpValue: 'NAME' }),
  'env-file': Flags.string({ helpValue: 'PATH' }),
  program: Flags.string({ helpValue: 'PATH' }),
  workers: wholeNumberFlag({ min: 1, max: MOST_WORKERS, default: 1 }),
  once: Flags.boolean({ default: false }),
};

/** @throws AppError `usage` for names and paths that systemd would interpret differently */
export function serviceSetup(flags: FlagValues<typeof serviceFlags>): ServiceSetup {
  return checkSetup({
    prefix: flags.prefix,
    program: flags.program === undefined ? ownProgram() : [resolve(flags.program)],
    user: flags.user ?? flags.prefix,
    envFile: resolve(flags['env-file'] ?? `/etc/${flags.prefix}.env`),
    processing: flags.once ? { kind: 'timer' } : { kind: 'workers', count: flags.workers },
  });
}
