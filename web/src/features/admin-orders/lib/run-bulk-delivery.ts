import { ApiError, isSessionExpired } from '../../../lib/api-error.ts';
import { percentOf } from '../../../lib/uploads/upload-state.ts';
import type { PlannedOrder } from './bulk-plan.ts';
import { type DoubtfulDelivery, doubtfulDelivery } from './delivery-doubts.ts';
import { findSameVideos } from './same-videos.ts';
import { type Arrival, createFilmSending, requireOnDesk, type SendDeps } from './send-films.ts';

/** Of `total` orders `done` are over, and `delivered` of those were delivered; `percent` of the bytes have left or need not leave any more. */
export type BulkStep = { delivered: number; done: number; total: number; percent: number };

/** Why a run ended before its last order: somebody halted it, or whatever came next would have failed for the same reason. */
export type BulkStop = 'halted' | 'session-ended' | 'storage-full';

export type BulkResult = {
  delivered: readonly string[];
  /** The server wants these confirmed; their videos have arrived, and nothing was delivered. */
  doubtful: readonly DoubtfulDelivery[];
  failed: readonly { orderNumber: string; error: unknown }[];
  /** Neither delivered nor refused: `stop` came before their turn. */
  left: readonly string[];
  /** null where no order is left. */
  stop: BulkStop | null;
};

type Deps = SendDeps & {
  deliver: (delivery: { orderNumber: string; downloadUrls: Readonly<Record<string, string>> }) => Promise<unknown>;
  onStep: (step: BulkStep) => void;
};

const stopOf = (error: unknown): BulkStop | null => {
  if (isSessionExpired(error)) return 'session-ended';
  return error instanceof ApiError && error.status === 507 ? 'storage-full' : null;
};

/**
 * Sends the videos of all orders, a few side by side, and delivers one order after another, each once all of its videos have arrived; what an
 * earlier run sent is not sent again. An order that fails or is doubtful is left as it was, and the others go on, unless the same would befall
 * them. A halt ends it after the delivery that is under way. Of two lines with the same video neither is delivered, nor is an order of which the
 * admin changes a video meanwhile.
 */
export const runBulkDelivery = async (
  deps: Deps,
  { orders, signal: halted }: { orders: readonly PlannedOrder[]; signal: AbortSignal },
): Promise<BulkResult> => {
  const stopping = new AbortController();
  const signal = AbortSignal.any([halted, stopping.signal]);
  const delivered: string[] = [];
  const doubtful: DoubtfulDelivery[] = [];
  const failed: { orderNumber: string; error: unknown }[] = [];
  const left: string[] = [];
  let stop: BulkStop = 'halted';

  const stopIfPointless = (error: unknown): void => {
    const reason = stopOf(error);
    if (reason === null || signal.aborted) return;
    stop = reason;
    stopping.abort();
  };

  const problems = await findSameVideos(deps, { orders, signal });
  const totalBytes = orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + deps.sizeOf(line), 0);
  const step = () => {
    const percent = percentOf({ sentBytes: Math.min(films.sentBytes(), totalBytes), totalBytes });
    const done = delivered.length + doubtful.length + failed.length;
    deps.onStep({ delivered: delivered.length, done, total: orders.length, percent });
  };
  const films = createFilmSending(deps, { problems, signal, onSent: step, onFailed: stopIfPointless });

  const deliver = async ({ orderNumber, lines }: PlannedOrder, { downloadUrls, error: missing }: Arrival): Promise<void> => {
    try {
      if (missing !== undefined) throw missing;
      signal.throwIfAborted();
      for (const { line } of lines) requireOnDesk(deps, { line, url: downloadUrls[line.id] ?? '' });
      await deps.deliver({ orderNumber, downloadUrls });
      delivered.push(orderNumber);
    } catch (error) {
      stopIfPointless(error);
      const doubted = doubtfulDelivery({ error, delivery: { orderNumber, downloadUrls } });
      if (doubted) doubtful.push(doubted);
      else if (stopOf(error) !== null || error === signal.reason) left.push(orderNumber);
      else failed.push({ orderNumber, error });
    }
  };

  const arrivals = orders.map((order) => ({ order, arrival: films.arrive(order) }));
  for (const { order, arrival } of arrivals) {
    await deliver(order, await arrival);
    films.close(order);
    if (!signal.aborted) step();
  }
  return { delivered, doubtful, failed, left, stop: left.length > 0 ? stop : null };
};
