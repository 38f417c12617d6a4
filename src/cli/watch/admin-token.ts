import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '../../base/app-error.ts';
import { say } from '../../base/language.ts';
import { isLoopback } from '../../base/loopback.ts';
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
    trimmed === ''
      ? { en: 'There is no admin token for --url.', pt: 'Falta o token de administração para --url.' }
      : { en: 'The admin token holds characters no token has.', pt: 'O token de administração tem caracteres que nenhum token tem.' },
    {
      hint: {
        en: 'Set ADMIN_TOKEN to that of the running service, or name a file that holds it with --token-file.',
        pt: 'Defina ADMIN_TOKEN como o do serviço em execução, ou indique com --token-file um arquivo que o contém.',
      },
    },
  );
}

/** @throws AppError `usage` where the token would travel unencrypted to another machine */
export function refuseClearToken({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || isLoopback(hostname)) return;
  const message = {
    en: `The admin token would travel to ${hostname} unencrypted.`,
    pt: `O token de administração iria para ${hostname} sem criptografia.`,
  };
  const hint = {
    en: `Use https, or a tunnel: \`ssh -L 8080:127.0.0.1:8080 ${hostname}\`, then --url http://127.0.0.1:8080.`,
    pt: `Use https, ou um túnel: \`ssh -L 8080:127.0.0.1:8080 ${hostname}\`, depois --url http://127.0.0.1:8080.`,
  };
  throw new AppError('usage', message, { hint });
}

/** What is typed does not show. */
async function askToken(): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(say({ en: 'Admin token: ', pt: 'Token de administração: ' }));
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  try {
    return await Promise.race([terminal.question(''), closed]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
