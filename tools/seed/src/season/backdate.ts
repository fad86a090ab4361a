import { mongo } from 'mongoose';

/**
 * The API takes every time from the clock, so it cannot create orders and accounts of the past. This file is the only one that writes directly
 * into the services' databases: it moves the times of orders and accounts that were made through the API. It changes nothing else.
 */

/** `mails`: how many mails the order has caused. */
export type OrderTimes = { orderNumber: string; orderedAt: Date; handledAt: Date | null; mails: number };
export type AccountTimes = { email: string; joinedAt: Date };

type StoredMail = { template: string; at: Date };
type StoredLine = { claim?: { claimedAt: Date; until: Date }; declined?: { at: Date } };
type StoredOrder = {
  number: string;
  revision: number;
  payment: object;
  lines: StoredLine[];
  mails: StoredMail[];
  handledAt?: Date;
  download?: { openedAt: Date; expiresAt: Date };
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAIL_WAIT_MS = 60_000;
const POLL_MS = 250;

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
/** Moves a period to another start. */
const moved = ({ from, to, start }: { from: Date; to: Date; start: Date }): Date =>
  new Date(start.getTime() + to.getTime() - from.getTime());

const changesOf = ({ order, times: { orderedAt, handledAt } }: { order: StoredOrder; times: OrderTimes }) => {
  const paidAt = after(orderedAt, MINUTE_MS);
  const doneAt = handledAt ?? paidAt;
  const { lines, mails, download } = order;
  return {
    createdAt: orderedAt,
    'payment.paidAt': paidAt,
    mails: mails.map((mail) => ({ ...mail, at: after(mail.template === 'order-confirmation' ? paidAt : doneAt, MINUTE_MS) })),
    lines: lines.map((line) => ({
      ...line,
      ...(line.claim && {
        claim: {
          ...line.claim,
          claimedAt: after(doneAt, 5 * HOUR_MS),
          until: moved({ from: line.claim.claimedAt, to: line.claim.until, start: after(doneAt, 5 * HOUR_MS) }),
        },
      }),
      ...(line.declined && { declined: { ...line.declined, at: doneAt } }),
    })),
    ...(order.handledAt && { handledAt: doneAt }),
    ...(download && {
      download: { ...download, openedAt: doneAt, expiresAt: moved({ from: download.openedAt, to: download.expiresAt, start: doneAt }) },
    }),
  };
};

type Orders = mongo.Collection<StoredOrder>;

/** Waits until all mails of an order are recorded in it: one recorded later would have today's time. */
const waitForMails = async ({ orders, times }: { orders: Orders; times: OrderTimes }): Promise<void> => {
  const deadline = Date.now() + MAIL_WAIT_MS;
  for (;;) {
    const order = await orders.findOne({ number: times.orderNumber });
    if ((order?.mails.length ?? 0) >= times.mails || Date.now() > deadline) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** Increments the revision, as every write of the service does, so that the order list shows the change. */
const moveOrder = async ({ orders, times }: { orders: Orders; times: OrderTimes }): Promise<void> => {
  await waitForMails({ orders, times });
  for (;;) {
    const order = await orders.findOne({ number: times.orderNumber });
    if (!order) throw new Error(`Order ${times.orderNumber} is missing`);
    const update = { $set: changesOf({ order, times }), $inc: { revision: 1 }, $currentDate: { changedAt: true } };
    const { modifiedCount } = await orders.updateOne({ number: times.orderNumber, revision: order.revision }, update as never);
    if (modifiedCount === 1) return;
  }
};

const moveAccount = async ({ identity, times }: { identity: mongo.Db; times: AccountTimes }): Promise<void> => {
  const { email, joinedAt } = times;
  await identity.collection('users').updateOne({ email }, { $set: { createdAt: joinedAt } });
  await identity.collection('sign-in-events').updateMany({ email, door: 'registration' }, { $set: { at: joinedAt } });
};

type Input = { mongodb: string; namespace: string; orders: readonly OrderTimes[]; accounts: readonly AccountTimes[] };

/** @throws where NODE_ENV is production: no real order may change its times */
export const refuseInProduction = (): void => {
  if (process.env['NODE_ENV'] === 'production') throw new Error('The demo season is not written into a production database');
};

export const backdate = async ({ mongodb, namespace, orders, accounts }: Input): Promise<void> => {
  refuseInProduction();
  const client = new mongo.MongoClient(mongodb);
  try {
    const stored: Orders = client.db(`${namespace}-orders`).collection('orders');
    for (const times of orders) await moveOrder({ orders: stored, times });
    for (const times of accounts) await moveAccount({ identity: client.db(`${namespace}-identity`), times });
  } finally {
    await client.close();
  }
};
