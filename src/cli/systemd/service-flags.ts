import { resolve } from 'node:path';
import { Flags } from '@oclif/core';
import { ownProgram } from '../../app/own-program.ts';
import { wholeNumberFlag } from '../flags.ts';
import { checkSetup, type ServiceSetup } from './service-setup.ts';

const MOST_WORKERS = 16;

/** Tells the installations of one machine apart. */
export const prefixFlag = Flags.string({
  summary: "Beginning of the units' names, and name of the folders in /var/lib and /var/cache.",
  helpValue: 'NAME',
  default: 'lead-intake',
});

export const directoryFlag = Flags.string({ summary: 'Folder for the units.', helpValue: 'DIR', default: '/etc/systemd/system' });

/** What decides how the units look, for `service print` and `service install` alike. */
export const serviceFlags = {
  prefix: prefixFlag,
  user: Flags.string({ summary: 'System user that runs the service; left out: the same as --prefix.', helpValue: 'NAME' }),
  'env-file': Flags.string({ summary: 'Settings file the units read; left out: /etc/PREFIX.env.', helpValue: 'PATH' }),
  program: Flags.string({ summary: 'Executable the units start; left out: this program, from where it lies now.', helpValue: 'PATH' }),
  workers: wholeNumberFlag({ summary: 'Worker processes; more than one make a template unit.', min: 1, max: MOST_WORKERS, default: 1 }),
  once: Flags.boolean({
    summary: 'Process the queue by a timer, once a minute, instead of by workers that keep running.',
    default: false,
  }),
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
