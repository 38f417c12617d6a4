interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** The address that a service listens on, as a URL without a path: `http://[::1]:8080`. */
export function listeningUrl({ host, port }: ServiceAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The address at which this machine reaches that service, as a URL without a path. All addresses (`0.0.0.0`, `::`) become 127.0.0.1: a service on
 * `::` also accepts IPv4, and a machine with IPv6 switched off has no `::1`.
 */
export function reachableUrl({ host, port }: ServiceAddress): string {
  return listeningUrl({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port });
}
