import { ApiError, isSessionExpired } from '../../../lib/api-error.ts';
import { percentOf } from '../../../lib/uploads/upload-state.ts';
import { type DoubtfulDelivery, doubtfulDelivery } from '../lib/delivery-doubts.ts';
import type { PlannedOrder } from './plan-delivery.ts';
import { createVideoSender, findSameVideos, requireUnchanged, type SendDeps, type SentOrder } from './send-videos.ts';

/** Of `total` orders `done` are finished, and `delivered` of these were delivered. `percent`: of the bytes to send. */
export type BulkProgress = { delivered: number; done: number; total: number; percent: number };

/** Why a bulk delivery ended before its last order: the admin cancelled it, or all further orders would have failed for the same reason. */
export type StopReason = 'cancelled' | 'session-ended' | 'storage-full';

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
  deliver: (delivery: { orderNumber: string; downloadUrls: Readonly<Record<string, string>> }) => Promise<unknown>;
  onProgress: (progress: BulkProgress) => void;
};

const stopReasonOf = (error: unknown): StopReason | null => {
  if (isSessionExpired(error)) return 'session-ended';
  return error instanceof ApiError && error.status === 507 ? 'storage-full' : null;
};

/**
 * Sends the videos of all orders, some at the same time, and delivers one order after another, each when all of its videos are uploaded.
 *
 * - A failed or doubtful order stays undelivered, and the next ones continue, unless they would fail for the same reason.
 * - A cancellation takes effect after the pending delivery.
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
    const reason = stopReasonOf(error);
    if (reason === null || signal.aborted) return;
    stopReason = reason;
    stopping.abort();
  };

  const blocked = await findSameVideos(deps, { orders, signal });
  const totalBytes = orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + deps.sizeOf(line), 0);
  const reportProgress = () => {
    const percent = percentOf({ sentBytes: Math.min(sender.sentBytes(), totalBytes), totalBytes });
    const done = delivered.length + doubtful.length + failed.length;
    deps.onProgress({ delivered: delivered.length, done, total: orders.length, percent });
  };
  const sender = createVideoSender(deps, { blocked, signal, onProgress: reportProgress, onFailed: stopIfPointless });

  const deliver = async ({ orderNumber, lines }: PlannedOrder, { downloadUrls, error: sendError }: SentOrder): Promise<void> => {
    try {
      if (sendError !== undefined) throw sendError;
      signal.throwIfAborted();
      for (const { line } of lines) requireUnchanged(deps, { line, url: downloadUrls[line.id] ?? '' });
      await deps.deliver({ orderNumber, downloadUrls });
      delivered.push(orderNumber);
    } catch (error) {
      stopIfPointless(error);
      const doubtfulOrder = doubtfulDelivery({ error, delivery: { orderNumber, downloadUrls } });
      if (doubtfulOrder) doubtful.push(doubtfulOrder);
      else if (stopReasonOf(error) !== null || error === signal.reason) remaining.push(orderNumber);
      else failed.push({ orderNumber, error });
    }
  };

  const sending = orders.map((order) => ({ order, sent: sender.sendOrder(order) }));
  for (const { order, sent } of sending) {
    await deliver(order, await sent);
    sender.close(order);
    if (!signal.aborted) reportProgress();
  }
  return { delivered, doubtful, failed, remaining, stopReason: remaining.length > 0 ? stopReason : null };
};
