import type { Server, Sessions } from '@stagereel/service-kit';
import type { MeterOf } from '../domain/downloads/meter.ts';
import type { PublicFiles } from '../domain/library/public-files.ts';
import type { MediaDeps } from '../domain/ports.ts';
import type { ChunkTurns } from '../domain/uploads/chunk-turns.ts';
import type { RunningChecks } from '../domain/uploads/complete-upload.ts';

/** For what counts the bytes that leave. */
export type CountingRouteDeps = Pick<RouteDeps, 'server' | 'deps'> & { meterOf: MeterOf };

export type RouteDeps = {
  server: Server;
  deps: MediaDeps & { turns: ChunkTurns; checks: RunningChecks };
  files: PublicFiles;
  sessions: Sessions;
  /** Where chunks lie that come before it is known whose they are. */
  spoolDir: string;
};
