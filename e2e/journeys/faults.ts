import { describe, expect, test } from '@jest/globals';
import type { Mail } from '@stagereel/shop-client';
import { fillBasket } from '../support/basket.ts';
import { until } from '../support/poll.ts';
import type { TestStack } from '../support/test-stack.ts';

type Purchases = { customers: number; each: number; tag: string; onOrder?: (count: number) => void };

/** Purchases while a server or a service fails. `ordersEach`: how many orders each customer places. The shop needs its own data servers. */
export const faultJourneys = (stack: () => TestStack, { ordersEach }: { ordersEach: number }): void => {
  /** Many guests side by side, each buying one after another. Returns every order number and whose it is. */
  const purchaseMany = async ({ customers, each, tag, onOrder = () => undefined }: Purchases): Promise<Map<string, string>> => {
    const orders = new Map<string, string>();
    await Promise.all(
      Array.from({ length: customers }, async (_, index) => {
        const email = `${tag}-${index}@example.jp`;
        const customer = stack().newCustomer();
        await customer.proveEmail(email);
        const basket = await fillBasket(customer, { email, count: 1 });
        for (let n = 0; n < each; n += 1) {
          const { intent } = await customer.buy(basket);
          orders.set(intent.orderNumber, email);
          onOrder(orders.size);
        }
      }),
    );
    return orders;
  };

  const confirmations = async (tag: string): Promise<Mail[]> =>
    (await stack().mailbox.all()).filter(
      ({ subject, to }) => subject.includes('ご注文') && to.some(({ address }) => address.startsWith(`${tag}-`)),
    );

  const numberIn = ({ subject }: Mail): string => /\d{8}/.exec(subject)?.[0] ?? '';

  /** Waits until every order has a mail; returns the mails of each order. */
  const mailsByOrder = async ({ orders, tag, timeoutMs }: { orders: Map<string, string>; tag: string; timeoutMs: number }) => {
    let missing = [...orders.keys()];
    return until({
      what: () => `a mail for ${missing.length} of ${orders.size} orders: ${missing.slice(0, 5).join(', ')}`,
      find: async () => {
        const grouped = new Map<string, Mail[]>();
        for (const mail of await confirmations(tag)) grouped.set(numberIn(mail), [...(grouped.get(numberIn(mail)) ?? []), mail]);
        missing = [...orders.keys()].filter((number) => !grouped.has(number));
        return missing.length === 0 && grouped;
      },
      timeoutMs,
      everyMs: 250,
    });
  };

  describe('faults', () => {
    test('when the broker restarts during many orders, then every order is confirmed by exactly one mail', async () => {
      let restarting: Promise<unknown> | undefined;
      const orders = await purchaseMany({
        customers: 10,
        each: ordersEach,
        tag: 'broker',
        onOrder: (count) => {
          if (count === 3 * ordersEach) restarting = stack().backing.restart('rabbitmq');
        },
      });
      await restarting;
      expect([orders.size, restarting !== undefined]).toEqual([10 * ordersEach, true]);
      const mails = await mailsByOrder({ orders, tag: 'broker', timeoutMs: 120_000 });
      expect([...mails.values()].filter(({ length }) => length !== 1)).toEqual([]);
      expect([...mails].every(([number, [mail]]) => mail?.to[0]?.address === orders.get(number))).toBe(true);
    }, 300_000);

    test('when notify is killed while it sends mails, then every order still gets its mail', async () => {
      let killed: Promise<unknown> | undefined;
      const orders = await purchaseMany({
        customers: 6,
        each: ordersEach,
        tag: 'killed',
        onOrder: (count) => {
          if (count !== ordersEach && count !== 3 * ordersEach) return;
          killed = (killed ?? Promise.resolve()).then(async () => {
            await stack().service('notify').kill('SIGKILL');
            await stack().service('notify').start();
          });
        },
      });
      await killed;
      const mails = await mailsByOrder({ orders, tag: 'killed', timeoutMs: 120_000 });
      expect(mails.size).toBe(6 * ordersEach);
      // A repeat is possible only between the mail server's word and the mark, and then it is the same message.
      for (const repeats of mails.values()) expect(new Set(repeats.map(({ headers }) => headers['message-id'])).size).toBe(1);
    }, 300_000);
  });
};
