import { DAY, orderLinkRequested } from '@stagereel/contracts';
import { createEvent, type Logger, withCorrelation } from '@stagereel/service-kit';
import { isDeclined, isGivenBack, isPaid, type Order, type PaidOrder } from './order.ts';
import { lineFactsOf } from './order-views.ts';
import { standingPageOf } from './page-life.ts';
import type { Lookup, LookupStore, OrderStore } from './ports.ts';

export type AnswerLookupsDeps = {
  lookups: Pick<LookupStore, 'listOpen' | 'answer' | 'removeAskedBefore'>;
  orders: Pick<OrderStore, 'findByNumber'>;
  now: () => Date;
  logger: Logger;
};

const BATCH = 50;

/** An order that the guest may hear of: of that address, paid, and with something left to hear of. */
const meantOrder = ({ order, lookup }: { order: Order | null; lookup: Lookup }): PaidOrder | null =>
  order !== null && order.email === lookup.email && isPaid(order) && !isGivenBack(order) ? order : null;

const linkEventOf = (order: PaidOrder) => {
  const page = standingPageOf(order);
  return createEvent(orderLinkRequested, {
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    paidAt: order.payment.paidAt.toISOString(),
    lines: order.lines.filter((line) => !isDeclined(line)).map(lineFactsOf),
    page: page && { pageId: page.pageId, expiresAt: page.expiresAt.toISOString() },
  });
};

/** False when it could not be done now. */
const answerOne = async ({ lookups, orders, logger }: AnswerLookupsDeps, lookup: Lookup): Promise<boolean> => {
  try {
    const order = meantOrder({ order: await orders.findByNumber(lookup.orderNumber), lookup });
    await lookups.answer({ id: lookup.id, event: order && linkEventOf(order) });
    return true;
  } catch (err) {
    logger.error({ err, lookup: lookup.id }, 'a look-up could not be answered');
    return false;
  }
};

/**
 * Finds the orders that were looked up and has their addresses told the way to them. Runs in every replica, because a look-up may outlive
 * the process that took it down. True when more wait.
 */
export const answerLookups = async (deps: AnswerLookupsDeps): Promise<boolean> => {
  const { lookups, now } = deps;
  await lookups.removeAskedBefore(new Date(now().getTime() - DAY * 1000));
  const open = await lookups.listOpen(BATCH);
  let answered = 0;
  for (const lookup of open) {
    if (await withCorrelation(lookup.correlationId, () => answerOne(deps, lookup))) answered += 1;
  }
  return open.length === BATCH && answered > 0;
};
