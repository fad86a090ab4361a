import { useEffect } from 'react';
import { confirmedBy, type DoubtfulDelivery, isWaiting } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { useDelivery } from './use-delivery.ts';
import type { OrderDesk } from './use-order-desk.ts';

type Input = { groups: readonly OrderGroup[] | undefined; desk: OrderDesk; onWork: (orderNumber: string) => void };

/** The deliveries that the server wants confirmed, one after another, wherever in the list their orders are. */
export const useDeliveryDoubts = ({ groups = [], desk, onWork }: Input) => {
  const delivery = useDelivery({ groups, desk });
  const all = Object.values(desk.doubtful);
  const { forgetDoubts } = desk;
  // Somebody else has settled these meanwhile.
  const settled = groups.length > 0 && all.find(({ orderNumber }) => !isWaiting({ orderNumber, groups }));
  const settledNumber = settled ? settled.orderNumber : null;
  useEffect(() => {
    if (settledNumber !== null) forgetDoubts(settledNumber);
  }, [settledNumber, forgetDoubts]);

  return {
    doubtful: all.find(({ orderNumber }) => isWaiting({ orderNumber, groups })),
    /** Delivers exactly what was judged, or asks again about what is still being read. */
    onGo: ({ orderNumber, downloadUrls, doubts }: DoubtfulDelivery) => {
      onWork(orderNumber);
      desk.forgetDoubts(orderNumber);
      delivery.mutate({ orderNumber, downloadUrls, confirmedDoubts: confirmedBy(doubts) });
    },
    onBack: ({ orderNumber }: DoubtfulDelivery) => desk.forgetDoubts(orderNumber),
  };
};
