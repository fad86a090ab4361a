import type { Actor } from '@stagereel/service-kit';
import { type Change, type ChangeDeps, changeOrder } from './change-order.ts';
import { endedEventsOf } from './end-downloads.ts';
import { withoutClaim } from './lines.ts';
import { isGivenBack, type Line, type PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import { newPageId } from './page-life.ts';

type Correct = { orderNumber: string; email: string; actor: Actor };

type Correction = { order: PaidOrder; email: string; actor: Actor; now: Date };

/** What was downloaded, and when; it goes from the lines, and a dispute may ask for it. */
const downloadsOf = (lines: readonly Line[]): { downloaded?: string[]; claimedAt?: string[] } => {
  const claims = lines.flatMap(({ number, claim }) => (claim ? [{ number, at: claim.claimedAt.toISOString() }] : []));
  return claims.length > 0 ? { downloaded: claims.map(({ number }) => number), claimedAt: claims.map(({ at }) => at) } : {};
};

const correct = ({ order, email, actor, now }: Correction): Change => {
  const download = order.download && { ...order.download, pageId: newPageId() };
  // Where all money went back nobody downloads any more, and the claims stay for what may be asked of them.
  const freed = isGivenBack(order) ? [] : order.lines;
  const before = { email: order.email, ...downloadsOf(freed) };
  return {
    order: { ...order, email, download, lines: order.lines.map((line) => (freed.includes(line) ? withoutClaim(line, now) : line)) },
    events: [
      ...endedEventsOf({ order, lines: freed, now }),
      orderActed({ order, actor, action: 'customer-corrected', before, after: { email } }),
    ],
  };
};

/**
 * Gives an order to the address it was meant for: history, receipts and look-ups follow the address. The download page moves as well, because
 * the link to it lies in the mailbox of the old one; what was claimed there ends, and can be claimed by whom it is for. Nothing is mailed by
 * this. The present address once more changes nothing.
 * @throws AppError OrderNotFound
 */
export const correctCustomer = async (
  deps: ChangeDeps & { now: () => Date },
  { orderNumber, email, actor }: Correct,
): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => (current.email === email ? null : correct({ order: current, email, actor, now: deps.now() })),
  });
  return order;
};
