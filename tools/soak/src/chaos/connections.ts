import type { Backing } from '@stagereel/stack';
import type { ServerProxy, Toxiproxy } from './toxiproxy.ts';

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

/** Puts a proxy between the services and each backing server. Returns the proxies and the addresses for the services. */
export const proxyServers = async ({ toxiproxy, backing }: { toxiproxy: Toxiproxy; backing: Backing }) => {
  const { mongodb, redis, rabbitmq, mailbox, stripe } = backing;
  const addresses: Record<ProxiedServer, string> = { mongodb, redis, rabbitmq, smtp: mailbox.smtpUrl, stripe: stripe.url };
  const created = await Promise.all(
    SERVERS.map(async (name) => [name, await toxiproxy.proxy({ name, upstream: new URL(addresses[name]).host })] as const),
  );
  const proxies = Object.fromEntries(created) as Proxies;
  const through = (name: ProxiedServer): string => withPort(addresses[name], proxies[name].port);
  const rerouted: Backing = {
    ...backing,
    mongodb: through('mongodb'),
    redis: through('redis'),
    rabbitmq: through('rabbitmq'),
    mailbox: { ...mailbox, smtpUrl: through('smtp') },
    stripe: { ...stripe, url: through('stripe') },
  };
  return { proxies, rerouted };
};
