import { isIPv6 } from 'node:net';
import type { Network } from '../domain/failed-login.ts';

const HEXTETS = 8;
const HEXTET_BITS = 16;

const OF_ONE_ADDRESS = 5;

/**
 * One subscriber has all addresses of a /64, and often a /48; the holder of a /32 has 4 billion /64s. The wider networks allow for several
 * people who mistype.
 */
const IPV6_NETWORKS = [
  { bits: 64, failuresAllowed: OF_ONE_ADDRESS },
  { bits: 48, failuresAllowed: 25 },
  { bits: 32, failuresAllowed: 125 },
] as const;

/** The networks that count an address's failures, narrowest first: an IPv4 address alone, or the networks of an IPv6 address. */
export function networksOf(address: string): readonly Network[] {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return [{ key: address, failuresAllowed: OF_ONE_ADDRESS }];
  const hextets = hextetsOf(plain);
  return IPV6_NETWORKS.map(({ bits, failuresAllowed }) => ({
    key: `${hextets.slice(0, bits / HEXTET_BITS).join(':')}::/${bits}`,
    failuresAllowed,
  }));
}

/** Identifies one subscriber. */
export function networkKey(address: string): string {
  return networksOf(address)[0]?.key ?? address;
}

/** All eight hextets, in lower case and without leading zeros. */
function hextetsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const left = written(head);
  const right = written(tail ?? '');
  const gap = tail === undefined ? 0 : HEXTETS - left.length - right.length;
  return [...left, ...Array<string>(gap).fill('0'), ...right].map((hextet) => Number.parseInt(hextet, 16).toString(16));
}

/** A dotted ending counts as two hextets. */
function written(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').flatMap((part) => (part.includes('.') ? ['0', '0'] : [part]));
}
