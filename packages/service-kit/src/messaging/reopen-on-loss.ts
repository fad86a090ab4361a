import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '../retry.ts';
import type { Logger } from '../telemetry/logger.ts';

/** A channel or consumer on a connection. `lost` resolves with the reason when the broker has ended it. */
export type OpenResource = { lost: Promise<string> };

type ReopenOptions = {
  /** Names the resource in the log. */
  resource: string;
  open: () => Promise<OpenResource>;
  /** Declares the topology again before the resource is reopened, because a missing queue may be the cause. */
  repair: () => Promise<void>;
  /** Timeout of a repair, in ms. A broker with an inconsistent queue may never respond, on a connection that is otherwise healthy. */
  repairTimeoutMs?: number;
  /** True once the whole connection has ended. The next connection opens all its resources itself. */
  isConnectionClosed: () => boolean;
  logger: Logger;
};

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 15_000;
const REPAIR_TIMEOUT_MS = 15_000;

/**
 * Opens a resource and reopens it, with exponential backoff, whenever the broker ends only this resource: it closes a channel after an error or
 * when a message stays unacknowledged for too long (https://www.rabbitmq.com/docs/consumers#acknowledgement-timeout), and cancels a consumer
 * whose queue is deleted. The connection stays open then, so its own recovery does not run.
 * Rejects when the resource cannot be opened the first time.
 */
export const reopenOnLoss = async (options: ReopenOptions): Promise<void> => {
  const { resource, open, repair, repairTimeoutMs = REPAIR_TIMEOUT_MS, isConnectionClosed, logger } = options;
  let delayMs = FIRST_DELAY_MS;

  const reopen = async (): Promise<OpenResource | undefined> => {
    for (;;) {
      await pause(delayMs, undefined, { ref: false });
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
      if (isConnectionClosed()) return undefined;
      try {
        await withTimeout(repair(), repairTimeoutMs);
        return await open();
      } catch (err) {
        logger.error({ err, resource }, 'Failed to reopen; trying again');
      }
    }
  };

  const watch = async (first: OpenResource): Promise<void> => {
    for (let current: OpenResource | undefined = first; current; current = await reopen()) {
      const openedAt = Date.now();
      const reason = await current.lost;
      if (isConnectionClosed()) return;
      // A resource that is lost again and again keeps its growing delay.
      if (Date.now() - openedAt > MAX_DELAY_MS) delayMs = FIRST_DELAY_MS;
      logger.warn({ resource, reason }, 'Closed by the broker; reopening');
    }
  };

  void watch(await open());
};
