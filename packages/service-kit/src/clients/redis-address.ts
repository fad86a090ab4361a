import type { RedisOptions } from 'ioredis';

const SENTINEL_PORT = 26_379;
const SENTINELS =
  /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<username>[^:@/]*):(?<password>[^@/]*)@)?(?<hosts>[^@/?]+)\/(?<name>[^/?]+)(?:\?(?<query>.*))?$/;

const toHost = (text: string): { host: string; port: number } => {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || SENTINEL_PORT };
};

/**
 * Reads `redis+sentinel://user:password@sentinel-1:26379,sentinel-2/primary`: ioredis asks the Sentinels which server is the primary of this name, also
 * after each lost connection. User and password are those of Redis; the Sentinels' own are parameters. With `rediss+sentinel` both use TLS.
 * @returns undefined for another URL
 */
const sentinelOptions = (text: string): RedisOptions | undefined => {
  const { tls, username, password, hosts, name, query } = SENTINELS.exec(text)?.groups ?? {};
  if (hosts === undefined || name === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  const [sentinelUsername, sentinelPassword] = [parameters.get('sentinelUsername'), parameters.get('sentinelPassword')];
  return {
    sentinels: hosts.split(',').map(toHost),
    name: decodeURIComponent(name),
    db: Number(parameters.get('db') ?? 0),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
};

/** Where Redis is, as ioredis takes it. */
export const redisAddress = (text: string): RedisOptions | string => sentinelOptions(text) ?? text;

export const isRedisAddress = (text: string): boolean => {
  try {
    return sentinelOptions(text) !== undefined || /^rediss?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};
