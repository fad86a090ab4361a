import type { ServiceName } from './service-names.ts';

/** A small young generation and one V8 helper thread save memory. With 2 MiB, an order would cost more processor time in garbage collection. */
const SMALL = ['--max-semi-space-size=4', '--v8-pool-size=1'];
/**
 * The options for Node; the Dockerfile has the same. The gateway handles the most requests: with less memory it would collect garbage hundreds
 * of times per second; while it is idle, V8 gives the memory back. Media's streams leave much short-lived garbage, so it is collected often and
 * the heap grows slowly.
 */
export const NODE_ARGS: Record<ServiceName, readonly string[]> = {
  gateway: ['--max-semi-space-size=8', '--v8-pool-size=1'],
  catalog: SMALL,
  identity: SMALL,
  // The order list is kept in memory. By default, the heap could use only a part of the container's memory.
  orders: [...SMALL, '--max-old-space-size=1536'],
  notify: SMALL,
  media: ['--max-semi-space-size=1', '--minor-gc-task-trigger=20', '--heap-growing-percent=50', '--v8-pool-size=1'],
};
