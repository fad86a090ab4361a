import { type Consumer, consumerTable } from '@stagereel/service-kit';
import type { IdentityDeps } from '../domain/deps.ts';
import { adminActedConsumer } from './admin-acted.consumer.ts';
import { passwordChangedConsumer } from './password-changed.consumer.ts';
import { userDeletedConsumer } from './user-deleted.consumer.ts';

/** All identity listens to. */
export const identityConsumers = ({ deps, retryDelaysMs }: { deps: IdentityDeps; retryDelaysMs: readonly number[] }): Consumer[] =>
  consumerTable({
    service: 'identity',
    retryDelaysMs,
    queues: {
      audit: { handlers: [adminActedConsumer(deps)] },
      sessions: { handlers: [passwordChangedConsumer(deps), userDeletedConsumer(deps)] },
    },
  });
