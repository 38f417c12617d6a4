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
      return new AppError('port_in_use', `Port ${port} on ${host} is already in use by another program.`, {
        hint: 'Stop that program, or choose another port with PORT or --port; port 0 takes a free one.',
        cause: error,
      });
    case 'EACCES':
      return new AppError('configuration_invalid', `This user may not listen on port ${port} of ${host}.`, {
        hint: 'Choose a port above 1023 with PORT or --port and put a reverse proxy in front for 80 and 443.',
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new AppError('configuration_invalid', `${host} is no address of this machine.`, {
        hint: 'Set HOST or --host to 127.0.0.1 (this machine only), 0.0.0.0 (every interface) or one of its own addresses.',
        cause: error,
      });
    default:
      return new AppError('internal', `Listening on ${host}, port ${port}, failed: ${error.message}`, { cause: error });
  }
}
