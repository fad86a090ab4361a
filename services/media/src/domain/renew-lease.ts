type Lease = {
  leaseMs: number;
  everyMs: number;
  /** When it was asked for, by the clock of this process. */
  takenAt: number;
  /** True when it now lasts until `leaseMs` after the call; false when it is lost. May fail. */
  extend: () => Promise<boolean>;
  /** Called once, when it is lost, or would be before the next look. */
  onLost: () => void;
};

/**
 * Renews a lease until the answer is called. Nothing but a confirmed renewal prolongs it: where the database gives no answer, be it an error
 * or silence, it counts as lost before it ends there.
 */
export const renewLease = ({ leaseMs, everyMs, takenAt, extend, onLost }: Lease): (() => void) => {
  let heldUntil = takenAt + leaseMs;
  let isOver = false;

  const end = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  const lose = (): void => {
    if (isOver) return;
    end();
    onLost();
  };
  const renew = async (): Promise<void> => {
    const askedAt = Date.now();
    if (askedAt >= heldUntil - everyMs) return lose();
    const isExtended = await extend().catch(() => undefined);
    if (isExtended) heldUntil = Math.max(heldUntil, askedAt + leaseMs);
    else if (isExtended === false) lose();
  };
  const timer = setInterval(() => void renew(), everyMs);
  return end;
};
