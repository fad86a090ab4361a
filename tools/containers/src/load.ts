import type { OrderItem } from '@stagereel/contracts';
import type { Shop } from './shop.ts';

const REQUESTS_PER_SECOND = 20;
/** A purchase is five requests: the code, its verification, the payment, the order and its confirmation. */
const REQUESTS_PER_PURCHASE = 5;
const PURCHASE_EVERY_MS = 1000;
const READ_EVERY_MS = PURCHASE_EVERY_MS / (REQUESTS_PER_SECOND - REQUESTS_PER_PURCHASE);

/** From the gateway and each service. An admin's reads are not answered from the gateway's memory. */
const readsOf = ({ contestId }: OrderItem): readonly string[] => [
  '/',
  '/api/contests',
  '/api/orders',
  '/api/auth/check',
  `/api/contests/${contestId}/media`,
  '/api/email-status',
];

type Result = {
  requests: number;
  /** Sent per second until the load was stopped. */
  perSecond: number;
  failures: string[];
  slowestMs: number;
  orders: { email: string; number: string }[];
};

/** Counts the requests to the gateway. Restores `fetch` at the end. */
const watchRequests = (gateway: string, result: Result): (() => void) => {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const address = String(input);
    if (!address.startsWith(gateway)) return fetch(input, init);
    result.requests += 1;
    const startedAt = performance.now();
    const name = `${new Date().toISOString()} ${init?.method ?? 'GET'} ${address.slice(gateway.length)}`;
    try {
      const response = await fetch(input, init);
      if (!response.ok) result.failures.push(`${name}: ${response.status}`);
      return response;
    } catch (error) {
      result.failures.push(`${name}: ${error instanceof Error ? String(error.cause ?? error) : error}`);
      throw error;
    } finally {
      result.slowestMs = Math.max(result.slowestMs, Math.round(performance.now() - startedAt));
    }
  };
  return () => {
    globalThis.fetch = fetch;
  };
};

/** Runs a task that often, also after the process was busy. */
const repeat = (task: () => void, everyMs: number): NodeJS.Timeout => {
  const startedAt = performance.now();
  let count = 0;
  return setInterval(() => {
    for (; count < Math.floor((performance.now() - startedAt) / everyMs); count += 1) task();
  }, everyMs);
};

/** Visitors who read and buy, and an admin, until it is stopped. The result has the orders that were placed, and every request that failed. */
export const startLoad = async (shop: Shop, { item, price, name }: { item: OrderItem; price: number; name: string }) => {
  const admin = await shop.signedInAdmin();
  const result: Result = { requests: 0, perSecond: 0, failures: [], slowestMs: 0, orders: [] };
  const restoreFetch = watchRequests(shop.gateway, result);
  const running = new Set<Promise<unknown>>();
  const run = (task: Promise<unknown>): void => {
    const counted = task.catch((error: unknown) => result.failures.push(`Not completed: ${error}`)).finally(() => running.delete(counted));
    running.add(counted);
  };

  const reads = readsOf(item);
  let count = 0;
  const read = async (): Promise<void> => {
    count += 1;
    await admin.call({ path: reads[count % reads.length] ?? '/' });
  };
  let purchases = 0;
  const purchase = async (): Promise<void> => {
    purchases += 1;
    const email = `${name}-${purchases}@example.jp`;
    const customer = shop.newCustomer();
    await customer.proveEmail(email);
    const { intent } = await customer.buy({ items: [item], amount: price, customer: { email, name: '試験 太郎' } });
    await customer.requestConfirmationMail(intent.orderNumber);
    result.orders.push({ email, number: intent.orderNumber });
  };
  const startedAt = performance.now();
  const timers = [repeat(() => run(read()), READ_EVERY_MS), repeat(() => run(purchase()), PURCHASE_EVERY_MS)];

  const end = async (): Promise<Result> => {
    for (const timer of timers) clearInterval(timer);
    result.perSecond = (result.requests * 1000) / (performance.now() - startedAt);
    await Promise.all(running);
    restoreFetch();
    return result;
  };
  let ended: Promise<Result> | undefined;
  return {
    failuresUntilNow: () => result.failures.length,
    /** Resolves when all running requests have ended. */
    stop: (): Promise<Result> => {
      ended ??= end();
      return ended;
    },
  };
};
