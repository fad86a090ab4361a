import type { AdminLine, UploadedMedia } from '@stagereel/contracts';
import { percentOf } from '../../../lib/uploads/upload-state.ts';
import type { ArrivedVideo } from './arrived-videos.ts';
import type { PlannedLine, PlannedOrder } from './bulk-plan.ts';
import { type DoubtfulDelivery, doubtfulDelivery } from './delivery-doubts.ts';
import { storedVideo } from './finished-video.ts';
import { wantedVideo } from './match-videos.ts';

/** Of `total` orders `done` are over, and `delivered` of those were delivered; `percent` of the bytes have left or need not leave any more. */
export type BulkStep = { delivered: number; done: number; total: number; percent: number };
/** `doubtful`: the server wants these confirmed; their videos have arrived, and nothing was delivered. */
export type BulkResult = {
  delivered: readonly string[];
  doubtful: readonly DoubtfulDelivery[];
  failed: readonly { orderNumber: string; error: unknown }[];
};

/** Two athletes do not have the same video, nor has one the same in both styles: one of the two files has a wrong name. */
export class SameVideo extends Error {
  constructor(readonly otherLine: string) {
    super(`the same video as of line ${otherLine}`);
    this.name = 'SameVideo';
  }
}

type Deps = {
  /** Sends a line's file; `onSent` hears the bytes that have left. */
  send: (planned: PlannedLine, options: { signal: AbortSignal; onSent: (bytes: number) => void }) => Promise<UploadedMedia>;
  sizeOf: (planned: PlannedLine) => number;
  /** Names the content of a line's file. */
  hash: (planned: PlannedLine, signal: AbortSignal) => Promise<string>;
  deliver: (delivery: { orderNumber: string; downloadUrls: Record<string, string> }) => Promise<unknown>;
  /** A video has arrived: also where its order is not delivered, it need not be sent again. */
  onArrived: (lineId: string, video: ArrivedVideo) => void;
  onStep: (step: BulkStep) => void;
};

type Work = { orders: readonly PlannedOrder[]; signal: AbortSignal };

/**
 * By line id: why its video is not sent. Either its file has the same content as that of a line which wants another video, or it cannot be read.
 * Only files of one size are read for it; a halt ends it.
 */
const compareVideos = async (deps: Pick<Deps, 'sizeOf' | 'hash'>, { orders, signal }: Work): Promise<ReadonlyMap<string, unknown>> => {
  const withFile = orders.flatMap(({ lines }) => lines).filter(({ file }) => file !== null);
  const bySize = new Map<number, PlannedLine[]>();
  for (const planned of withFile) bySize.set(deps.sizeOf(planned), [...(bySize.get(deps.sizeOf(planned)) ?? []), planned]);
  const problems = new Map<string, unknown>();
  for (const alike of bySize.values()) {
    if (alike.length < 2) continue;
    const first = new Map<string, AdminLine>();
    for (const { line, ...planned } of alike) {
      if (signal.aborted) return problems;
      try {
        const content = await deps.hash({ line, ...planned }, signal);
        const other = first.get(content) ?? line;
        first.set(content, other);
        if (wantedVideo(other) !== wantedVideo(line)) problems.set(line.id, new SameVideo(other.id)).set(other.id, new SameVideo(line.id));
      } catch (error) {
        problems.set(line.id, error);
      }
    }
  }
  return problems;
};

/**
 * Sends the videos of one order after another and delivers each order once all of its videos have arrived; what an earlier run sent is not sent
 * again. An order that fails or is doubtful is left as it was, and the others go on; a halt ends it before the next step. Of two lines with the same video neither is delivered.
 */
export const runBulkDelivery = async (deps: Deps, { orders, signal }: Work) => {
  const delivered: string[] = [];
  const doubtful: DoubtfulDelivery[] = [];
  const failed: { orderNumber: string; error: unknown }[] = [];
  const bytesOf = (lines: readonly PlannedLine[]): number => lines.reduce((sum, line) => sum + deps.sizeOf(line), 0);
  const totalBytes = bytesOf(orders.flatMap(({ lines }) => lines));
  const problems = await compareVideos(deps, { orders, signal });
  let overBytes = 0;

  const urlOf = async (planned: PlannedLine, tell: (bytes: number) => void): Promise<string> => {
    if (planned.file === null) return planned.url;
    if (planned.sha256 !== null && (await deps.hash(planned, signal)) === planned.sha256) return planned.url;
    const { id, sha256 } = await deps.send(planned, { signal, onSent: tell });
    const url = storedVideo(id);
    deps.onArrived(planned.line.id, { url, sha256 });
    return url;
  };

  const step = (done: number, sentBytes: number) => {
    const percent = percentOf({ sentBytes: Math.min(overBytes + sentBytes, totalBytes), totalBytes });
    deps.onStep({ delivered: delivered.length, done, total: orders.length, percent });
  };

  for (const [done, { orderNumber, lines }] of orders.entries()) {
    if (signal.aborted) break;
    let sentBytes = 0;
    const downloadUrls: Record<string, string> = {};
    try {
      const problem = lines.map(({ line }) => problems.get(line.id)).find((error) => error !== undefined);
      if (problem !== undefined) throw problem;
      for (const planned of lines) {
        const tell = (bytes: number) => step(done, sentBytes + bytes);
        tell(0);
        downloadUrls[planned.line.id] = await urlOf(planned, tell);
        sentBytes += deps.sizeOf(planned);
      }
      await deps.deliver({ orderNumber, downloadUrls });
      delivered.push(orderNumber);
    } catch (error) {
      const doubted = doubtfulDelivery({ error, delivery: { orderNumber, downloadUrls } });
      if (doubted) doubtful.push(doubted);
      else if (!signal.aborted) failed.push({ orderNumber, error });
    }
    // Also of an order that failed: nothing more of it is to come.
    overBytes += bytesOf(lines);
    step(done + 1, 0);
  }
  return { delivered, doubtful, failed } satisfies BulkResult;
};
