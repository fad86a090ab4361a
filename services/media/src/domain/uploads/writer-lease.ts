import { randomUUID } from 'node:crypto';
import type { MediaDeps } from '../ports.ts';

/** Short, because a process that dies leaves its leases behind and the check at the end waits for them. */
const LEASE_MS = 10_000;
const EXTEND_EVERY_MS = 3000;

type Deps = Pick<MediaDeps, 'chunks' | 'now'>;
type Chunk = { uploadId: string; index: number };
type Lease = Chunk & { token: string };

/**
 * Lets `write` work under a lease that others can see. When the lease cannot be held, the controller is aborted: a writer that nobody knows
 * of could change a file after it was checked.
 */
export const withWriterLease = async <Result>(
  { chunks, now }: Deps,
  { chunk, controller, write }: { chunk: Chunk; controller: AbortController; write: (lease: Lease) => Promise<Result> },
): Promise<Result> => {
  const lease: Lease = { ...chunk, token: randomUUID() };
  const until = (): Date => new Date(now().getTime() + LEASE_MS);
  await chunks.beginWrite({ ...lease, until: until() });
  let heldUntil = Date.now() + LEASE_MS;

  const extend = async (): Promise<void> => {
    const askedAt = Date.now();
    const isHeld = await chunks.extendWrite({ ...lease, until: until() }).catch(() => Date.now() < heldUntil - EXTEND_EVERY_MS);
    if (!isHeld) controller.abort(new Error('the lease of the chunk was lost'));
    else heldUntil = askedAt + LEASE_MS;
  };
  const timer = setInterval(() => void extend(), EXTEND_EVERY_MS);
  try {
    return await write(lease);
  } catch (error) {
    await chunks.endWrite(lease).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
};
