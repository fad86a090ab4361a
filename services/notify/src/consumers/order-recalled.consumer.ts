import { orderRecalled } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import type { Recalls } from '../domain/ports.ts';

export const orderRecalledConsumer = ({ recalls }: { recalls: Pick<Recalls, 'note'> }): EventHandler =>
  on(orderRecalled, ({ data: { orderNumber, deliveredAt, recalledAt } }) =>
    recalls.note({ orderNumber, deliveredAt: new Date(deliveredAt), recalledAt: new Date(recalledAt) }),
  );
