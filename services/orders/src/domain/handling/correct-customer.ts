import type { Actor } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { downloadEndedEventsOf } from '../download/end-downloads.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { hasNothingToDeliver, type Line, type PaidOrder, removeClaim } from '../order/order.ts';
import { auditEventOf } from '../order/order-events.ts';
import { newUnguessableId } from '../order/unguessable-id.ts';

type CorrectCustomer = { orderNumber: string; email: string; actor: Actor };
type Correction = { order: PaidOrder; email: string; actor: Actor; now: Date };

/** The removed claims, for the audit log: they may be needed as evidence in a dispute. */
const removedClaimsOf = (lines: readonly Line[]): { downloaded?: string[]; claimedAt?: string[] } => {
  const claims = lines.flatMap(({ number, claim }) => (claim ? [{ number, at: claim.claimedAt.toISOString() }] : []));
  return claims.length > 0 ? { downloaded: claims.map(({ number }) => number), claimedAt: claims.map(({ at }) => at) } : {};
};

/** The change that moves an order to another address. The old address knows the links of its pages, so they end. */
export const withCorrectedAddress = ({ order, email, actor, now }: Correction): Change => {
  const download = order.download && { ...order.download, pageId: newUnguessableId() };
  // A fully refunded order keeps its claims as evidence, because nobody can download anyway.
  const released = hasNothingToDeliver(order) ? [] : order.lines;
  const before = { email: order.email, ...removedClaimsOf(released) };
  return {
    order: {
      ...order,
      email,
      download,
      statusToken: newUnguessableId(),
      lines: order.lines.map((line) => (released.includes(line) ? removeClaim(line, now) : line)),
    },
    events: [
      ...downloadEndedEventsOf({ order, lines: released, now }),
      auditEventOf({ order, actor, action: 'customer-corrected', before, after: { email } }),
    ],
  };
};

/**
 * Corrects the address of an order: history, receipts and lookups then belong to the new address. The download page and the
 * status page get new ids, because the old address has the links, and the claims end. No mail is sent. The current address changes nothing.
 * @throws AppError OrderNotFound
 */
export const correctCustomer = async (deps: OrdersDeps, { orderNumber, email, actor }: CorrectCustomer): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => (current.email === email ? null : withCorrectedAddress({ order: current, email, actor, now: deps.now() })),
  });
  return order;
};
