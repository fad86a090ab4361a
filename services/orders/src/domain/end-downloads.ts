import { downloadEnded, type EventEnvelope } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { type Change, type ChangeDeps, changeOrder } from './change-order.ts';
import { withoutClaim } from './lines.ts';
import { type DownloadClaim, isGivenBack, isPaid, type Line, type Order, type PaidOrder } from './order.ts';
import type { OrderStore } from './ports.ts';
import { storedVideoId } from './stored-videos.ts';

type Ended = { order: Order; lines: readonly Line[]; now: Date };
type EndGivenBackDeps = ChangeDeps & { orders: Pick<OrderStore, 'findByIntent'>; now: () => Date };

/** A claim that an admin takes back is followed by another one, which has a count of bytes of its own. */
export const claimIdOf = ({ line, claim }: { line: Pick<Line, 'number'>; claim: DownloadClaim }): string =>
  `${line.number}-${claim.claimedAt.getTime()}`;

type Claimed = Line & { claim: DownloadClaim };
const canBeEnded = (line: Line, now: Date): line is Claimed =>
  line.video !== null && storedVideoId(line.video) !== null && line.claim !== null && line.claim.until > now;

/**
 * Tells media which claims give nothing more, of lines as they stood until now. Of an outside link there is nothing to end, and of a claim
 * whose day is over nothing is left.
 */
export const endedEventsOf = ({ order, lines, now }: Ended): EventEnvelope[] => {
  const claims = lines
    .filter((line) => canBeEnded(line, now))
    .map((line) => ({ claimId: claimIdOf({ line, claim: line.claim }), until: line.claim.until.toISOString() }));
  return claims.length > 0 ? [createEvent(downloadEnded, { orderNumber: order.number, claims })] : [];
};

/** What ends with the last yen that goes back; nothing while some of the price is left. */
export const givenBackEventsOf = ({ order, now }: Omit<Ended, 'lines'>): EventEnvelope[] =>
  isGivenBack(order) ? endedEventsOf({ order, lines: order.lines, now }) : [];

/**
 * The order once its money stands as in `after`. Where all of it had gone back and some of that came back to the shop, the claims that ended by
 * it are taken back: what has ended stays so, and its customer may claim anew.
 */
export const withDownloadsFreed = ({ before, after, now }: { before: Order; after: PaidOrder; now: Date }): Change => {
  if (!isGivenBack(before) || isGivenBack(after)) return { order: after, events: [] };
  const lines = after.lines.map((line) => (canBeEnded(line, now) ? withoutClaim(line, now) : line));
  // Whoever was to tell of their end may have come too late to do so.
  return { order: { ...after, lines }, events: endedEventsOf({ order: after, lines: after.lines, now }) };
};

/**
 * Ends the downloads of an order that all money of went back, by the card or by a lost dispute. It follows the write of that, after which
 * nobody claims any more: whoever tells of the money tells again until this is done as well, and to end a download twice changes nothing.
 * The claims stay in the order; they are what a dispute is answered with.
 */
export const endGivenBackDownloads = async (deps: EndGivenBackDeps, { intentId }: { intentId: string }): Promise<void> => {
  const seen = await deps.orders.findByIntent(intentId);
  if (!seen || !isPaid(seen)) return;
  await changeOrder(deps, {
    orderNumber: seen.number,
    change: (order) => {
      const events = givenBackEventsOf({ order, now: deps.now() });
      return events.length > 0 ? { order, events } : null;
    },
  });
};
