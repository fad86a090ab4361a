import type { VideoReading } from '../library/media.ts';
import type { DrawWatermark, Picture } from '../library/pictures.ts';

/** The displayed size in pixels; `durationSeconds` is null when the file does not contain it. */
export type VideoMetadata = { width: number; height: number; durationSeconds: number | null };

export type VideoProbe =
  | { reading: 'read'; metadata: VideoMetadata }
  | { reading: Exclude<VideoReading, 'read' | 'pending'>; metadata: null };

type Interruptible = { signal?: AbortSignal };

/** Every method throws when it was interrupted, by its signal or otherwise, and can then be retried. */
export type Videos = {
  /** Reads the header of a file. */
  probe: (input: Interruptible & { path: string; timeoutMs: number }) => Promise<VideoProbe>;
  /**
   * Calls `use` with a copy that has the same pictures and sound, but no metadata and no other tracks. Without a copy when the video cannot be read
   * at all. @throws when a readable video cannot be copied
   */
  withCleanCopy: <Result>(
    input: { path: string; extension: string },
    use: (copy: string | undefined) => Promise<Result>,
  ) => Promise<Result>;
  /** A still frame as a lossless picture; undefined when it cannot be made. */
  still: (input: Interruptible & { path: string; atSeconds: number }) => Promise<Buffer | undefined>;
  /** A still frame with a watermark; undefined when it cannot be made. */
  poster: (input: Interruptible & { path: string; metadata: VideoMetadata; watermark: DrawWatermark }) => Promise<Picture | undefined>;
  /** A short, small, silent clip with a watermark; undefined when it cannot be made. */
  preview: (input: Interruptible & { path: string; metadata: VideoMetadata; watermark: DrawWatermark }) => Promise<Picture | undefined>;
};
