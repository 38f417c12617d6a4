import { isIPv6 } from 'node:net';

const HEXTETS = 8;
const NETWORK_HEXTETS = 4;

/** What failures are counted by: an IPv4 address, or the /64 of an IPv6 address, because one subscriber has all of its addresses. */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::');
  const left = hextets(head);
  const right = hextets(tail ?? '');
  const gap = tail === undefined ? 0 : HEXTETS - left.length - right.length;
  const network = [...left, ...Array<string>(gap).fill('0'), ...right].slice(0, NETWORK_HEXTETS);
  return `${network.map((hextet) => Number.parseInt(hextet, 16).toString(16)).join(':')}::/64`;
}

/** A dotted ending stands for two. */
function hextets(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').flatMap((part) => (part.includes('.') ? ['0', '0'] : [part]));
}
