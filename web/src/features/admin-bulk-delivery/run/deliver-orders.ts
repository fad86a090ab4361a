import { type DoubtfulDelivery, doubtfulDelivery } from '../../../components/admin-order/delivery-doubts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { percentOf } from '../../../lib/uploads/upload-state.ts';
import type { PlannedOrder } from './plan-delivery.ts';
import {
  createLimiter,
  createVideoSender,
  findSameVideos,
  requireUnchanged,
  type SendDeps,
  type SentOrder,
  type Uploading,
} from './send-videos.ts';

/** Of `total` orders `done` are finished, and `delivered` of these were delivered. `percent`: of the bytes to send. */
export type BulkProgress = {
  delivered: number;
  done: number;
  total: number;
  percent: number;
  sentBytes: number;
  totalBytes: number;
  uploading: readonly Uploading[];
};

/** Why a bulk delivery ended before its last order: the admin cancelled it, or all further orders would have failed for the same reason. */
export type StopReason = 'cancelled' | 'storage-full';

/** Order numbers, by what happened to the order. */
export type BulkResult = {
  delivered: readonly string[];
  /** The server wants these confirmed. Their videos are uploaded, but nothing was delivered. */
  doubtful: readonly DoubtfulDelivery[];
  failed: readonly { orderNumber: string; error: unknown }[];
  /** Not tried, because the bulk delivery stopped before. */
  remaining: readonly string[];
  /** null if no order remains. */
  stopReason: StopReason | null;
};

export type DeliverDeps = SendDeps & {
  /** An abort may end it only before its request was sent. */
  deliver: (delivery: { orderNumber: string; downloadUrls: Readonly<Record<string, string>> }, signal: AbortSignal) => Promise<unknown>;
  onProgress: (progress: BulkProgress) => void;
};

const isStorageFull = (error: unknown): boolean => error instanceof ApiError && error.status === 507;

/** More than one, because the response to a delivery waits for the customer's mail. */
const CONCURRENT_DELIVERIES = 3;

/**
 * Sends the videos of all orders, some at the same time, and delivers each order when all of its videos are uploaded.
 *
 * - A failed or doubtful order stays undelivered, and the next ones continue, unless they would fail for the same reason.
 * - A cancellation takes effect after the pending deliveries.
 * - Orders with the same video for different lines stay undelivered, and so does an order if the admin changes one of its videos meanwhile.
 */
export const deliverOrders = async (
  deps: DeliverDeps,
  { orders, signal: cancelled }: { orders: readonly PlannedOrder[]; signal: AbortSignal },
): Promise<BulkResult> => {
  const stopping = new AbortController();
  const signal = AbortSignal.any([cancelled, stopping.signal]);
  const delivered: string[] = [];
  const doubtful: DoubtfulDelivery[] = [];
  const failed: { orderNumber: string; error: unknown }[] = [];
  const remaining: string[] = [];
  let stopReason: StopReason = 'cancelled';

  const stopIfPointless = (error: unknown): void => {
    if (!isStorageFull(error) || signal.aborted) return;
    stopReason = 'storage-full';
    stopping.abort();
  };

  const blocked = await findSameVideos(deps, { orders, signal });
  const totalBytes = orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + deps.sizeOf(line), 0);
  const reportProgress = () => {
    const sentBytes = Math.min(sender.sentBytes(), totalBytes);
    const done = delivered.length + doubtful.length + failed.length;
    // Orders with pasted URLs have nothing to upload.
    const percent = totalBytes === 0 ? percentOf({ sentBytes: done, totalBytes: orders.length }) : percentOf({ sentBytes, totalBytes });
    const uploading = sender.uploading();
    deps.onProgress({ delivered: delivered.length, done, total: orders.length, percent, sentBytes, totalBytes, uploading });
  };
  const sender = createVideoSender(deps, { blocked, signal, onProgress: reportProgress, onFailed: stopIfPointless });

  const deliver = async ({ orderNumber, lines }: PlannedOrder, { downloadUrls, error: sendError }: SentOrder): Promise<void> => {
    try {
      if (sendError !== undefined) throw sendError;
      signal.throwIfAborted();
      for (const { line } of lines) requireUnchanged(deps, { line, url: downloadUrls[line.id] ?? '' });
      await deps.deliver({ orderNumber, downloadUrls }, signal);
      delivered.push(orderNumber);
    } catch (error) {
      stopIfPointless(error);
      const doubtfulOrder = doubtfulDelivery({ error, delivery: { orderNumber, downloadUrls } });
      if (doubtfulOrder) doubtful.push(doubtfulOrder);
      else if (isStorageFull(error) || error === signal.reason) remaining.push(orderNumber);
      else failed.push({ orderNumber, error });
    }
  };

  const limit = createLimiter(CONCURRENT_DELIVERIES);
  await Promise.all(
    orders.map(async (order) => {
      const sent = await sender.sendOrder(order);
      await limit(() => deliver(order, sent));
      sender.close(order);
      if (!signal.aborted) reportProgress();
    }),
  );
  const position = new Map(orders.map(({ orderNumber }, index) => [orderNumber, index]));
  const byPosition = (one: string, other: string): number => (position.get(one) ?? 0) - (position.get(other) ?? 0);
  const inOrder = <Entry extends { orderNumber: string }>(entries: readonly Entry[]): Entry[] =>
    entries.toSorted((one, other) => byPosition(one.orderNumber, other.orderNumber));
  return {
    delivered: delivered.sort(byPosition),
    doubtful: inOrder(doubtful),
    failed: inOrder(failed),
    remaining: remaining.sort(byPosition),
    stopReason: remaining.length > 0 ? stopReason : null,
  };
};
