import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Starts to take connections.
 * @throws AppError `port_in_use`, or `configuration_invalid` when the address cannot be listened on
 */
export function listen(server: Server, { host, port }: Address, log: Logger): Promise<Address> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => reject(listenError(error, host, port));
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      server.on('error', (error) => log.error({ err: error }, 'The HTTP server reported an error.'));
      const address = server.address() as AddressInfo;
      resolve({ host, port: address.port });
    });
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): AppError {
  switch (error.code) {
    case 'EADDRINUSE':
      return portInUse(error, host, port);
    case 'EACCES':
      return notAllowed(error, host, port);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return noOwnAddress(error, host);
    default:
      return new AppError(
        'internal',
        {
          en: `Listening on ${host}, port ${port}, failed: ${error.message}`,
          pt: `Não foi possível escutar em ${host}, porta ${port}: ${error.message}`,
        },
        { cause: error },
      );
  }
}

function portInUse(cause: Error, host: string, port: number): AppError {
  const message = {
    en: `Port ${port} on ${host} is already in use by another program.`,
    pt: `A porta ${port} em ${host} já está em uso por outro programa.`,
  };
  const hint = {
    en: 'Stop that program, or choose another port with PORT or --port; port 0 takes a free one.',
    pt: 'Pare esse programa ou escolha outra porta com PORT ou --port; a porta 0 pega uma livre.',
  };
  return new AppError('port_in_use', message, { hint, cause });
}

function notAllowed(cause: Error, host: string, port: number): AppError {
  const message = {
    en: `This user may not listen on port ${port} of ${host}.`,
    pt: `Este usuário não tem permissão para escutar na porta ${port} de ${host}.`,
  };
  const hint = {
    en: 'Choose a port above 1023 with PORT or --port and put a reverse proxy in front for 80 and 443.',
    pt: 'Escolha uma porta acima de 1023 com PORT ou --port e coloque um proxy reverso à frente para 80 e 443.',
  };
  return new AppError('configuration_invalid', message, { hint, cause });
}

function noOwnAddress(cause: Error, host: string): AppError {
  const message = { en: `${host} is no address of this machine.`, pt: `${host} não é um endereço desta máquina.` };
  const hint = {
    en: 'Set HOST or --host to 127.0.0.1 (this machine only), 0.0.0.0 (every interface) or one of its own addresses.',
    pt: 'Defina HOST ou --host como 127.0.0.1 (só esta máquina), 0.0.0.0 (todas as interfaces) ou um dos endereços dela.',
  };
  return new AppError('configuration_invalid', message, { hint, cause });
}
