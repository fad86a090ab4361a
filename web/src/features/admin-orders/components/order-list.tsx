import { useEffect, useRef } from 'react';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderWorkspace } from '../lib/order-workspace.ts';
import { OrderGroupCard, orderHeadingId } from './order-group-card.tsx';

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
    if (isFocusFree()) document.getElementById(next ? orderHeadingId(next.orderNumber) : fallbackId)?.focus();
  }, [groups, fallbackId]);

  return (orderNumber: string) => {
    actedOn.current = { orderNumber, index: groups.findIndex((group) => group.orderNumber === orderNumber) };
  };
};

/** Pixels. A pending row has a field and a button. */
const ROW_HEIGHT = { pending: 113, handled: 74 } as const;
/** Pixels: header and footer of a card. */
const CARD_CHROME = 170;

const heightOf = ({ lines, isHandled }: OrderGroup): number => CARD_CHROME + lines.length * ROW_HEIGHT[isHandled ? 'handled' : 'pending'];

type Props = {
  groups: readonly OrderGroup[];
  /** Identifies the filters and the sorting. */
  arrangement: string;
  workspace: OrderWorkspace;
  onAction: (orderNumber: string) => void;
  onDetails: (orderNumber: string) => void;
};

export const OrderList = ({ groups, arrangement, workspace, onAction, onDetails }: Props) => (
  <WindowList items={groups} keyOf={({ orderNumber }) => orderNumber} heightOf={heightOf} arrangement={arrangement}>
    {(group) => (
      <OrderGroupCard
        group={group}
        workspace={workspace}
        onAction={() => onAction(group.orderNumber)}
        onDetails={() => onDetails(group.orderNumber)}
      />
    )}
  </WindowList>
);
