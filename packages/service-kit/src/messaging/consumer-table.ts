import { subscriptions } from '@stagereel/contracts';
import type { Consumer, EventHandler } from './consumer.ts';

type ServiceName = keyof typeof subscriptions;

type TableOptions<Name extends ServiceName> = {
  service: Name;
  retryDelaysMs: readonly number[];
  queues: {
    [Queue in keyof (typeof subscriptions)[Name]]: {
      handlers: readonly EventHandler[];
      retryDelaysMs?: readonly number[];
      prefetch?: number;
    };
  };
};

/**
 * All a service listens to, checked against the subscriptions in contracts.
 * @throws when a queue has no handler for an event it is bound to, or one for an event it never gets
 */
export const consumerTable = <Name extends ServiceName>({ service, retryDelaysMs, queues }: TableOptions<Name>): Consumer[] => {
  const table: Record<string, readonly string[]> = subscriptions[service];
  const given: Record<string, { handlers: readonly EventHandler[]; retryDelaysMs?: readonly number[]; prefetch?: number }> = queues;
  return Object.entries(table).map(([queue, types]) => {
    const entry = given[queue];
    const handled = (entry?.handlers ?? []).map(({ type }) => type);
    const wrong = [...types.filter((type) => !handled.includes(type)), ...handled.filter((type) => !types.includes(type))];
    if (!entry || wrong.length > 0) throw new Error(`${service}.${queue} and its subscriptions differ: ${wrong.join(', ')}`);
    return { service, queue, retryDelaysMs, ...entry };
  });
};
