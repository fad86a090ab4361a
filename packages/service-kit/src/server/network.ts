import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The key that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because one household has a whole /64. */
export const networkOf = (ip: string): string => {
  // Most addresses, which need none of the checks below.
  if (!ip.includes(':')) return ip;
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(GROUPS - before.length - after.length, 0) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
};
