import { type CustomerData, type OrderData, savedData } from '../lib/saved-data.ts';

/** An order of two videos that waits for its payment, with the given changes. */
export const buildSavedOrder = (changes: Partial<OrderData> = {}): OrderData => ({
  contestId: 'c1',
  contestSlug: '春季大会',
  contestName: '第1回 春季大会',
  items: [
    { id: 'i1', category: 'メンズフィジーク', athleteNumber: '001', athleteName: '佐藤 翔', videoStyle: '縦動画', price: 5000 },
    { id: 'i2', category: 'ビキニ', athleteNumber: '002', athleteName: null, videoStyle: '横動画', price: 4000 },
  ],
  ...changes,
});

/** The customer of this order, whose address is not verified and who has not received a code, with the given changes. */
export const buildSavedCustomer = (changes: Partial<CustomerData> = {}): CustomerData => ({
  email: 'hanako@example.jp',
  name: '山田 花子',
  wantsAutoLogin: false,
  codeSentAt: null,
  resendAt: null,
  provenUntil: null,
  ...changes,
});

/** Saves what the browser keeps during an order. Call it before the page is opened. */
export const saveForCheckout = ({ order, customer }: { order: OrderData; customer?: CustomerData }): void => {
  savedData.write('orderData', order);
  if (customer) savedData.write('customerData', customer);
};
