import { spawnSync } from 'node:child_process';

/** The exit code of a shell for an unknown command. */
const NOT_FOUND = 127;
/** Like git: colours, no alternate screen, and no pager for text that fits. */
const LESS = 'FRX';

/** Shows a text in the user's pager, or prints it if there is none. */
export function showInPager(text: string, env: NodeJS.ProcessEnv = process.env): void {
  const pager = env['PAGER'] ?? 'less';
  // Ctrl-C is for the pager.
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  const { status } =
    pager === ''
      ? { status: NOT_FOUND }
      : spawnSync(pager, [], { input: `${text}\n`, shell: true, stdio: ['pipe', 'inherit', 'inherit'], env: { LESS, ...env } });
  process.off('SIGINT', ignore);
  if (status === NOT_FOUND) process.stdout.write(`${text}\n`);
}
