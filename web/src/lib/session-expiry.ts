import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';

/** How often a response showed that the session expired. */
const expiryCount = createStore(() => 0);

/** Reports to the current layout that the session expired; the query client calls it for every such response. */
export const announceSessionExpiry = (): void => expiryCount.setState((count) => count + 1, true);

/** Runs the callback when a response shows that the session expired. */
export const useSessionExpiry = (onExpiry: () => void): void => {
  const latest = useRef(onExpiry);
  useEffect(() => {
    latest.current = onExpiry;
  });
  useEffect(() => expiryCount.subscribe(() => latest.current()), []);
};
