import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { WatchSource, watchDatabase } from '../../app/watch-source.ts';
import type { AppError } from '../../base/app-error.ts';
import { isLoopback } from '../../base/loopback.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { appError, say } from '../../messages/messages.ts';
import { readInput } from '../read-input.ts';

/**
 * The service at this URL if one was given, otherwise the database of these settings.
 *
 * @throws AppError `usage` if the token would be sent unencrypted to another machine, `configuration_invalid` without a token
 */
export async function openWatchSource(
  loaded: LoadedConfig,
  { url, tokenFile }: { readonly url: URL | undefined; readonly tokenFile?: string | undefined },
  reading: Parameters<typeof watchDatabase>[1],
): Promise<WatchSource> {
  const { watchDatabase, watchService } = await import('../../app/watch-source.ts');
  if (url === undefined) return await watchDatabase(loaded, reading);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw unencrypted(url);
  return await watchService(url, await adminToken(tokenFile, loaded.secrets.adminToken), reading.queue);
}

/**
 * The admin token of another service: from a file, otherwise from the configuration, otherwise asked for if there is a terminal. Never from
 * the command line, which every user of the machine can read.
 *
 * @throws AppError `configuration_invalid` if there is none
 */
async function adminToken(file: string | undefined, configured: string | undefined): Promise<string> {
  const token = file === undefined ? (configured ?? (await askToken())) : (await readInput(file)).toString('utf8');
  const trimmed = token?.trim() ?? '';
  if (/^[\x21-\x7E]+$/.test(trimmed)) return trimmed;
  throw appError('configuration_invalid', (m) => (trimmed === '' ? m.cli.queue.noAdminToken : m.cli.queue.adminTokenCharacters), {
    hint: (m) => m.cli.queue.noAdminTokenHint,
  });
}

function unencrypted({ hostname }: URL): AppError {
  return appError('usage', (m) => m.cli.queue.tokenUnencrypted({ hostname }), {
    hint: (m) => m.cli.queue.tokenUnencryptedHint({ hostname }),
  });
}

/** The input is not echoed. */
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
