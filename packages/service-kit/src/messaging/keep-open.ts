import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

/** A part of a connection; `lost` resolves, with the reason, when the part is gone. */
export type OpenPart = { lost: Promise<string> };

type KeepOpen = {
  /** For the log. */
  part: string;
  open: () => Promise<OpenPart>;
  /** Mends what may be the cause, before the part is opened again. */
  repair: () => Promise<void>;
  /** How long an answer to that is waited for, in ms. A broker at odds with itself over a queue may never give one, on a connection that is well. */
  repairWithinMs?: number;
  /** True once the whole connection ends; the next one opens all its parts itself. */
  isOver: () => boolean;
  logger: Logger;
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 15_000;
const REPAIR_WITHIN_MS = 15_000;

const withinTime = async ({ work, ms }: { work: Promise<void>; ms: number }): Promise<void> => {
  const watch = new AbortController();
  const late = pause(ms, undefined, { ref: false, signal: watch.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => undefined);
  await Promise.race([work, late]).finally(() => watch.abort());
};

/**
 * Opens a part, and opens it again whenever the broker ends it alone: a channel is closed for an error or because a message was kept too
 * long (https://www.rabbitmq.com/docs/consumers#acknowledgement-timeout), a consumer is cancelled with its queue. Nothing else would notice,
 * because the connection lives on. Rejects when the part cannot be opened the first time.
 */
export const keepOpen = async ({ part, open, repair, repairWithinMs = REPAIR_WITHIN_MS, isOver, logger }: KeepOpen): Promise<void> => {
  let pauseMs = FIRST_PAUSE_MS;

  const reopen = async (): Promise<OpenPart | undefined> => {
    for (;;) {
      await pause(pauseMs, undefined, { ref: false });
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (isOver()) return undefined;
      try {
        await withinTime({ work: repair(), ms: repairWithinMs });
        return await open();
      } catch (err) {
        logger.error({ err, part }, 'could not be opened again; next try follows');
      }
    }
  };

  const watch = async (first: OpenPart): Promise<void> => {
    for (let current: OpenPart | undefined = first; current; current = await reopen()) {
      const openedAt = Date.now();
      const reason = await current.lost;
      if (isOver()) return;
      // One that falls again and again is left alone for longer and longer.
      if (Date.now() - openedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      logger.warn({ part, reason }, 'lost at the broker; it is opened again');
    }
  };

  void watch(await open());
};
