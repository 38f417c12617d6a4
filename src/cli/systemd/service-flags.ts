import { resolve } from 'node:path';
import { Flags } from '@oclif/core';
import { ownProgram } from '../../app/own-program.ts';
import { wholeNumberFlag } from '../flags.ts';
import { checkSetup, type ServiceSetup } from './service-setup.ts';

const MOST_WORKERS = 16;

/** Tells the installations of one machine apart. */
export const prefixFlag = Flags.string({
  helpValue: 'NAME',
  default: 'lead-intake',
});

export const directoryFlag = Flags.string({ helpValue: 'DIR', default: '/etc/systemd/system' });

/** What decides how the units look, for `service print` and `service install` alike. */
export const serviceFlags = {
  prefix: prefixFlag,
  user: Flags.string({ helpValue: 'NAME' }),
  'env-file': Flags.string({ helpValue: 'PATH' }),
  program: Flags.string({ helpValue: 'PATH' }),
  workers: wholeNumberFlag({ min: 1, max: MOST_WORKERS, default: 1 }),
  once: Flags.boolean({
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
