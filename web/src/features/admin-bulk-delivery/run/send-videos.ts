import type { AdminLine, UploadedMedia } from '@stagereel/contracts';
import { storedVideoUrl } from '../../../components/admin-order/download-url.ts';
import { videoKey } from '../../../components/admin-order/order-groups.ts';
import type { UploadedVideo } from '../../../components/admin-order/order-workspace.ts';
import type { PlannedLine, PlannedOrder } from './plan-delivery.ts';

export type SendDeps = {
  /** Bytes of a line's file; 0 if it has none. */
  sizeOf: (planned: PlannedLine) => number;
  /** SHA-256 of a line's file. */
  hash: (planned: PlannedLine, signal: AbortSignal) => Promise<string>;
  /** `onSent` receives the number of bytes sent so far. */
  upload: (planned: PlannedLine, options: { signal: AbortSignal; onSent: (bytes: number) => void }) => Promise<UploadedMedia>;
  /** Whether a line still has this URL, '' for none, and no other video is being uploaded to it. */
  hasUrl: (line: AdminLine, url: string) => boolean;
  /** Called even if the order is not delivered in the end, so that the video need not be uploaded again. */
  onUploaded: (lineId: string, video: UploadedVideo) => void;
};

/** Different athletes or styles never have the same video, so one of the two files has a wrong name. */
export class SameVideo extends Error {
  constructor(readonly otherLine: string) {
    super(`Same content as the video of line ${otherLine}`);
    this.name = 'SameVideo';
  }
}

/** The admin changed a line's video during the bulk delivery. */
export class VideoChanged extends Error {
  constructor(lineId: string) {
    super(`Video of line ${lineId} was changed during the bulk delivery`);
    this.name = 'VideoChanged';
  }
}

/** By line id: why its video must not be sent. */
export type Blocked = ReadonlyMap<string, unknown>;

/**
 * Blocks the lines whose file has the same content as that of a line that wants another video, and those whose file cannot be read. Only
 * files of the same size are read. An abort ends it early.
 */
export const findSameVideos = async (
  deps: SendDeps,
  { orders, signal }: { orders: readonly PlannedOrder[]; signal: AbortSignal },
): Promise<Blocked> => {
  const withFile = orders.flatMap(({ lines }) => lines).filter(({ file }) => file !== null);
  const bySize = new Map<number, PlannedLine[]>();
  for (const planned of withFile) bySize.set(deps.sizeOf(planned), [...(bySize.get(deps.sizeOf(planned)) ?? []), planned]);
  const blocked = new Map<string, unknown>();
  for (const sameSize of bySize.values()) {
    if (sameSize.length < 2) continue;
    const firstByContent = new Map<string, AdminLine>();
    for (const planned of sameSize) {
      if (signal.aborted) return blocked;
      const { line } = planned;
      try {
        const content = await deps.hash(planned, signal);
        const other = firstByContent.get(content) ?? line;
        firstByContent.set(content, other);
        if (videoKey(other) !== videoKey(line)) blocked.set(line.id, new SameVideo(other.id)).set(other.id, new SameVideo(line.id));
      } catch (error) {
        blocked.set(line.id, error);
      }
    }
  }
  return blocked;
};

/** @throws {VideoChanged} if the line has another video now */
export const requireUnchanged = (deps: SendDeps, { line, url }: { line: AdminLine; url: string }): void => {
  if (!deps.hasUrl(line, url)) throw new VideoChanged(line.id);
};

/** Runs at most `concurrency` tasks at the same time. The others start in the order of their calls. */
export const createLimiter = (concurrency: number) => {
  const waiting: (() => void)[] = [];
  let free = concurrency;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};

/** More than one, because the server checks an uploaded video while the next one is being sent. */
const CONCURRENT_UPLOADS = 3;

type Options = {
  blocked: Blocked;
  signal: AbortSignal;
  /** More bytes were sent. */
  onProgress: () => void;
  /** A video could not be sent. Not called for aborted ones. */
  onFailed: (error: unknown) => void;
};

export type Uploading = { line: AdminLine; sentBytes: number; totalBytes: number };

/** With an `error` some videos of the order are missing, and it cannot be delivered; after an abort it is the signal's reason. */
export type SentOrder = { downloadUrls: Readonly<Record<string, string>>; error: unknown };

/**
 * Sends the videos of orders, some at the same time, in the order of the calls. It does not send what an earlier bulk delivery has uploaded,
 * and does not replace what the admin gives a line meanwhile.
 */
export const createVideoSender = (deps: SendDeps, { blocked, signal, onProgress, onFailed }: Options) => {
  const limit = createLimiter(CONCURRENT_UPLOADS);
  const sentBytes = new Map<PlannedLine, number>();
  const uploading = new Set<PlannedLine>();

  const sendVideo = async (planned: PlannedLine): Promise<string> => {
    signal.throwIfAborted();
    requireUnchanged(deps, planned);
    if (planned.file === null) return planned.url;
    if (planned.sha256 !== null && (await deps.hash(planned, signal)) === planned.sha256) return planned.url;
    const onSent = (bytes: number) => {
      sentBytes.set(planned, bytes);
      onProgress();
    };
    uploading.add(planned);
    const { id, originalName, sha256 } = await deps.upload(planned, { signal, onSent }).finally(() => uploading.delete(planned));
    requireUnchanged(deps, planned);
    const url = storedVideoUrl(id);
    deps.onUploaded(planned.line.id, { url, fileName: originalName, sha256 });
    return url;
  };

  return {
    /** Never rejects. Resolves when no upload of the order is pending any more. */
    sendOrder: async ({ lines }: PlannedOrder): Promise<SentOrder> => {
      let error = lines.map(({ line }) => blocked.get(line.id)).find((problem) => problem !== undefined);
      const sendLine = async (planned: PlannedLine): Promise<readonly [string, string][]> => {
        // An order is delivered as a whole or not at all: after one failed video, its other videos are not started.
        if (error !== undefined) return [];
        try {
          return [[planned.line.id, await sendVideo(planned)]];
        } catch (reason) {
          error ??= signal.aborted ? signal.reason : reason;
          if (!signal.aborted) onFailed(reason);
          return [];
        }
      };
      const urls = await Promise.all(lines.map((planned) => limit(() => sendLine(planned))));
      return { downloadUrls: Object.fromEntries(urls.flat()), error };
    },
    /** The order is done: for the progress, all of its bytes count as sent. */
    close: ({ lines }: PlannedOrder): void => {
      for (const planned of lines) sentBytes.set(planned, deps.sizeOf(planned));
    },
    sentBytes: (): number => [...sentBytes.values()].reduce((sum, bytes) => sum + bytes, 0),
    /** The videos that are being sent now. */
    uploading: (): Uploading[] =>
      [...uploading].map((planned) => ({ line: planned.line, sentBytes: sentBytes.get(planned) ?? 0, totalBytes: deps.sizeOf(planned) })),
  };
};
