import { useEffect, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { afterFailure, clearLock, NO_FAILURES } from './login-failures.ts';

/** The attempts so far, and the lock after too many of them, which opens by itself when its time is over. */
export const useLoginFailures = ({ onUnlocked }: { onUnlocked: () => void }) => {
  const [failures, setFailures] = useState(NO_FAILURES);
  const [wasUnlocked, setWasUnlocked] = useState(false);
  const { lock } = failures;
  const now = useNow(lock !== null);
  const isLocked = lock !== null && now < lock.opensAt;
  const isOver = lock !== null && !isLocked;

  useEffect(() => {
    if (!isOver) return;
    setFailures(clearLock);
    setWasUnlocked(true);
  }, [isOver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the moment the lock goes counts
  useEffect(() => {
    if (!isLocked) return;
    return onUnlocked;
  }, [isLocked]);

  return {
    failures,
    /** The lock while it holds. */
    lock: isLocked ? lock : null,
    wasUnlocked,
    isUntried: failures === NO_FAILURES && !wasUnlocked,
    fail: (error: unknown) => {
      setWasUnlocked(false);
      setFailures((before) => afterFailure(before, error, Date.now()));
    },
    forget: () => {
      setWasUnlocked(false);
      setFailures(NO_FAILURES);
    },
  };
};
