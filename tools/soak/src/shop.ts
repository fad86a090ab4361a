import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backing, buildAll, choosePorts, type Stack, type StartStackInput, startStack } from '@stagereel/stack';
import { type Proxies, proxyServers } from './chaos/connections.ts';
import { startToxiproxy } from './chaos/toxiproxy.ts';

/** The ordinary limits would stop a soak test. */
const HIGH_LIMITS = {
  RATE_LIMIT_MAX: '1000000',
  CODE_RESEND_SECONDS: '0',
  CODES_PER_IP_HOUR: '1000000',
  PAYMENT_INTENTS_PER_MINUTE: '1000000',
  LOOKUPS_PER_IP_HOUR: '1000000',
};

type Options = { log: (line: string) => void; reroute?: NonNullable<StartStackInput['reroute']> };

/** Starts an empty shop built from the checkout, and stops it after `use`. */
export const withEmptyShop = async <Result>({ log, reroute }: Options, use: (stack: Stack) => Promise<Result>): Promise<Result> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-soak-'));
  try {
    const env = { ...process.env, ...HIGH_LIMITS };
    const portOf = await choosePorts({ dir, names: ['gateway'] });
    const stack = await startStack({ dir, port: portOf('gateway'), env, log, build: buildAll, ...(reroute && { reroute }) });
    try {
      return await use(stack);
    } finally {
      await stack.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

type Proxied = {
  /** For `startStack`: starts the proxies, and returns their addresses for the services. */
  reroute: NonNullable<StartStackInput['reroute']>;
  /** Once the shop has started. */
  proxies: () => Proxies;
};

/** Runs the program for the proxies during `use`. */
export const withProxies = async <Result>(use: (proxied: Proxied) => Promise<Result>): Promise<Result> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-proxies-'));
  const toxiproxy = await startToxiproxy(dir);
  try {
    let proxies: Proxies | undefined;
    return await use({
      reroute: async (backing: Backing): Promise<Backing> => {
        const proxied = await proxyServers({ toxiproxy, backing });
        proxies = proxied.proxies;
        return proxied.rerouted;
      },
      proxies: () => {
        if (!proxies) throw new Error('The shop has started without its proxies');
        return proxies;
      },
    });
  } finally {
    await toxiproxy.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

/** Starts a shop whose services reach each backing server through a proxy. */
export const withProxiedShop = <Result>(
  { log }: Pick<Options, 'log'>,
  use: (shop: { stack: Stack; proxies: Proxies }) => Promise<Result>,
): Promise<Result> => withProxies(({ reroute, proxies }) => withEmptyShop({ log, reroute }, (stack) => use({ stack, proxies: proxies() })));
