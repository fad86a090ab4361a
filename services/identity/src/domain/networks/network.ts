import { networkOf } from '@stagereel/service-kit';

export { networkOf };

const IPV6_SUFFIX = '/64';

/** How a network is written for an admin: its address alone, which stands in a path as it is. networkOf leads back. */
export const addressOf = (network: string): string => (network.endsWith(IPV6_SUFFIX) ? network.slice(0, -IPV6_SUFFIX.length) : network);
