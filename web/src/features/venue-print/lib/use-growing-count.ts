import { useEffect, useState } from 'react';

const STEP = 5;

/** Grows from a few to `total`, a few more after each rendering, so that hundreds of sheets never block the page. Starts again for another `key`. */
export const useGrowingCount = ({ total, key }: { total: number; key: string }): number => {
  const [state, setState] = useState({ key, count: STEP });
  const count = Math.min(total, state.key === key ? state.count : STEP);

  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setState({ key, count: count + STEP }), 0);
    return () => clearTimeout(timer);
  }, [count, total, key]);

  return count;
};
