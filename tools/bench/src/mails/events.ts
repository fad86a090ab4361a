import { codeRequested, type EventEnvelope, orderPaid } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';

let created = 0;

/** An address that identifies one mail. */
const newAddress = (): string => {
  created += 1;
  return `athlete.${created}@bench.example`;
};

export type Expected = { event: EventEnvelope; email: string };

/** The event of a paid order of two videos. */
export const paidOrder = (): Expected => {
  const email = newAddress();
  const orderNumber = String(10_000_000 + created);
  const lines = (['縦動画', '横動画'] as const).map((style, index) => ({
    lineNumber: `${orderNumber}-${index + 1}`,
    contestName: '第12回 関東フィットネス選手権',
    category: 'メンズフィジーク 一般',
    athleteNumber: String(created % 1000),
    athleteName: '佐藤 太郎',
    style,
    price: 5000,
  }));
  const data = {
    orderNumber,
    email,
    customerName: '山田 花子',
    totalAmount: 10_000,
    paidAt: new Date().toISOString(),
    statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
    lines,
  };
  return { event: createEvent(orderPaid, data), email };
};

/** The event of a requested code. */
export const requestedCode = (): Expected => {
  const email = newAddress();
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  return { event: createEvent(codeRequested, { purpose: 'order', email, code: '048213', expiresAt }), email };
};
