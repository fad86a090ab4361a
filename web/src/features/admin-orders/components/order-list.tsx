import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import styles from './order-group-card.module.css';
import { type CardHandlers, OrderGroupCard, orderToggleId } from './order-group-card.tsx';
import { OrderRowCaptions } from './order-row.tsx';

/**
 * When an order disappears from the list after an admin's action, the focus moves to the order in its place, so that the admin can continue by
 * keyboard. Call the returned function with the order number before each action.
 */
export const useFocusNextOrder = ({ groups, fallbackId }: { groups: readonly OrderGroup[]; fallbackId: string }) => {
  const actedOn = useRef<{ orderNumber: string; index: number } | null>(null);

  useEffect(() => {
    const last = actedOn.current;
    if (!last || groups.some(({ orderNumber }) => orderNumber === last.orderNumber)) return;
    actedOn.current = null;
    const next = groups[Math.min(last.index, groups.length - 1)];
    if (isFocusFree()) document.getElementById(next ? orderToggleId(next.orderNumber) : fallbackId)?.focus();
  }, [groups, fallbackId]);

  return (orderNumber: string) => {
    actedOn.current = { orderNumber, index: groups.findIndex((group) => group.orderNumber === orderNumber) };
  };
};

/** The same functions for as long as the list is mounted, so that only changed rows are rendered. They call the latest given ones. */
const useHandlers = (given: CardHandlers): CardHandlers => {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const [handlers] = useState<CardHandlers>(() => ({
    onAction: (orderNumber) => latest.current.onAction(orderNumber),
    onDetails: (orderNumber) => latest.current.onDetails(orderNumber),
    setOpen: (orderNumber, isOpen) => latest.current.setOpen(orderNumber, isOpen),
  }));
  return handlers;
};

/** Pixels, until a row is measured: a row, and what opening it adds. */
const ROW = 37;
const OPEN = { chrome: 90, line: 38 } as const;

type Props = CardHandlers & {
  groups: readonly OrderGroup[];
  /** The order numbers of the open cards. */
  open: ReadonlySet<string>;
  /** Identifies the filters and the sorting. */
  arrangement: string;
  /** A day in Asia/Tokyo. */
  today: string;
  workspace: OrderWorkspace;
  id: string;
};

/** The orders as rows that can be opened. */
export const OrderList = ({ groups, open, arrangement, today, workspace, id, ...given }: Props) => {
  const handlers = useHandlers(given);
  return (
    <div id={id} className={styles.list}>
      <OrderRowCaptions />
      <WindowList
        items={groups}
        keyOf={({ orderNumber }) => orderNumber}
        heightOf={({ orderNumber, lines }) => (open.has(orderNumber) ? ROW + OPEN.chrome + lines.length * OPEN.line : ROW)}
        arrangement={arrangement}
        gap={0}
      >
        {(group) => (
          <OrderGroupCard group={group} isOpen={open.has(group.orderNumber)} today={today} workspace={workspace} handlers={handlers} />
        )}
      </WindowList>
    </div>
  );
};
