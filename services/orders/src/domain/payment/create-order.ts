import { OPEN_PAYMENTS_PER_ADDRESS, type QuotedLine } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { OrdersDeps } from '../deps.ts';
import { noFollowUp } from '../follow-up/follow-up.ts';
import type { Order } from '../order/order.ts';
import { fulfilmentStates, paymentStates } from '../order/order-states.ts';
import { newUnguessableId } from '../order/unguessable-id.ts';

type Draft = { email: string; customerName: string; request: Order['request']; lines: readonly QuotedLine[] };

/** More than enough for a day of consecutive numbers; beyond it something else is wrong. */
const MAX_ATTEMPTS = 1000;
const NUMBER_DIGITS = 8;

/** The base number: the last eight digits of a time in ms. The numbers repeat after 28 hours. */
const orderNumberAt = (ms: number): string => String(ms).slice(-NUMBER_DIGITS).padStart(NUMBER_DIGITS, '0');

/** `{base}-01`, `{base}-02`… */
const lineNumberAt = ({ orderNumber, index }: { orderNumber: string; index: number }): string =>
  `${orderNumber}-${String(index + 1).padStart(2, '0')}`;

const newOrder = ({ draft, number, createdAt }: { draft: Draft; number: string; createdAt: Date }): Order => ({
  id: uuid(),
  revision: 0,
  number,
  email: draft.email,
  customerName: draft.customerName,
  request: draft.request,
  total: draft.lines.reduce((sum, { price }) => sum + price, 0),
  createdAt,
  statusToken: newUnguessableId(),
  payment: {
    state: paymentStates.initial,
    intentId: null,
    paidAt: null,
    paidEventId: null,
    refundedAmount: 0,
    disputedAt: null,
    disputeOutcome: null,
    refundFailures: [],
    refundCheckAt: null,
  },
  status: fulfilmentStates.initial,
  handledAt: null,
  lines: draft.lines.map(({ videoStyle, ...line }, index) => ({
    ...line,
    number: lineNumberAt({ orderNumber: number, index }),
    style: videoStyle,
    productionPossible: false,
    declined: null,
    reArmedAt: null,
    video: null,
    delivery: null,
    claim: null,
  })),
  download: null,
  mails: [],
  followUp: noFollowUp,
  receipts: [],
});

type OpenSlots = readonly { slot: number; since: Date }[];

const freeSlot = (open: OpenSlots): number | undefined =>
  Array.from({ length: OPEN_PAYMENTS_PER_ADDRESS }, (_, slot) => slot).find((slot) => !open.some((taken) => taken.slot === slot));

type OpenOrders = { open: OpenSlots; now: Date; cancelAfterMs: number };

/** Each email address may have a few unpaid orders at a time. At the latest, the next one is possible when the oldest unpaid order is cancelled. */
const noFreeSlot = ({ open, now, cancelAfterMs }: OpenOrders): AppError => {
  const oldest = open[0]?.since ?? now;
  const freeAt = oldest.getTime() + cancelAfterMs;
  return new AppError('PaymentsOpenTooMany', { retryAfterSeconds: Math.max(0, freeAt - now.getTime()) / 1000 });
};

/**
 * Stores a new order that awaits its payment. Unique indexes decide every race: a taken number is replaced by that of the next millisecond, a
 * taken slot by the next slot, and an order that a concurrent call stored for the same request is returned as it is.
 * @throws AppError PaymentsOpenTooMany
 */
export const createOrder = async (deps: OrdersDeps, draft: Draft): Promise<{ order: Order; isNew: boolean }> => {
  const { orders, checkAfterMs, cancelAfterMs } = deps;
  let open = await orders.listOpenSlots(draft.email);
  const createdAt = deps.now();
  const checkAt = new Date(createdAt.getTime() + checkAfterMs);
  let numberMs = createdAt.getTime();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const openSlot = freeSlot(open);
    if (openSlot === undefined) throw noFreeSlot({ open, now: createdAt, cancelAfterMs });
    const order = newOrder({ draft, number: orderNumberAt(numberMs), createdAt });
    const conflict = await orders.insert({ order, openSlot, checkAt });
    if (conflict === null) {
      deps.metrics.opened();
      return { order, isNew: true };
    }
    if (conflict === 'number') numberMs += 1;
    if (conflict === 'openSlot') open = await orders.listOpenSlots(draft.email);
    if (conflict === 'request') {
      const stored = await orders.findByRequest(draft.request.key);
      if (stored) return { order: stored, isNew: false };
    }
  }
  throw new AppError('Internal', { cause: new Error(`No free order number after ${MAX_ATTEMPTS} attempts`) });
};
