import { personalDataEraseRequested, userDeleted } from '@stagereel/contracts';
import { type Consumer, defineConsumers, on } from '@stagereel/service-kit';
import type { OrdersDeps } from '../domain/deps.ts';
import { silenceCustomer } from '../domain/follow-up/send-reminders.ts';
import { eraseCustomer } from '../domain/personal-data/erase-customer.ts';
import { mailFailedConsumer, mailSentConsumer } from './mail.consumer.ts';

/** All subscriptions of this service. */
export const ordersConsumers = ({ deps, retryDelaysMs }: { deps: OrdersDeps; retryDelaysMs: readonly number[] }): Consumer[] =>
  defineConsumers({
    service: 'orders',
    retryDelaysMs,
    queues: {
      mails: { handlers: [mailSentConsumer(deps), mailFailedConsumer(deps)] },
      customers: {
        handlers: [on(userDeleted, ({ data }) => silenceCustomer(deps, { email: data.email, before: new Date(data.deletedAt) }))],
      },
      erasures: { handlers: [on(personalDataEraseRequested, ({ data }) => eraseCustomer(deps, data))] },
    },
  });
