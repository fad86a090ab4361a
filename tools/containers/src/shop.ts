import type { OrderItem } from '@stagereel/contracts';
import { type Mail, openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { compose, settingOf } from './compose.ts';

/** Where Docker has published a port, as localhost:3100. */
const publishedAt = async (service: string, port: number): Promise<string> => {
  const address = (await compose('port', service, String(port))).trim();
  return `localhost:${address.split(':').at(-1)}`;
};

/** The running shop, as its customers and its admin reach it. */
export const openShop = async ({ gateway }: { gateway?: string } = {}) => {
  const address = gateway ?? `http://${await publishedAt('gateway', 8080)}`;
  const mailbox = openMailbox(`http://${await publishedAt('mailbox', 1080)}`);
  return {
    gateway: address,
    mailbox,
    newCustomer: () => openCustomer({ gateway: address, mailbox }),
    signedInAdmin: async () => {
      const admin = openAdmin({ gateway: address, mailbox });
      await admin.signIn({ email: settingOf('ADMIN_EMAIL'), password: settingOf('ADMIN_PASSWORD') });
      return admin;
    },
  };
};
export type Shop = Awaited<ReturnType<typeof openShop>>;

export const PRICE = 1000;

/** Publishes a contest with one athlete on sale. */
export const publishContest = async (shop: Shop, name: string): Promise<OrderItem> => {
  const admin = await shop.signedInAdmin();
  const { id } = await admin.createContest({ name });
  await admin.createCategory(id, '一般');
  await admin.createAthlete(id, { athleteNumber: '1', category: '一般', videoStatus: '販売中', verticalVideoPrice: PRICE });
  await admin.updateContest(id, { videoPublished: true, sitePublicStatus: 'public' });
  return { contestId: id, category: '一般', athleteNumber: '1', videoStyle: '縦動画' };
};

/** Buys the item with a card, and waits for the confirmation mail. Returns the order number. */
export const buy = async (shop: Shop, { item, email }: { item: OrderItem; email: string }): Promise<string> => {
  const customer = shop.newCustomer();
  await customer.proveEmail(email);
  const { intent } = await customer.buy({ items: [item], amount: PRICE, customer: { email, name: '試験 太郎' } });
  await customer.requestConfirmationMail(intent.orderNumber);
  await shop.mailbox.waitFor({ to: email, subject: new RegExp(intent.orderNumber) });
  return intent.orderNumber;
};

/** The mails about an order that have reached its customer, at least one. @throws if none arrives within 45 s */
export const confirmationsOf = async ({ mailbox }: Shop, { email, number }: { email: string; number: string }): Promise<Mail[]> => {
  await mailbox.waitFor({ to: email, subject: new RegExp(number) });
  return (await mailbox.to(email)).filter(({ subject }) => subject.includes(number));
};
