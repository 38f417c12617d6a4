import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '../../base/app-error.ts';
import { isLoopback } from '../../base/loopback.ts';
import { appError, inEveryLanguage, say } from '../../messages/messages.ts';
import { readInput } from '../read-input.ts';

/**
 * The admin token of another service: from a file, else from the configuration, else asked for where there is a terminal. It is never
 * taken from the command line, which every user of the machine can read.
 *
 * @throws AppError `configuration_invalid` when there is none
 */
export async function adminToken(file: string | undefined, configured: string | undefined): Promise<string> {
  const token = file === undefined ? (configured ?? (await askToken())) : (await readInput(file)).toString('utf8');
  const trimmed = token?.trim() ?? '';
  if (/^[\x21-\x7E]+$/.test(trimmed)) return trimmed;
  throw new AppError(
    'configuration_invalid',
    inEveryLanguage((m) => (trimmed === '' ? m.cli.queue.thereNoAdminToken : m.cli.queue.theAdminTokenHolds)),
    {
      hint: inEveryLanguage((m) => m.cli.queue.setAdminTokenRunning),
    },
  );
}

/** @throws AppError `usage` where the token would travel unencrypted to another machine */
export function refuseClearToken({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw appError('usage', (m) => m.cli.queue.theAdminTokenWould({ hostname }), {
    hint: (m) => m.cli.queue.useHttpsTunnelSsh({ hostname }),
  });
}

/** What is typed does not show. */
async function askToken(): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(say((m) => m.cli.queue.adminToken));
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  try {
    return await Promise.race([terminal.question(''), closed]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
