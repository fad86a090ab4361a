import { useEffect, useState } from 'react';

/** What a browser tells about its connection (Network Information API); Safari and Firefox tell nothing. */
type Connection = { saveData?: boolean; effectiveType?: string };

const AVOIDS_VIDEO = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'] as const;

const isConnectionFit = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData !== true && (connection?.effectiveType ?? '4g') === '4g';
};

/** Calls back once the page has loaded and the browser has nothing else to do. Returns how to cancel. */
const afterLoad = (run: () => void): (() => void) => {
  let cancelIdle = () => {};
  const waitForIdle = () => {
    if (typeof window.requestIdleCallback === 'function') {
      const handle = window.requestIdleCallback(run);
      cancelIdle = () => window.cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(run, 200);
      cancelIdle = () => clearTimeout(timer);
    }
  };
  if (document.readyState === 'complete') waitForIdle();
  else window.addEventListener('load', waitForIdle, { once: true });
  return () => {
    window.removeEventListener('load', waitForIdle);
    cancelIdle();
  };
};

/**
 * Whether a decorative video may load: after the page, on a fast connection, and only for visitors who prefer neither reduced motion nor
 * reduced data. False on the server.
 */
export const useIsVideoWelcome = (): boolean => {
  const [isWelcome, setIsWelcome] = useState(false);

  useEffect(() => {
    const queries = AVOIDS_VIDEO.map((query) => window.matchMedia(query));
    const isAvoided = () => queries.some(({ matches }) => matches);
    if (isAvoided() || !isConnectionFit()) return;

    const onChange = () => setIsWelcome(!isAvoided());
    const cancel = afterLoad(onChange);
    for (const query of queries) query.addEventListener('change', onChange);
    return () => {
      cancel();
      for (const query of queries) query.removeEventListener('change', onChange);
    };
  }, []);

  return isWelcome;
};
