import { type Consumer, consumerTable } from '@stagereel/service-kit';
import type { OrdersDeps } from '../domain/deps.ts';
import { mailFailedConsumer } from './mail-failed.consumer.ts';
import { mailSentConsumer } from './mail-sent.consumer.ts';

type Deps = Pick<OrdersDeps, 'orders'>;

/** All that orders listens to. */
export const ordersConsumers = ({ deps, retryDelaysMs }: { deps: Deps; retryDelaysMs: readonly number[] }): Consumer[] =>
  consumerTable({
    service: 'orders',
    retryDelaysMs,
    queues: { mails: { handlers: [mailSentConsumer(deps), mailFailedConsumer(deps)] } },
  });
