import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '../../base/app-error.ts';
import { say } from '../../base/language.ts';
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

/** A remark for whoever sends the token over a network that others can read; undefined when it is encrypted or stays on this machine. */
export function clearTokenRemark({ protocol, hostname }: URL): string | undefined {
  if (protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return undefined;
  return say({
    en: `The admin token is sent to ${hostname} unencrypted; use https or a tunnel.`,
    pt: `O token de administração vai para ${hostname} sem criptografia; use https ou um túnel.`,
  });
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
