import { randomBytes } from 'node:crypto';
import { TRANSIENT_PREFIX } from '../messaging/topology.ts';
import { digestOf, SERVICE_NAMES } from '../server/internal-callers.ts';

export { databaseName } from '../clients/mongo.ts';
export { keyPrefix } from '../clients/redis.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run tests by "npm test -- <path>", which starts the backing services`);
  return value;
};

/** The settings of a service that accepts the token from each service, so that a test may play all of them. */
export const internalSettings = (token: string) => ({
  INTERNAL_TOKEN: token,
  INTERNAL_CALLERS: SERVICE_NAMES.map((name) => `${name}=${digestOf(token)}`).join(),
});

/**
 * Addresses of the MongoDB, Redis and RabbitMQ that the test run started, with names of this test file's own in each. Queues are transient,
 * because declaring quorum queues takes most of the broker's time; tests of the messaging itself ask for those of production.
 */
export const testBacking = ({ queues = 'transient' }: { queues?: 'transient' | 'quorum' } = {}) => {
  const unique = `t${randomBytes(6).toString('hex')}`;
  return {
    NODE_ENV: 'test' as const,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    MONGODB_URL: required('MONGODB_URL'),
    REDIS_URL: required('REDIS_URL'),
    RABBITMQ_URL: required('RABBITMQ_URL'),
    NAMESPACE: queues === 'transient' ? `${TRANSIENT_PREFIX}${unique}` : unique,
    ...internalSettings(`internal-${unique}`),
  };
};
export type TestBacking = ReturnType<typeof testBacking>;
