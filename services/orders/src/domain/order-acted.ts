import type { EventEnvelope } from '@stagereel/contracts';
import { type Actor, adminActedEvent } from '@stagereel/service-kit';
import type { Order } from './order.ts';

type Facts = Record<string, unknown>;
type Act = { order: Order; actor: Actor; action: string; before?: Facts; after?: Facts };

/** What the audit log hears of an act on an order. The address of a download page is never in it: it is a key. */
export const orderActed = ({ order, actor, action, before, after }: Act): EventEnvelope =>
  adminActedEvent({
    actor,
    action: `order.${action}`,
    target: { type: 'order', id: order.id, label: order.number },
    ...(before && { before }),
    ...(after && { after }),
  });
