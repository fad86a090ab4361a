import { WindowList } from '../../../components/ui/window-list.tsx';
import type { OrderGroup } from '../lib/order-groups.ts';
import { OrderGroupCard } from './order-group-card.tsx';
import type { OrderDesk } from './use-order-desk.ts';

/** Pixels; a row that waits has a field and a button. */
const ROW_HEIGHT = { pending: 113, handled: 74 } as const;
const CARD_CHROME = 170;

const heightOf = ({ lines, isHandled }: OrderGroup): number => CARD_CHROME + lines.length * ROW_HEIGHT[isHandled ? 'handled' : 'pending'];

type Props = {
  groups: readonly OrderGroup[];
  /** The filters and the sorting, in one word. */
  arrangement: string;
  desk: OrderDesk;
  onWork: (orderNumber: string) => void;
  onDetails: (orderNumber: string) => void;
};

/** Every order of the tab as a card. */
export const OrderList = ({ groups, arrangement, desk, onWork, onDetails }: Props) => (
  <WindowList items={groups} keyOf={({ orderNumber }) => orderNumber} heightOf={heightOf} arrangement={arrangement}>
    {(group) => (
      <OrderGroupCard group={group} desk={desk} onWork={() => onWork(group.orderNumber)} onDetails={() => onDetails(group.orderNumber)} />
    )}
  </WindowList>
);
