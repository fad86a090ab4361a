import type { OrderStatus } from '@stagereel/contracts';
import { defineStateMachine } from './state-machine.ts';

/**
 * - awaiting: stored, not paid yet
 * - paid: the provider received the whole sum
 * - cancelled: unpaid for a day; a late payment still changes it to paid
 * - flagged: the provider received a different sum; an operator must decide
 */
export const PAYMENT_STATES = ['awaiting', 'paid', 'cancelled', 'flagged'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Separate from the fulfilment, because each of them changes without the other. */
export const paymentStates = defineStateMachine<PaymentState>({
  name: 'payment',
  initial: 'awaiting',
  transitions: {
    awaiting: ['paid', 'cancelled', 'flagged'],
    cancelled: ['paid', 'flagged'],
    paid: [],
    flagged: [],
  },
});

/**
 * The work on a paid order. 未対応 is not handled, 納品済み delivered, 対応済み completed without a delivery. 完了 occurs in older data only and
 * counts as not handled. Reopening and recalling lead back to 未対応.
 */
export const fulfilmentStates = defineStateMachine<OrderStatus>({
  name: 'fulfilment',
  initial: '未対応',
  transitions: {
    未対応: ['完了', '納品済み', '対応済み'],
    完了: ['納品済み', '対応済み'],
    納品済み: ['未対応'],
    対応済み: ['未対応'],
  },
});
