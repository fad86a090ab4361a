import type { OrderItem } from '@stagereel/contracts';
import { openBrowser } from '@stagereel/shop-client';
import { fillBasket } from './basket.ts';
import type { TestStack } from './test-stack.ts';

/** `pending`: an admin after the password step, before the second factor. */
export const CALLERS = ['anonymous', 'customer', 'otherCustomer', 'pending', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** Ids for the calls: a paid and delivered order of `customer`. */
export type AccessFacts = {
  email: string;
  orderNumber: string;
  lineId: string;
  pageId: string;
  /** The id of the status page. */
  token: string;
  paymentIntentId: string;
  contestId: string;
  item: OrderItem;
};

const PASSWORD = 'Mikan-Bako-1';
const EMAIL = 'matrix-owner@example.jp';

/** Creates the callers and the order. Returns each caller's cookies and the ids. */
export const prepareAccess = async (stack: TestStack): Promise<{ cookies: Record<Caller, string>; facts: AccessFacts }> => {
  const customer = stack.newCustomer();
  await customer.register({ email: EMAIL, password: PASSWORD });
  const otherCustomer = stack.newCustomer();
  await otherCustomer.register({ email: 'matrix-other@example.jp', password: PASSWORD });

  const basket = await fillBasket(customer, { email: EMAIL, count: 1 });
  const { intent, lines } = await customer.buy(basket);
  const [line] = lines;
  const [item] = basket.items;
  if (!line || !item) throw new Error('The order has no lines');
  const admin = await stack.signedInAdmin();
  const { downloadPath } = await admin.deliver(intent.orderNumber, { [line.id]: 'https://videos.example.com/matrix' });

  const pending = openBrowser(stack.info.gateway);
  await pending.call({ method: 'POST', path: '/api/admin/login', body: stack.info.admin });

  return {
    cookies: {
      anonymous: '',
      customer: customer.cookies(),
      otherCustomer: otherCustomer.cookies(),
      pending: pending.cookies(),
      admin: admin.cookies(),
    },
    facts: {
      email: EMAIL,
      orderNumber: intent.orderNumber,
      lineId: line.id,
      pageId: downloadPath.replace('/download/', ''),
      token: line.statusPath?.replace('/order-status/', '') ?? '',
      paymentIntentId: intent.paymentIntentId,
      contestId: line.contestId,
      item,
    },
  };
};
