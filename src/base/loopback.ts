import { BlockList, isIP } from 'node:net';

let addresses: BlockList | undefined;

/** Created on first use: most commands never need it. */
function loopbackAddresses(): BlockList {
  if (addresses !== undefined) return addresses;
  addresses = new BlockList();
  addresses.addSubnet('127.0.0.0', 8, 'ipv4');
  addresses.addAddress('::1', 'ipv6');
  return addresses;
}

/**
 * True for names and addresses that only this machine can reach: `localhost`, all of 127.0.0.0/8, `::1`, also mapped (`::ffff:127.0.0.1`, as
 * sockets report IPv4) and in brackets, as in URLs.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(name);
  return name.toLowerCase() === 'localhost' || (family !== 0 && loopbackAddresses().check(name, family === 6 ? 'ipv6' : 'ipv4'));
}
