import { useEffect, useRef } from 'react';

type Listener = () => void;
const listeners = new Set<Listener>();

/** Tells the screen that is open that its session ended; the query client calls it on every such answer. */
export const announceSessionExpiry = (): void => {
  for (const listener of listeners) listener();
};

/** What a layout does when a request finds the session ended. */
export const useSessionExpiry = (onExpiry: Listener): void => {
  const latest = useRef(onExpiry);
  useEffect(() => {
    latest.current = onExpiry;
  });
  useEffect(() => {
    const listener = () => latest.current();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
};
