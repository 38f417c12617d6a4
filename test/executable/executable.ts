import { ROOT } from '../support/run-program.ts';

/** The output of `npm run package` for this machine. */
export const EXECUTABLE = `${ROOT}out/linux-${process.arch}/lead-intake`;
