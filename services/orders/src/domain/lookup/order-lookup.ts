import { DAY, orderLinkRequested } from '@stagereel/contracts';
import { createEvent, currentCorrelationId, networkOf, withCorrelation } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { OrdersDeps } from '../deps.ts';
import { pageWithVideosOf } from '../order/download-page-expiry.ts';
import { awaitedLines, hasNothingToDeliver, isDeclined, isPaid, type Order, type PaidOrder } from '../order/order.ts';
import { lineFieldsOf } from '../order/order-views.ts';
import type { Lookup } from './lookup-store.ts';

type LookUpOrder = { orderNumber: string; email: string; ip: string };

/**
 * Stores a guest's lookup for the job below. No order is read during the request, so neither the response nor its timing reveals whether the
 * order exists.
 * @throws AppError LookupLimitReached
 */
export const lookUpOrder = async (deps: OrdersDeps, { orderNumber, email, ip }: LookUpOrder): Promise<void> => {
  await deps.lookupLimits.count({ email, network: networkOf(ip) });
  const id = uuid();
  await deps.lookups.add({ id, orderNumber, email, requestedAt: deps.now(), correlationId: currentCorrelationId() ?? id });
  deps.triggerLookups();
};

const BATCH = 50;

/** The order if the guest may get a link: it has that address, is paid, and has something left to deliver. */
const accessibleOrder = ({ order, lookup }: { order: Order | null; lookup: Lookup }): PaidOrder | null =>
  order !== null && order.email === lookup.email && isPaid(order) && !hasNothingToDeliver(order) ? order : null;

export const linkEventOf = (order: PaidOrder) => {
  const page = pageWithVideosOf(order);
  const awaited = page ? awaitedLines(order).map(({ number }) => number) : [];
  return createEvent(orderLinkRequested, {
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    paidAt: order.payment.paidAt.toISOString(),
    statusToken: order.statusToken,
    lines: order.lines.filter((line) => !isDeclined(line)).map(lineFieldsOf),
    ...(awaited.length > 0 && { awaitedLines: awaited }),
    page: page && { pageId: page.pageId, expiresAt: page.expiresAt.toISOString() },
  });
};

/** Returns false if the lookup must be retried. */
const processLookup = async ({ lookups, orders, logger }: OrdersDeps, lookup: Lookup): Promise<boolean> => {
  try {
    const order = accessibleOrder({ order: await orders.findByNumber(lookup.orderNumber), lookup });
    await lookups.complete({ id: lookup.id, event: order && linkEventOf(order) });
    return true;
  } catch (err) {
    logger.error({ err, lookupId: lookup.id }, 'Order lookup failed');
    return false;
  }
};

/**
 * Processes stored lookups: publishes the event that mails the order's link to its address. Runs in every replica, because the process that
 * stored a lookup may have crashed.
 * @returns whether more lookups may be open
 */
export const processLookups = async (deps: OrdersDeps): Promise<boolean> => {
  const { lookups, now } = deps;
  await lookups.removeRequestedBefore(new Date(now().getTime() - DAY * 1000));
  const open = await lookups.listOpen(BATCH);
  let processed = 0;
  for (const lookup of open) {
    if (await withCorrelation(lookup.correlationId, () => processLookup(deps, lookup))) processed += 1;
  }
  return open.length === BATCH && processed > 0;
};
