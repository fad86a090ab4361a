import { useSessionStorage } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { OrderGroup } from '../lib/order-groups.ts';
import { OrderGroupCard } from './order-group-card.tsx';

const CARD_GAP = 16;
const ROW_HEIGHT = 74;
const CARD_CHROME = 170;

/** Thousands of orders, of which only those in sight are drawn. URLs typed and not yet delivered outlive a reload of the page. */
export const OrderList = ({ groups }: { groups: readonly OrderGroup[] }) => {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [urls, setUrls] = useSessionStorage<Record<string, string>>({ key: 'admin_delivery_urls', defaultValue: {} });

  useEffect(() => setTop(list.current?.offsetTop ?? 0), []);

  const virtualizer = useWindowVirtualizer({
    count: groups.length,
    estimateSize: (index) => CARD_CHROME + (groups[index]?.lines.length ?? 1) * ROW_HEIGHT,
    getItemKey: (index) => groups[index]?.orderNumber ?? index,
    overscan: 4,
    gap: CARD_GAP,
    scrollMargin: top,
  });

  const forget = (lineIds: readonly string[]) =>
    setUrls((known) => Object.fromEntries(Object.entries(known).filter(([lineId]) => !lineIds.includes(lineId))));

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
            <OrderGroupCard
              group={group}
              urls={urls}
              onUrlChange={(lineId, url) => setUrls((known) => ({ ...known, [lineId]: url }))}
              onDelivered={forget}
            />
          </div>
        );
      })}
    </div>
  );
};
