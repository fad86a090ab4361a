import { randomUUID } from 'node:crypto';
import type { MediaDeps } from '../ports.ts';
import { renewLease } from '../renew-lease.ts';

/** Short, because a process that dies leaves its leases behind and the check at the end waits for them. */
const LEASE_MS = 10_000;
const EXTEND_EVERY_MS = 3000;

type Deps = Pick<MediaDeps, 'chunks' | 'now'>;
type Chunk = { uploadId: string; index: number };
type Lease = Chunk & { token: string };
type Writing<Result> = {
  chunk: Chunk;
  controller: AbortController;
  /** `wasStored`: the chunk is there already, and stays until somebody says otherwise. */
  write: (lease: Lease, known: { wasStored: boolean }) => Promise<Result>;
};

/**
 * Lets `write` work under a lease that others can see. When the lease cannot be held, the controller is aborted: a writer that nobody knows
 * of could change a file after it was checked.
 */
export const withWriterLease = async <Result>({ chunks, now }: Deps, { chunk, controller, write }: Writing<Result>): Promise<Result> => {
  const lease: Lease = { ...chunk, token: randomUUID() };
  const times = () => ({ now: now(), until: new Date(now().getTime() + LEASE_MS) });
  const takenAt = Date.now();
  const known = await chunks.beginWrite({ ...lease, until: times().until });
  const endRenewal = renewLease({
    leaseMs: LEASE_MS,
    everyMs: EXTEND_EVERY_MS,
    takenAt,
    extend: () => chunks.extendWrite({ ...lease, ...times() }),
    onLost: () => controller.abort(new Error('the lease of the chunk was lost')),
  });
  try {
    return await write(lease, known);
  } catch (error) {
    await chunks.endWrite(lease).catch(() => undefined);
    throw error;
  } finally {
    endRenewal();
  }
};
