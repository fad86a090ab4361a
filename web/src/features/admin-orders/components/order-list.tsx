import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { OrderGroup } from '../lib/order-groups.ts';
import { OrderGroupCard } from './order-group-card.tsx';
import type { OrderDesk } from './use-order-desk.ts';

const CARD_GAP = 16;
const ROW_HEIGHT = 74;
const CARD_CHROME = 170;

type Props = { groups: readonly OrderGroup[]; desk: OrderDesk; onWork: (orderNumber: string) => void };

/** Thousands of orders, of which only those in sight are drawn. */
export const OrderList = ({ groups, desk, onWork }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);

  // What stands above may come and go; setting the same number again changes nothing.
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));

  const virtualizer = useWindowVirtualizer({
    count: groups.length,
    estimateSize: (index) => CARD_CHROME + (groups[index]?.lines.length ?? 1) * ROW_HEIGHT,
    getItemKey: (index) => groups[index]?.orderNumber ?? index,
    overscan: 4,
    gap: CARD_GAP,
    scrollMargin: top,
  });

  return (
    <div ref={list} style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const group = groups[index];
        if (!group) return null;
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
          >
            <OrderGroupCard group={group} desk={desk} onWork={() => onWork(group.orderNumber)} />
          </div>
        );
      })}
    </div>
  );
};
