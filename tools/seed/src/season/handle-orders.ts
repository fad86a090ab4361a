import { type Admin, type Customer, itemOf, openCustomer, openMailbox, priceOf } from '@stagereel/shop-client';
import type { AddedContest } from '../contests.ts';
import type { OrderTimes } from './backdate.ts';
import type { PlannedCustomer, PlannedOrder } from './plan-orders.ts';

type Shop = { gateway: string; mailbox: string };
type Bought = { orderNumber: string; lineIds: string[] };

const REFUND_REASON = '撮影データに不備があり、動画を制作できませんでした。';

/** Buys the videos of a planned order through all steps of a real purchase. */
const buy = async ({
  customer,
  person,
  order,
  sold,
}: {
  customer: Customer;
  person: PlannedCustomer;
  order: PlannedOrder;
  sold: AddedContest;
}): Promise<Bought> => {
  const onSale = sold.athletes.filter(({ videoStatus }) => videoStatus === '販売中');
  const videos = order.videos.flatMap(({ athlete: share, style }) => {
    const athlete = onSale[Math.floor(share * onSale.length)];
    return athlete ? [{ item: itemOf(athlete, style), price: priceOf(athlete, style) }] : [];
  });
  const amount = videos.reduce((sum, { price }) => sum + price, 0);
  const basket = { items: videos.map(({ item }) => item), amount, customer: { email: person.email, name: person.name } };
  const { intent, lines } = await customer.buy(basket);
  return { orderNumber: intent.orderNumber, lineIds: lines.map(({ id }) => id) };
};

const decline = async ({ admin, orderNumber, lineId }: { admin: Admin; orderNumber: string; lineId: string }): Promise<void> => {
  await admin.call({ method: 'POST', path: `/api/orders/${orderNumber}/lines/${lineId}/decline`, body: { reason: REFUND_REASON } });
};

const deliver = async ({
  admin,
  orderNumber,
  lineIds,
}: {
  admin: Admin;
  orderNumber: string;
  lineIds: readonly string[];
}): Promise<string> => {
  const urls = Object.fromEntries(lineIds.map((id) => [id, `https://videos.example.com/season/${id}`]));
  const { downloadPath } = await admin.deliver(orderNumber, urls);
  return downloadPath.split('/').at(-1) ?? '';
};

/** Does with a bought order what its plan says, as an admin and a customer do it. */
const handle = async ({
  admin,
  customer,
  bought,
  order,
}: {
  admin: Admin;
  customer: Customer;
  bought: Bought;
  order: PlannedOrder;
}): Promise<void> => {
  const { orderNumber, lineIds } = bought;
  const [first = '', ...others] = lineIds;
  switch (order.outcome) {
    case 'open':
      return;
    case 'completed':
      await admin.complete(orderNumber);
      return;
    case 'refunded':
      for (const lineId of lineIds) await decline({ admin, orderNumber, lineId });
      await admin.complete(orderNumber);
      return;
    case 'part-refunded':
      await decline({ admin, orderNumber, lineId: first });
      await deliver({ admin, orderNumber, lineIds: others });
      return;
    case 'delivered':
      await deliver({ admin, orderNumber, lineIds });
      return;
    case 'downloaded': {
      const pageId = await deliver({ admin, orderNumber, lineIds });
      for (const lineId of lineIds) await customer.claim(pageId, lineId);
    }
  }
};

/** The confirmation, and what its handling sends. */
const mailsOf = ({ order, bought }: { order: PlannedOrder; bought: Bought }): number => {
  const handling = { open: 0, completed: 0, delivered: 1, downloaded: 1, 'part-refunded': 2, refunded: bought.lineIds.length };
  return 1 + handling[order.outcome];
};

type CustomerInput = {
  shop: Shop;
  admin: Admin;
  person: PlannedCustomer;
  orders: readonly PlannedOrder[];
  contests: readonly AddedContest[];
};

/** One customer's season: proves the address, orders, and becomes a member if planned. Returns the times that the orders should have. */
export const liveThroughSeason = async ({ shop, admin, person, orders, contests }: CustomerInput): Promise<OrderTimes[]> => {
  const customer = openCustomer({ gateway: shop.gateway, mailbox: openMailbox(shop.mailbox) });
  const { email, name, password } = person;
  if (password === null) await customer.proveEmail(email);
  else await customer.register({ email, name, password });
  const times: OrderTimes[] = [];
  for (const order of orders) {
    const sold = contests[order.contest];
    if (!sold) continue;
    const bought = await buy({ customer, person, order, sold });
    await handle({ admin, customer, bought, order });
    const handledAt = order.outcome === 'open' ? null : order.handledAt;
    times.push({ orderNumber: bought.orderNumber, orderedAt: order.orderedAt, handledAt, mails: mailsOf({ order, bought }) });
  }
  return times;
};
