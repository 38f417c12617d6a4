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
      return appError('internal', (m) => m.errors.http.listeningFailed({ host, port, message: error.message }), { cause: error });
  }
}

function portInUse(cause: Error, host: string, port: number): AppError {
  return appError('port_in_use', (m) => m.errors.http.portInUse({ port, host }), { hint: (m) => m.errors.http.portInUseHint, cause });
}

function notAllowed(cause: Error, host: string, port: number): AppError {
  return appError('configuration_invalid', (m) => m.errors.http.portForbidden({ port, host }), {
    hint: (m) => m.errors.http.choosePortAbove,
    cause,
  });
}

function noOwnAddress(cause: Error, host: string): AppError {
  return appError('configuration_invalid', (m) => m.errors.http.foreignAddress({ host }), { hint: (m) => m.errors.http.setHost, cause });
}
