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
 * All consumers of a service, checked against the subscriptions in contracts.
 * @throws when a queue has no handler for an event it is bound to, or has a handler for an event it is not bound to
 */
export const defineConsumers = <Name extends ServiceName>({ service, retryDelaysMs, queues }: TableOptions<Name>): Consumer[] => {
  const table: Record<string, readonly string[]> = subscriptions[service];
  const given: Record<string, { handlers: readonly EventHandler[]; retryDelaysMs?: readonly number[]; prefetch?: number }> = queues;
  return Object.entries(table).map(([queue, types]) => {
    const entry = given[queue];
    const handled = (entry?.handlers ?? []).map(({ type }) => type);
    const wrong = [...types.filter((type) => !handled.includes(type)), ...handled.filter((type) => !types.includes(type))];
    if (!entry || wrong.length > 0)
      throw new Error(`The handlers of ${service}.${queue} do not match its subscriptions: ${wrong.join(', ')}`);
    return { service, queue, retryDelaysMs, ...entry };
  });
};
