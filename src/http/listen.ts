import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppError } from '../base/app-error.ts';
import type { Logger } from '../base/logger.ts';
import { appError } from '../messages/messages.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Starts accepting connections.
 * @throws AppError `port_in_use`, or `configuration_invalid` if the server cannot listen on the address
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

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): AppError {
  switch (cause.code) {
    case 'EADDRINUSE':
      return appError('port_in_use', (m) => m.errors.http.portInUse({ port, host }), { hint: (m) => m.errors.http.portInUseHint, cause });
    case 'EACCES':
      return appError('configuration_invalid', (m) => m.errors.http.portForbidden({ port, host }), {
        hint: (m) => m.errors.http.choosePortAbove,
        cause,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return appError('configuration_invalid', (m) => m.errors.http.foreignAddress({ host }), {
        hint: (m) => m.errors.http.setHost,
        cause,
      });
    default:
      return appError('internal', (m) => m.errors.http.listeningFailed({ host, port, message: cause.message }), { cause });
  }
}
