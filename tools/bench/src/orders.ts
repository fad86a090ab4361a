import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OrderItem, orderConfirmationSubject } from '@stagereel/contracts';
import { type Admin, type Mailbox, openAdmin, openCustomer, startMailReceiver } from '@stagereel/shop-client';
import {
  AS_IN_PRODUCTION,
  buildAll,
  HIGH_LIMITS,
  pssMiB,
  serviceNames,
  type TemporaryStack,
  withCpu,
  withTemporaryStack,
} from '@stagereel/stack';
import { percentile, printFigure } from './report.ts';

const ATHLETES = 20;
const CATEGORY = 'ビキニ';
const PRICE = 3000;
const START_ROUNDS = 3;
const IDLE_MS = 5_000;
const WARM_UP = { perSecond: 15, seconds: 15 };
const LOAD = { perSecond: 15, seconds: 120 };
const MAIL_MS = 60_000;
/** A second mail of an order would come after the first one, so mails are counted a moment later. */
const SETTLE_MS = 2_000;

type Shop = { gateway: string; mailbox: Mailbox; items: readonly OrderItem[] };
/** `paidAt`: when the card simulator told the buyer that the card was charged, in ms since 1970. */
type Purchase = { email: string; orderNumber: string; paidAt: number };

const pidOf = ({ info }: TemporaryStack, name: string): number => info.services[name]?.pid ?? 0;

/** Starts the services again beside the running servers, and measures until when all are ready and their memory when idle. */
const measureStart = async (stack: TemporaryStack): Promise<void> => {
  const readySeconds: number[] = [];
  const idle: number[] = [];
  // The first round does not count: it reads the files from the disk.
  for (let round = 0; round <= START_ROUNDS; round += 1) {
    await Promise.all(serviceNames.map((name) => stack.service(name).stop()));
    const startedAt = performance.now();
    await Promise.all(serviceNames.map((name) => stack.service(name).start()));
    const seconds = (performance.now() - startedAt) / 1000;
    await sleep(IDLE_MS);
    if (round === 0) continue;
    readySeconds.push(seconds);
    idle.push(serviceNames.reduce((sum, name) => sum + pssMiB(pidOf(stack, name)), 0));
  }
  console.log('\nSix services beside running servers');
  printFigure({ name: 'all ready after', value: readySeconds, unit: 's', atMost: 4 });
  printFigure({ name: 'memory when idle (PSS)', value: idle, unit: 'MiB', atMost: 450 });
};

/** A published contest with athletes on sale. */
const createItems = async (admin: Admin): Promise<OrderItem[]> => {
  const { id } = await admin.createContest({ name: 'ベンチ 大会' });
  await admin.createCategory(id, CATEGORY);
  const numbers = Array.from({ length: ATHLETES }, (_, index) => String(index + 1));
  const onSale = { category: CATEGORY, videoStatus: '販売中', verticalVideoPrice: PRICE } as const;
  await admin.createAthletes(
    id,
    numbers.map((athleteNumber) => ({ athleteNumber, ...onSale })),
  );
  await admin.updateContest(id, { videoPublished: true, sitePublicStatus: 'public' });
  return numbers.map((athleteNumber) => ({ contestId: id, category: CATEGORY, athleteNumber, videoStyle: '縦動画' }));
};

/** What the web app requests when a guest buys one video. @throws when a step fails */
const purchase = async ({ gateway, mailbox }: Shop, item: OrderItem, email: string): Promise<Purchase> => {
  const customer = openCustomer({ gateway, mailbox });
  await customer.proveEmail(email);
  const intent = await customer.createPaymentIntent({ items: [item], amount: PRICE, customer: { email, name: '山田 花子' } });
  const { status } = await customer.confirmCard(intent);
  const paidAt = Date.now();
  if (status !== 'succeeded') throw new Error(`The payment is ${status}`);
  await customer.placeOrders(intent, [item]);
  await customer.requestConfirmationMail(intent.orderNumber);
  return { email, orderNumber: intent.orderNumber, paidAt };
};

type Rate = { perSecond: number; seconds: number };

/** Guests begin to buy at fixed times, whether or not the earlier ones have ended. Resolves once every paid order has its mail, or a minute later. */
const rush = async (shop: Shop, { perSecond, seconds }: Rate): Promise<{ purchases: Purchase[]; failures: unknown[] }> => {
  const name = randomBytes(4).toString('hex');
  const startedAt = performance.now();
  const running: Promise<Purchase>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()));
    const item = shop.items[index % shop.items.length];
    if (!item) throw new Error('Nothing is on sale');
    const bought = purchase(shop, item, `${name}-${index}@example.jp`);
    // Counted below.
    bought.catch(() => undefined);
    running.push(bought);
  }
  const settled = await Promise.allSettled(running);
  const purchases = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const subject = (number: string): RegExp => new RegExp(orderConfirmationSubject(number));
  await Promise.allSettled(
    purchases.map(({ email, orderNumber }) => shop.mailbox.waitFor({ to: email, subject: subject(orderNumber), timeoutMs: MAIL_MS })),
  );
  return { purchases, failures: settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])) };
};

const measureOrders = async (stack: TemporaryStack, shop: Shop): Promise<void> => {
  await rush(shop, WARM_UP);
  const servers = Object.entries(stack.backing.pids()).flatMap(([name, [pid]]) => (pid === undefined ? [] : [[name, pid] as const]));
  const pids = Object.fromEntries([
    ...serviceNames.map((name) => [name, pidOf(stack, name)] as const),
    ...servers,
    ['load generator', process.pid],
  ]);
  const { result, cpu } = await withCpu(pids, () => rush(shop, LOAD));
  const { purchases, failures } = result;
  await sleep(SETTLE_MS);
  const mails = await Promise.all(
    purchases.map(async ({ email, orderNumber, paidAt }) => {
      const own = (await shop.mailbox.to(email)).filter(({ subject }) => subject === orderConfirmationSubject(orderNumber));
      return own.map(({ time }) => time.getTime() - paidAt);
    }),
  );
  const perOrder = (name: string): number => (cpu[name] ?? 0) / purchases.length;

  console.log(`\n${LOAD.perSecond} orders per second for ${LOAD.seconds} seconds`);
  printFigure({ name: 'purchases that failed', value: failures.length, atMost: 0 });
  if (failures.length > 0) console.log(`  the first: ${failures[0]}`);
  printFigure({ name: 'paid orders without a mail', value: mails.filter(({ length }) => length === 0).length, atMost: 0 });
  printFigure({ name: 'paid orders with two mails', value: mails.filter(({ length }) => length > 1).length, atMost: 0 });
  const delays = mails.flat();
  printFigure({ name: 'mail after the payment, p50', value: percentile(delays, 0.5), unit: 'ms' });
  printFigure({ name: 'mail after the payment, p99', value: percentile(delays, 0.99), unit: 'ms', atMost: 1000 });
  const services = serviceNames.reduce((sum, name) => sum + perOrder(name), 0);
  printFigure({ name: 'CPU time per order, six services', value: services, unit: 'ms', atMost: 50 });
  for (const name of Object.keys(pids)) printFigure({ name: `  ${name}`, value: perOrder(name), unit: 'ms' });
};

/** Measures the start of the services, and guests who buy over the gateway, the card simulator and its webhooks until their mail has arrived. */
export const benchOrders = async (): Promise<void> => {
  const receiver = await startMailReceiver();
  const env = { ...HIGH_LIMITS, ...AS_IN_PRODUCTION, SMTP_URL: receiver.smtpUrl };
  try {
    await withTemporaryStack({ env, build: buildAll }, async (stack) => {
      await measureStart(stack);
      const gateway = stack.info.gateway.replace('localhost', '127.0.0.1');
      const admin = openAdmin({ gateway, mailbox: receiver.mailbox });
      await admin.signIn(stack.info.admin);
      await measureOrders(stack, { gateway, mailbox: receiver.mailbox, items: await createItems(admin) });
    });
  } finally {
    await receiver.stop();
  }
};
