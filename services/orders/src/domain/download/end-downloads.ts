import { downloadEnded, type EventEnvelope } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { type DownloadClaim, hasNothingToDeliver, isPaid, type Line, type Order, type PaidOrder, removeClaim } from '../order/order.ts';
import { storedVideoId } from '../video/video-source.ts';

type ClaimedLine = Line & { claim: DownloadClaim };

/** Contains the time of the claim, because a line can be claimed again and each claim has a byte quota of its own. */
export const claimIdOf = ({ line, claim }: { line: Pick<Line, 'number'>; claim: DownloadClaim }): string =>
  `${line.number}-${claim.claimedAt.getTime()}`;

/** Only downloads of stored videos can be ended, and only while their claim lasts. */
const canBeEnded = (line: Line, now: Date): line is ClaimedLine =>
  line.video !== null && storedVideoId(line.video) !== null && line.claim !== null && line.claim.until > now;

/** The event that makes media end the downloads of these lines, given as they were before the change. Empty if there is nothing to end. */
export const downloadEndedEventsOf = ({ order, lines, now }: { order: Order; lines: readonly Line[]; now: Date }): EventEnvelope[] => {
  const claims = lines
    .filter((line) => canBeEnded(line, now))
    .map((line) => ({ claimId: claimIdOf({ line, claim: line.claim }), until: line.claim.until.toISOString() }));
  return claims.length > 0 ? [createEvent(downloadEnded, { orderNumber: order.number, claims })] : [];
};

/** Ends all downloads of an order that has nothing left to deliver; else empty. */
export const refundedDownloadEventsOf = ({ order, now }: { order: Order; now: Date }): EventEnvelope[] =>
  hasNothingToDeliver(order) ? downloadEndedEventsOf({ order, lines: order.lines, now }) : [];

/**
 * Reopens the downloads of an order that was fully refunded and is no longer, because a refund failed. The ended claims are removed, so the
 * customer can claim the videos again.
 */
export const restoreDownloads = ({ before, after, now }: { before: Order; after: PaidOrder; now: Date }): Change => {
  if (!hasNothingToDeliver(before) || hasNothingToDeliver(after)) return { order: after, events: [] };
  const lines = after.lines.map((line) => (canBeEnded(line, now) ? removeClaim(line, now) : line));
  // The event that ends the old claims may not have been published yet.
  return { order: { ...after, lines }, events: downloadEndedEventsOf({ order: after, lines: after.lines, now }) };
};

/**
 * Ends the downloads of an order that was fully refunded or charged back. It runs after the write of the refund, from which on nothing can be
 * claimed. The provider repeats its webhook until this succeeds too, and ending a download twice is harmless. The claims stay in the order as
 * evidence for disputes.
 */
export const endDownloadsAfterRefund = async (deps: OrdersDeps, { intentId }: { intentId: string }): Promise<void> => {
  const found = await deps.orders.findByIntent(intentId);
  if (!found || !isPaid(found)) return;
  await changeOrder(deps, {
    orderNumber: found.number,
    change: (order) => {
      const events = refundedDownloadEventsOf({ order, now: deps.now() });
      return events.length > 0 ? { order, events } : null;
    },
  });
};
