import { useEffect, useRef, useState } from 'react';
import type { OrderGroup } from '../lib/order-groups.ts';

/** How many orders came in since the list was opened, or since `forget`. Undefined groups are a list that is still loading. */
export const useNewOrders = (groups: readonly OrderGroup[] | undefined) => {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [count, setCount] = useState(0);

  useEffect(() => {
    if (!groups) return;
    const before = known.current;
    known.current = new Set(groups.map(({ orderNumber }) => orderNumber));
    if (before === null) return;
    const fresh = groups.filter(({ orderNumber }) => !before.has(orderNumber)).length;
    if (fresh > 0) setCount((seen) => seen + fresh);
  }, [groups]);

  return { count, forget: () => setCount(0) };
};
