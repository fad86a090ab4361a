import type { OrderStatus } from '@stagereel/contracts';
import { defineLifeCycle } from './life-cycle.ts';

/**
 * - awaiting: stored, its money not there yet
 * - paid: the provider has the whole sum
 * - cancelled: given up after a day; were it paid after all, paid wins
 * - flagged: the provider has another sum than the order's; a person must look
 */
export const PAYMENT_STATES = ['awaiting', 'paid', 'cancelled', 'flagged'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Where the money is. Apart from what is done about the videos, because each moves without the other. */
export const paymentLifeCycle = defineLifeCycle<PaymentState>({
  name: 'payment',
  initial: 'awaiting',
  moves: {
    awaiting: ['paid', 'cancelled', 'flagged'],
    cancelled: ['paid', 'flagged'],
    paid: [],
    flagged: [],
  },
});

/** What was done about a paid order. 完了 comes from older data and stands under 'not handled'. What was completed without a delivery can be taken up again, and so can a delivery that is recalled. */
export const fulfilmentLifeCycle = defineLifeCycle<OrderStatus>({
  name: 'fulfilment',
  initial: '未対応',
  moves: {
    未対応: ['完了', '納品済み', '対応済み'],
    完了: ['納品済み', '対応済み'],
    納品済み: ['未対応'],
    対応済み: ['未対応'],
  },
});
