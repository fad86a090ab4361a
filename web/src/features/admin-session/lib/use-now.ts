import { useEffect, useState } from 'react';

/** The time in milliseconds, anew every second while it matters. */
export const useNow = (isRunning = true): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
};
