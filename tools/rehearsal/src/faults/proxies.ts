import type { Backing } from '@stagereel/stack';
import { type ServerProxy, startToxiproxy } from './toxiproxy.ts';

export const SERVERS = ['mongodb', 'redis', 'rabbitmq', 'smtp', 'stripe'] as const;
/** A server that the services reach through a proxy. */
export type ProxiedServer = (typeof SERVERS)[number];
export type Proxies = Record<ProxiedServer, ServerProxy>;

const withPort = (address: string, port: number): string => {
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  // Otherwise the driver would learn the server's own address from the replica set, and go past the proxy.
  if (url.protocol === 'mongodb:') url.searchParams.set('directConnection', 'true');
  return url.href.replace(/\/$/, '');
};

/** Starts the program that puts a proxy between the services and each backing server. */
export const startProxies = async () => {
  const toxiproxy = await startToxiproxy();
  const proxies: Partial<Proxies> = {};
  return {
    stop: toxiproxy.stop,
    /** Complete once the shop has started with `reroute`. */
    proxies: proxies as Proxies,
    /** For `startStack`: creates the proxies, and returns their addresses for the services. */
    reroute: async (backing: Backing): Promise<Backing> => {
      const { mongodb, redis, rabbitmq, mailbox, stripe } = backing;
      const addresses: Record<ProxiedServer, string> = { mongodb, redis, rabbitmq, smtp: mailbox.smtpUrl, stripe: stripe.url };
      const through = async (name: ProxiedServer): Promise<string> => {
        const proxy = await toxiproxy.proxy({ name, upstream: new URL(addresses[name]).host });
        proxies[name] = proxy;
        return withPort(addresses[name], proxy.port);
      };
      return {
        ...backing,
        mongodb: await through('mongodb'),
        redis: await through('redis'),
        rabbitmq: await through('rabbitmq'),
        mailbox: { ...mailbox, smtpUrl: await through('smtp') },
        stripe: { ...stripe, url: await through('stripe') },
      };
    },
  };
};
