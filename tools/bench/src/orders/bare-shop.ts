import { fork } from 'node:child_process';
import { once } from 'node:events';
import { post } from './post.ts';

export type BareShopServers = { mongodb: string; rabbitmq: string; smtp: string };

/** The requests of one order, in their order: code, proof, payment, card, order, mail. */
const REQUESTS = [{ publishes: true }, { signs: true }, {}, {}, { signs: true }, { publishes: true }];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The peer of the shop, see bare-shop.process.ts. Its orders arrive at a fixed rate, too. */
export const startBareShop = async (servers: BareShopServers) => {
  const child = fork(new URL('./bare-shop.process.ts', import.meta.url));
  child.send(servers);
  const [address] = await once(child, 'message');
  const url = new URL(String(address));
  const order = async (): Promise<void> => {
    for (const body of REQUESTS) await post({ url, body });
  };
  return {
    pid: child.pid ?? 0,
    rush: async ({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<number> => {
      const begin = performance.now();
      const orders: Promise<void>[] = [];
      for (let index = 0; index < perSecond * seconds; index += 1) {
        const waitMs = begin + (index * 1000) / perSecond - performance.now();
        if (waitMs > 0) await pause(waitMs);
        const one = order();
        // A failure is thrown below, once all orders have been placed.
        one.catch(() => undefined);
        orders.push(one);
      }
      await Promise.all(orders);
      return orders.length;
    },
    stop: () => child.kill(),
  };
};
