import { ROOT } from '../support/run-program.ts';

/** What `npm run package` makes for this machine. */
export const EXECUTABLE = `${ROOT}out/linux-${process.arch}/lead-intake`;
