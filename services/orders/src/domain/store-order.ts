import { OPEN_PAYMENTS_PER_ADDRESS, type QuotedLine } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { Order } from './order.ts';
import { fulfilmentLifeCycle, paymentLifeCycle } from './order-life-cycle.ts';
import { lineNumberAt, orderNumberAt } from './order-number.ts';
import type { OrderStore } from './ports.ts';

type Deps = {
  orders: Pick<OrderStore, 'insert' | 'openPlaces' | 'findByRequest'>;
  now: () => Date;
  checkAfterMs: number;
  sweepAfterMs: number;
};
type Draft = { email: string; customerName: string; request: Order['request']; lines: readonly QuotedLine[] };

/** Far more than a day of numbers taken in a row would need; beyond it something else is wrong. */
const MOST_ATTEMPTS = 1000;

const orderOf = ({ draft, number, createdAt }: { draft: Draft; number: string; createdAt: Date }): Order => ({
  id: uuid(),
  revision: 0,
  number,
  email: draft.email,
  customerName: draft.customerName,
  request: draft.request,
  total: draft.lines.reduce((sum, { price }) => sum + price, 0),
  createdAt,
  payment: {
    state: paymentLifeCycle.initial,
    intentId: null,
    paidAt: null,
    paidEventId: null,
    refundedAmount: 0,
    disputedAt: null,
    disputeOutcome: null,
    refundFailures: [],
    refundCheckAt: null,
  },
  status: fulfilmentLifeCycle.initial,
  handledAt: null,
  lines: draft.lines.map(({ videoStyle, ...line }, index) => ({
    ...line,
    number: lineNumberAt({ orderNumber: number, index }),
    style: videoStyle,
    productionPossible: false,
    declined: null,
    reArmedAt: null,
    video: null,
    claim: null,
  })),
  download: null,
  mails: [],
  receipts: [],
});

const freePlace = (taken: ReadonlySet<number>): number | undefined =>
  Array.from({ length: OPEN_PAYMENTS_PER_ADDRESS }, (_, place) => place).find((place) => !taken.has(place));

/** At the latest a place is free when the oldest of the open orders is given up. */
const noPlaceLeft = ({ open, now, sweepAfterMs }: { open: readonly { since: Date }[]; now: Date; sweepAfterMs: number }): AppError => {
  const oldest = open[0]?.since ?? now;
  const freeAt = oldest.getTime() + sweepAfterMs;
  return new AppError('PaymentsOpenTooMany', { retryAfterSeconds: Math.max(0, freeAt - now.getTime()) / 1000 });
};

/**
 * Stores a new order as awaiting payment. The unique indexes decide every race: for the number the next millisecond is taken, for one of the
 * address's open places the next place, and a request that another call has stored meanwhile is answered as it stands.
 * @throws AppError PaymentsOpenTooMany
 */
export const storeOrder = async (deps: Deps, draft: Draft): Promise<{ order: Order; isNew: boolean }> => {
  const { orders } = deps;
  const open = await orders.openPlaces(draft.email);
  const taken = new Set(open.map(({ place }) => place));
  const createdAt = deps.now();
  const checkAt = new Date(createdAt.getTime() + deps.checkAfterMs);
  let clock = createdAt.getTime();
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const openPlace = freePlace(taken);
    if (openPlace === undefined) throw noPlaceLeft({ open, now: createdAt, sweepAfterMs: deps.sweepAfterMs });
    const order = orderOf({ draft, number: orderNumberAt(clock), createdAt });
    const clash = await orders.insert({ order, openPlace, checkAt });
    if (clash === null) return { order, isNew: true };
    if (clash === 'number') clock += 1;
    if (clash === 'place') taken.add(openPlace);
    if (clash === 'request') {
      const stored = await orders.findByRequest(draft.request.key);
      if (stored) return { order: stored, isNew: false };
    }
  }
  throw new AppError('Internal', { cause: new Error('no free order number') });
};
