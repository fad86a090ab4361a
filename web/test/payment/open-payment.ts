import type { CustomerLine, PaymentIntentResponse } from '@stagereel/contracts';
import { screen } from '@testing-library/react';
import { type CustomerData, type OrderData, savedData } from '../../src/lib/saved-data.ts';
import { buildOrderStatus } from '../../src/testing/build-order-status.ts';
import { asMember, errorResponse, json, openPage } from '../../src/testing/open-page.tsx';
import { mailStatus } from '../checkout/checkout-page.ts';
import { installStripe } from './fake-stripe.ts';

export const ORDER_NUMBER = '12345678';
export const EMAIL = 'member@example.jp';
const NAME = '試験 太郎';

export const ORDER: OrderData = {
  contestId: 'c1',
  contestSlug: 'spring',
  contestName: '春の大会',
  items: [{ id: 'i1', category: '一般', athleteNumber: '1', athleteName: null, videoStyle: '縦動画', price: 5000 }],
};

export const CUSTOMER: CustomerData = {
  email: EMAIL,
  name: NAME,
  wantsAutoLogin: false,
  codeSentAt: null,
  resendAt: null,
  provenUntil: null,
};

const PROVIDER = 'http://provider.example.jp';
installStripe(PROVIDER);

const INTENT: PaymentIntentResponse = {
  clientSecret: 'pi_1_secret_2',
  paymentIntentId: 'pi_1',
  orderNumber: ORDER_NUMBER,
  amount: 5000,
  publishableKey: 'pk_test_1',
  providerUrl: PROVIDER,
};

const LINE: CustomerLine = {
  id: `${ORDER_NUMBER}-01`,
  orderNumber: `${ORDER_NUMBER}-01`,
  contestId: 'c1',
  contestName: '春の大会',
  category: '一般',
  athleteNumber: '1',
  athleteName: null,
  style: '縦動画',
  price: 5000,
  status: '未対応',
  orderDate: '2026-11-21T01:00:00.000Z',
  customerEmail: EMAIL,
  customerName: NAME,
  payment: 'paid',
  isDeclined: false,
  videoUploaded: false,
  videoDownloadUrl: null,
  statusPath: '/order-status/key',
};

/** The requests of a payment: to the shop, and to the card provider's simulator. */
export const PREPARE = 'POST /api/create-payment-intent';
export const CONFIRM = 'POST /v1/payment_intents/pi_1/confirm';
export const LOOK_UP = 'GET /v1/payment_intents/pi_1';
export const PLACE = 'POST /api/orders';

export const prepared = (changes: Partial<PaymentIntentResponse> = {}) => json({ ...INTENT, ...changes });
export const placed = () => json([LINE], { status: 201 });
/** The provider's response to a payment. */
export const intentWith = (changes: object) => json({ status: 'succeeded', ...changes });
/** The provider's refusal of a card. */
export const refusedCard = (error: object) => json({ error: { type: 'card_error', ...error } }, { status: 402 });

/** The responses to a customer whose payment succeeds. */
const responses = {
  ...asMember({ email: EMAIL }),
  [PREPARE]: () => prepared(),
  [CONFIRM]: () => intentWith({}),
  [PLACE]: placed,
  'POST /api/send-payment-confirmation': () => json({ orderNumber: ORDER_NUMBER, sent: true }),
  'GET /api/contests/c1': () => errorResponse('NotFound'),
  'GET /api/order-status/key': () => json(buildOrderStatus()),
  'GET /api/email-status': () => mailStatus(),
};
type Given = Parameters<typeof openPage>[1];

/** Opens the payment page as a member who has ordered one video. */
export const openPayment = (given: Given = {}, { order = ORDER, customer = CUSTOMER } = {}) => {
  savedData.write('orderData', order);
  savedData.write('customerData', customer);
  return reopenPayment(given);
};
/** Opens the payment page with what the browser has saved, as a reload does. */
export const reopenPayment = (given: Given = {}) => openPage('/payment', { ...responses, ...given });
type Page = ReturnType<typeof openPayment>;

export const cardField = (name: string) => screen.findByLabelText(new RegExp(`^${name}`), { selector: 'input' });
export const payButton = () => screen.findByRole('button', { name: /を支払って注文を確定する$/ });

/** Fills in the card form. Only the card number can differ from a valid card. */
export const fillCard = async ({ user }: Page, number = '4242424242424242'): Promise<void> => {
  for (const [name, text] of [
    ['カード名義人', 'TARO YAMADA'],
    ['カード番号', number],
    ['有効期限', '12/30'],
    ['セキュリティコード', '123'],
  ] as const) {
    const field = await cardField(name);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  }
};

export const pay = async (page: Page): Promise<void> => page.user.click(await payButton());

/** Waits for the screen of the completed order. */
export const findCompletion = () => screen.findByRole('heading', { level: 1, name: 'ご注文ありがとうございます' });
