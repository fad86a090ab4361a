import { downloadEnded, type EventEnvelope } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import { type DownloadClaim, isGivenBack, isPaid, type Line, type Order } from './order.ts';
import type { OrderStore } from './ports.ts';
import { storedVideoId } from './stored-videos.ts';

type Ended = { order: Order; lines: readonly Line[]; now: Date };
type EndGivenBackDeps = ChangeDeps & { orders: Pick<OrderStore, 'findByIntent'>; now: () => Date };

/** A claim that an admin takes back is followed by another one, which has a count of bytes of its own. */
export const claimIdOf = ({ line, claim }: { line: Pick<Line, 'number'>; claim: DownloadClaim }): string =>
  `${line.number}-${claim.claimedAt.getTime()}`;

/**
 * Tells media which claims give nothing more, of lines as they stood until now. Of an outside link there is nothing to end, and of a claim
 * whose day is over nothing is left.
 */
export const endedEventsOf = ({ order, lines, now }: Ended): EventEnvelope[] => {
  const claims = lines.flatMap((line) => {
    const { video, claim } = line;
    const isLive = video !== null && storedVideoId(video) !== null && claim !== null && claim.until > now;
    return isLive ? [{ claimId: claimIdOf({ line, claim }), until: claim.until.toISOString() }] : [];
  });
  return claims.length > 0 ? [createEvent(downloadEnded, { orderNumber: order.number, claims })] : [];
};

/** What ends with the last yen that goes back; nothing while some of the price is left. */
export const givenBackEventsOf = ({ order, now }: Omit<Ended, 'lines'>): EventEnvelope[] =>
  isGivenBack(order) ? endedEventsOf({ order, lines: order.lines, now }) : [];

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
