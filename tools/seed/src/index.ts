import type { Athlete } from '@stagereel/contracts';
import { type Admin, itemOf, openAdmin, openCustomer, openMailbox, priceOf } from '@stagereel/shop-client';
import { type AddedContest, addContest, CONTESTS, type ContestPlan, publish } from './contests.ts';
import { DEMO_CUSTOMER } from './demo-customer.mjs';
import { drawMedia } from './drawn-media.ts';

export type SeedOptions = {
  gateway: string;
  mailbox: string;
  admin: { email: string; password: string };
  log?: (line: string) => void;
};

export { DEMO_CUSTOMER } from './demo-customer.mjs';
export { drawMedia } from './drawn-media.ts';
export { addMedia } from './media.ts';
export { rosterOf } from './roster.ts';
export { seedSeason } from './season/index.ts';

/** Draws the media of the demo contests, so that they are ready when the shop is. */
export const drawAhead = async (): Promise<void> => {
  await Promise.all(CONTESTS.map(({ look }) => drawMedia(look)));
};

const addOnSale = async (admin: Admin, plan: ContestPlan): Promise<AddedContest> => {
  const added = await addContest(admin, plan);
  await publish(admin, added.contest);
  return added;
};

type Purchase = { shop: { gateway: string; mailbox: string }; email: string; name: string; athletes: readonly Athlete[] };

/** Buys each athlete's vertical video as a guest, through all steps of a real purchase. Returns the base order number and the line ids. */
const buy = async ({ shop, email, name, athletes }: Purchase): Promise<{ orderNumber: string; lineIds: string[] }> => {
  const customer = openCustomer({ gateway: shop.gateway, mailbox: openMailbox(shop.mailbox) });
  await customer.proveEmail(email);
  const items = athletes.map((athlete) => itemOf(athlete, '縦動画'));
  const amount = athletes.reduce((sum, athlete) => sum + priceOf(athlete, '縦動画'), 0);
  const { intent, lines } = await customer.buy({ items, amount, customer: { email, name } });
  return { orderNumber: intent.orderNumber, lineIds: lines.map(({ id }) => id) };
};

/**
 * Creates the demo data through the public API: two contests with pictures and 40 and 2,000 athletes, one delivered order with its
 * download page, two open orders, and an account for the customer of the delivered one. Does nothing when the contests exist already.
 * @throws ShopError when the shop refuses a request
 */
export const seed = async ({ gateway, mailbox, admin: credentials, log = () => undefined }: SeedOptions): Promise<void> => {
  const shop = { gateway, mailbox };
  const admin = openAdmin({ gateway, mailbox: openMailbox(mailbox) });
  await admin.signIn(credentials);
  const existing = await openCustomer({ gateway, mailbox: openMailbox(mailbox) }).contests();
  if (existing.some(({ name }) => CONTESTS.some((plan) => plan.name === name))) {
    log('demo data: exists already');
    return;
  }

  const [small, large] = await Promise.all([addOnSale(admin, CONTESTS[0]), addOnSale(admin, CONTESTS[1])]);
  log(`demo data: ${small.athletes.length} and ${large.athletes.length} athletes`);

  const purchases = [
    { email: DEMO_CUSTOMER.email, name: DEMO_CUSTOMER.name, athletes: small.athletes.slice(0, 2) },
    { email: 'taro@example.jp', name: '佐藤 太郎', athletes: small.athletes.slice(2, 3) },
    { email: 'jiro@example.jp', name: '鈴木 次郎', athletes: large.athletes.slice(0, 3) },
  ];
  const [delivered] = await Promise.all(purchases.map((purchase) => buy({ shop, ...purchase })));
  if (!delivered) throw new Error('No order was placed');
  const urls = Object.fromEntries(delivered.lineIds.map((id) => [id, `https://videos.example.com/demo/${id}`]));
  const { downloadPath } = await admin.deliver(delivered.orderNumber, urls);
  await openCustomer({ gateway, mailbox: openMailbox(mailbox) }).register(DEMO_CUSTOMER);
  log(`demo data: order ${delivered.orderNumber} is delivered, its download page is ${downloadPath}`);
};
