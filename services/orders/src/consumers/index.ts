import { type Consumer, defineConsumers } from '@stagereel/service-kit';
import type { OrdersDeps } from '../domain/deps.ts';
import { mailFailedConsumer, mailSentConsumer } from './mail.consumer.ts';

/** All subscriptions of this service. */
export const ordersConsumers = ({ deps, retryDelaysMs }: { deps: OrdersDeps; retryDelaysMs: readonly number[] }): Consumer[] =>
  defineConsumers({
    service: 'orders',
    retryDelaysMs,
    queues: { mails: { handlers: [mailSentConsumer(deps), mailFailedConsumer(deps)] } },
  });
