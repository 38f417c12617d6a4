import { resolve } from 'node:path';
import { Flags } from '@oclif/core';
import { ownProgram } from '../../app/own-program.ts';
import type { Translated } from '../../base/language.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import { wholeNumberFlag } from '../flags.ts';

/** Who processes the queue: workers that keep running, or a timer that starts `queue once` every minute. */
type Processing = { readonly kind: 'workers'; readonly count: number } | { readonly kind: 'timer' };

/** Everything that decides how the units look. */
export interface ServiceSetup {
  /** Beginning of every unit's name, and the name of the folders below /var/lib and /var/cache: two setups can share a machine. */
  readonly prefix: string;
  /** The words that start the program, the first one an absolute path. */
  readonly program: readonly string[];
  /** System user, and group of the same name. */
  readonly user: string;
  /** Absolute path of the settings file. */
  readonly envFile: string;
  readonly processing: Processing;
}

/** Folders that the sandbox of the units hides or empties: a program in there is not found. */
const HIDDEN_FOLDERS = ['/home', '/root', '/tmp', '/var/tmp', '/run/user', '/dev'] as const;

/** What systemd reads as itself without quotes; `--` stands between Node and its script. */
const PLAIN_WORD = /^(--|\/[\w.@+,:~/-]*)$/;
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** Folder of the database, and the working directory of every unit. */
export function stateFolder({ prefix }: Pick<ServiceSetup, 'prefix'>): string {
  return `/var/lib/${prefix}`;
}

/** Compiled code, and what the packaged executable unpacks. */
export function cacheFolder({ prefix }: Pick<ServiceSetup, 'prefix'>): string {
  return `/var/cache/${prefix}`;
}

/** Why the units could not start the program from where it lies; undefined when they can. */
export function hiddenProgramRemark({ program }: Pick<ServiceSetup, 'program'>): Translated<string> | undefined {
  const folder = HIDDEN_FOLDERS.find((hidden) => program.some((word) => word.startsWith(`${hidden}/`)));
  if (folder === undefined) return undefined;
  return inEveryLanguage((m) => m.cli.service.theProgramLiesUnits({ folder }));
}

/** @throws AppError `usage` for names and paths that systemd would read as something else */
export function checkSetup(setup: ServiceSetup): ServiceSetup {
  requireThat(
    PLAIN_NAME.test(setup.prefix),
    '--prefix',
    inEveryLanguage((m) => m.cli.service.nameRule),
    setup.prefix,
  );
  requireThat(
    PLAIN_NAME.test(setup.user),
    '--user',
    inEveryLanguage((m) => m.cli.service.nameRule),
    setup.user,
  );
  requireThat(
    setup.user !== 'root',
    '--user',
    inEveryLanguage((m) => m.cli.service.userRule),
    setup.user,
  );
  requireThat(
    PLAIN_WORD.test(setup.envFile),
    '--env-file',
    inEveryLanguage((m) => m.cli.service.pathRule),
    setup.envFile,
  );
  for (const word of setup.program)
    requireThat(
      PLAIN_WORD.test(word),
      '--program',
      inEveryLanguage((m) => m.cli.service.pathRule),
      word,
    );
  return setup;
}

function requireThat(holds: boolean, flag: string, rule: Translated<string>, value: string): void {
  if (holds) return;
  throw appError('usage', (m) => m.cli.service.given({ flag, rule, value }));
}

const MOST_WORKERS = 16;

/** Tells the installations of one machine apart. */
export const prefixFlag = Flags.string({ helpValue: 'NAME', default: 'lead-intake' });

export const directoryFlag = Flags.string({ helpValue: 'DIR', default: '/etc/systemd/system' });

/** What decides how the units look, for `service print` and `service install` alike. */
export const serviceFlags = {
  prefix: prefixFlag,
  user: Flags.string({ helpValue: 'NAME' }),
  'env-file': Flags.string({ helpValue: 'PATH' }),
  program: Flags.string({ helpValue: 'PATH' }),
  workers: wholeNumberFlag({ min: 1, max: MOST_WORKERS, default: 1 }),
  once: Flags.boolean({ default: false }),
};

interface ServiceFlagValues {
  readonly prefix: string;
  readonly user?: string | undefined;
  readonly 'env-file'?: string | undefined;
  readonly program?: string | undefined;
  readonly workers: number;
  readonly once: boolean;
}

/** @throws AppError `usage` for names and paths that systemd would read as something else */
export function serviceSetup(flags: ServiceFlagValues): ServiceSetup {
  return checkSetup({
    prefix: flags.prefix,
    program: flags.program === undefined ? ownProgram() : [resolve(flags.program)],
    user: flags.user ?? flags.prefix,
    envFile: resolve(flags['env-file'] ?? `/etc/${flags.prefix}.env`),
    processing: flags.once ? { kind: 'timer' } : { kind: 'workers', count: flags.workers },
  });
}
