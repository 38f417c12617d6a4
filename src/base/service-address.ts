interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** Where something listens, as a URL without a path: `http://[::1]:8080`. */
export function listeningUrl({ host, port }: ServiceAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Where a service that listens there is reached from this machine, as a URL without a path. All addresses (`0.0.0.0`, `::`) become 127.0.0.1:
 * who listens on `::` is reached by IPv4 too, and a machine whose IPv6 is switched off has no `::1`.
 */
export function reachableUrl({ host, port }: ServiceAddress): string {
  return listeningUrl({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port });
}
