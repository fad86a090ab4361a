import type { ByteReservations, RetryingReservations, Server, Sessions } from '@stagereel/service-kit';
import type { TransferMetrics } from '../adapters/media-metrics.ts';
import type { Spool } from '../adapters/spool.ts';
import type { MediaDeps } from '../domain/deps.ts';
import type { PublicFiles } from '../domain/library/public-files.ts';

export type RouteDeps = {
  server: Server;
  deps: MediaDeps;
  publicFiles: PublicFiles;
  sessions: Sessions;
  /** Adds retries to reservations, for bytes that this process sends itself. */
  withRetries: (reservations: ByteReservations) => RetryingReservations;
  chunkTimeouts: ChunkTimeouts;
  /** For chunks whose form fields arrive after them. */
  spool: Spool;
  metrics: TransferMetrics;
};

/** In milliseconds. `idleMs`: the longest time without data. `totalMs`: the longest time for a whole chunk. */
export type ChunkTimeouts = { idleMs: number; totalMs: number };
