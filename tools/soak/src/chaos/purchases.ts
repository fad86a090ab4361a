import { randomUUID } from 'node:crypto';
import type { OrderItem } from '@stagereel/contracts';
import { type Admin, type Customer, openCustomer, openMailbox } from '@stagereel/shop-client';

const PRICE = 3000;
const CATEGORY = 'ビキニ';
const ATHLETES = 20;
/** A customer presses the button again after this time. */
const RETRY_MS = 2_000;
/** Longer than every fault together with what the shop needs afterwards. */
const PATIENCE_MS = 300_000;
const EVERY_NTH_LEAVES = 5;

export type Shop = {
  gateway: string;
  /** Of the mailbox that receives all mails. */
  mailbox: string;
  /** Of the card provider, without the proxy: customers reach it on another way than the services. */
  provider: string;
};

/** One purchase, as its customer saw it. */
export type Purchase = {
  email: string;
  /** Undefined: the customer gave up before an order existed. */
  orderNumber: string | undefined;
  /** The provider told the customer that the card was charged. */
  isCharged: boolean;
  /** The shop told the customer that the order is placed. Some customers close the page before it does. */
  isConfirmed: boolean;
  /** How often the customer had to press a button again. */
  retries: number;
  seconds: number;
};

export type Catalog = { items: readonly OrderItem[] };

/** Creates a published contest with athletes on sale. */
export const createCatalog = async (admin: Admin): Promise<Catalog> => {
  const contest = await admin.createContest({ name: '障害試験 大会' });
  await admin.createCategory(contest.id, CATEGORY);
  const numbers = Array.from({ length: ATHLETES }, (_, index) => String(index + 1));
  await admin.createAthletes(
    contest.id,
    numbers.map((athleteNumber) => ({
      athleteNumber,
      category: CATEGORY,
      videoStatus: '販売中',
      verticalVideoPrice: PRICE,
      horizontalVideoPrice: PRICE,
    })),
  );
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  return {
    items: numbers.map((athleteNumber) => ({ contestId: contest.id, category: CATEGORY, athleteNumber, videoStyle: '縦動画' })),
  };
};

type Attempts = { count: number; deadline: number; signal: AbortSignal };

/** Repeats a step like a patient customer. @throws the last error when the patience ends */
const persist = async <Result>(attempts: Attempts, step: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (Date.now() > attempts.deadline || attempts.signal.aborted) throw error;
      attempts.count += 1;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
};

type Buy = { shop: Shop; catalog: Catalog; index: number; name?: string; patienceMs?: number; signal: AbortSignal };

/** A guest buys one video and repeats what fails. Never throws: what was reached is in the result. */
export const purchase = async ({ shop, catalog, index, name = 'buyer', patienceMs = PATIENCE_MS, signal }: Buy): Promise<Purchase> => {
  const email = `${name}-${index}@example.jp`;
  const customer: Customer = openCustomer({ gateway: shop.gateway, mailbox: openMailbox(shop.mailbox) });
  const attempts: Attempts = { count: 0, deadline: Date.now() + patienceMs, signal };
  const start = performance.now();
  const result: Purchase = { email, orderNumber: undefined, isCharged: false, isConfirmed: false, retries: 0, seconds: 0 };
  const item = catalog.items[index % catalog.items.length];
  if (!item) throw new Error('The catalog has no athletes');
  try {
    await persist(attempts, () => customer.proveEmail(email));
    const idempotencyKey = randomUUID();
    const basket = { items: [item], amount: PRICE, customer: { email, name: '障害 試子' } };
    const intent = await persist(attempts, () => customer.createPaymentIntent(basket, idempotencyKey));
    result.orderNumber = intent.orderNumber;
    const { status } = await persist(attempts, () => customer.confirmCard({ ...intent, providerUrl: shop.provider }));
    result.isCharged = status === 'succeeded';
    // Then the shop hears of the payment only by the webhook, or by asking the provider.
    const hasLeft = name === 'buyer' && index % EVERY_NTH_LEAVES === 0;
    if (!hasLeft) {
      await persist(attempts, () => customer.placeOrders(intent, [item]));
      result.isConfirmed = true;
    }
  } catch {
    // The customer gave up. The result says how far the purchase came.
  }
  return { ...result, retries: attempts.count, seconds: (performance.now() - start) / 1000 };
};
