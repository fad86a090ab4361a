import type { Meter, PatientMeter, Server, Sessions } from '@stagereel/service-kit';
import type { Spool } from '../adapters/spool.ts';
import type { MeterOf } from '../domain/downloads/meter.ts';
import type { PublicFiles } from '../domain/library/public-files.ts';
import type { MediaDeps } from '../domain/ports.ts';
import type { ChunkTurns } from '../domain/uploads/chunk-turns.ts';
import type { RunningChecks } from '../domain/uploads/complete-upload.ts';
import type { BodyTime } from './body-time.ts';

/** For what counts on behalf of a sender, who asks again if need be. */
export type CountingRouteDeps = Pick<RouteDeps, 'server' | 'deps'> & { meterOf: MeterOf };
/** For what sends bytes that are counted. */
export type SendingRouteDeps = Pick<RouteDeps, 'server' | 'deps'> & { meterOf: (claimId: string) => PatientMeter };

export type RouteDeps = {
  server: Server;
  deps: MediaDeps & { turns: ChunkTurns; checks: RunningChecks };
  files: PublicFiles;
  sessions: Sessions;
  /** For bytes that this process sends and counts itself. */
  patient: (meter: Meter) => PatientMeter;
  /** How slowly a chunk may come in. */
  chunkTime: BodyTime;
  /** For chunks that come before it is known whose they are. */
  spool: Spool;
};
