import { isIP } from 'node:net';

/**
 * The caller's address: the socket's, or the one reported by the nearest `trustedHops` proxies. Each proxy appends the address it saw to
 * X-Forwarded-For, so only the last entries are theirs; the caller may have forged any entry before them.
 */
export function remoteAddressOf(socketAddress: string | undefined, forwardedFor: string | undefined, trustedHops: number): string {
  let address = unmapped(socketAddress ?? '');
  if (trustedHops === 0 || forwardedFor === undefined) return address;
  const entries = forwardedFor.split(',');
  for (let hop = 1; hop <= trustedHops && hop <= entries.length; hop += 1) {
    const named = unmapped(withoutPort(entries[entries.length - hop]?.trim() ?? ''));
    if (isIP(named) === 0) break;
    address = named;
  }
  return address;
}

/** An IPv4 address that arrived over an IPv6 socket, as IPv4. */
function unmapped(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.lastIndexOf(':')) : entry;
}
