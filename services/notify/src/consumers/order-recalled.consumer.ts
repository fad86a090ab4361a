import { orderRecalled } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import type { Recalls } from '../domain/ports.ts';

/** The time of the event, by which the mails of earlier ones are known. */
export const orderRecalledConsumer = ({ recalls }: { recalls: Pick<Recalls, 'note'> }): EventHandler =>
  on(orderRecalled, ({ occurredAt, data: { orderNumber } }) => recalls.note({ orderNumber, recalledAt: new Date(occurredAt) }));
