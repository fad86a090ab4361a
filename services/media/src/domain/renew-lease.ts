type Lease = {
  leaseMs: number;
  everyMs: number;
  /** When the lease was requested, by the clock of this process. It counts as held from then on. */
  takenAt: number;
  /** True when the lease now lasts until `leaseMs` after the call; false when it is lost. May reject. */
  extend: () => Promise<boolean>;
  /** Called once, when the lease is lost or would expire before the next renewal. */
  onLost: () => void;
};

/**
 * Renews a lease until the returned function is called. Only a confirmed renewal extends it: when the database rejects or does not respond,
 * the lease counts as lost before it expires in the database.
 */
export const renewLease = ({ leaseMs, everyMs, takenAt, extend, onLost }: Lease): (() => void) => {
  let heldUntil = takenAt + leaseMs;
  let isOver = false;

  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  const lose = (): void => {
    if (isOver) return;
    stop();
    onLost();
  };
  const renew = async (): Promise<void> => {
    const requestedAt = Date.now();
    if (requestedAt >= heldUntil - everyMs) return lose();
    const isExtended = await extend().catch(() => undefined);
    if (isExtended) heldUntil = Math.max(heldUntil, requestedAt + leaseMs);
    else if (isExtended === false) lose();
  };
  const timer = setInterval(() => void renew(), everyMs);
  return stop;
};
