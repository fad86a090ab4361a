import { useEffect, useRef } from 'react';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { orderHeadingId } from './order-group-card.tsx';

/**
 * When the order somebody worked on leaves the list, the focus would fall back to the top of the page; it goes to the order
 * that took its place, so that the next one can be done by keyboard at once.
 */
export const useFocusAfterLeaving = ({ groups, fallbackId }: { groups: readonly OrderGroup[]; fallbackId: string }) => {
  const worked = useRef<{ orderNumber: string; index: number } | null>(null);

  useEffect(() => {
    const left = worked.current;
    if (!left || groups.some(({ orderNumber }) => orderNumber === left.orderNumber)) return;
    worked.current = null;
    const next = groups[Math.min(left.index, groups.length - 1)];
    if (isFocusFree()) document.getElementById(next ? orderHeadingId(next.orderNumber) : fallbackId)?.focus();
  }, [groups, fallbackId]);

  return (orderNumber: string) => {
    worked.current = { orderNumber, index: groups.findIndex((group) => group.orderNumber === orderNumber) };
  };
};
