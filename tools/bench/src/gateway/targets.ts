import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type PeerName = 'bare Fastify' | 'bare node:http' | 'nginx from disk' | 'nginx with proxy_cache' | 'nginx as proxy' | 'catalog';

/** A request that is measured. */
export type Target = {
  name: string;
  path: string;
  headers: Record<string, string>;
  /** What the gateway is compared with; its goal, if there is one, with the first. */
  peers: readonly PeerName[];
  atLeast?: number;
  /** With the ETag of the answer, so that the response is a 304. Only servers that know the tag are its peers. */
  isKnown?: true;
};

const BROTLI = { 'accept-encoding': 'br' };

/** A small and the largest script of the web build, which are sent compressed. */
const hashedScripts = async (webRoot: string): Promise<{ small: string; largest: string }> => {
  const names = (await readdir(join(webRoot, 'assets'))).filter((name) => name.endsWith('.js'));
  const sized = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(webRoot, 'assets', name))).size })));
  const [largest, ...others] = sized.toSorted((a, b) => b.size - a.size);
  const small = others.findLast(({ size }) => size >= 2000);
  if (!largest || !small) throw new Error(`${webRoot} has no scripts`);
  return { small: `/assets/${small.name}`, largest: `/assets/${largest.name}` };
};

/** `contestId` is a public contest with a long list of athletes; `cookie` belongs to a session. */
export const targetsOf = async (input: { webRoot: string; contestId: string; cookie: string }): Promise<Target[]> => {
  const { webRoot, contestId, cookie } = input;
  const { small, largest } = await hashedScripts(webRoot);
  const athletes = `/api/contests/${contestId}/athletes`;
  const fromDisk = (atLeast: number) => ({ peers: ['nginx from disk', 'bare node:http'], atLeast }) as const;
  const fromMemory = (atLeast: number, ...others: PeerName[]) => ({ peers: ['bare Fastify', ...others], atLeast }) as const;
  return [
    { name: '/ with its head, brotli', path: '/', headers: BROTLI, ...fromDisk(0.3) },
    { name: '/ with its head, identity', path: '/', headers: {}, ...fromDisk(0.9) },
    { name: 'small hashed file, brotli', path: small, headers: BROTLI, ...fromDisk(0.3) },
    { name: 'largest hashed script, brotli', path: largest, headers: BROTLI, ...fromDisk(0.9) },
    { name: 'largest hashed script, identity', path: largest, headers: {}, ...fromDisk(0.9) },
    {
      ...{ name: 'contest list', path: '/api/contests', headers: {} },
      ...fromMemory(0.35, 'bare node:http', 'nginx with proxy_cache', 'nginx as proxy', 'catalog'),
    },
    { name: 'contest list, 304', path: '/api/contests', headers: {}, isKnown: true, ...fromMemory(0.35, 'bare node:http') },
    { name: 'athlete list, identity', path: athletes, headers: {}, ...fromMemory(0.5, 'nginx with proxy_cache') },
    { name: 'athlete list, brotli', path: athletes, headers: BROTLI, ...fromMemory(0.5, 'nginx with proxy_cache') },
    {
      ...{ name: 'contest list with a session, forwarded', path: '/api/contests', headers: { cookie } },
      peers: ['nginx as proxy', 'catalog'],
    },
  ];
};
