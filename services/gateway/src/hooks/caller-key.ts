import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The first four groups, because one line of a provider is given a whole /64. */
const networkOf = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : GROUPS - groups.length - after.length;
  const all = [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...after];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
};

/** Who a limit counts: an IPv4 address, or the /64 network of an IPv6 one. A connection that is gone already has no address. */
export const callerKey = (address: string | undefined): string => {
  if (address === undefined) return 'gone';
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped) return mapped;
  const [bare = ''] = address.split('%');
  return isIPv6(bare) ? networkOf(bare) : address;
};
