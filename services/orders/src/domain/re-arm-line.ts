import { type Actor, AppError } from '@stagereel/service-kit';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import { endedEventsOf } from './end-downloads.ts';
import { lineOf, withLine } from './lines.ts';
import type { PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import type { Videos } from './ports.ts';
import { assertStillThere } from './stored-videos.ts';

type Deps = ChangeDeps & { videos: Pick<Videos, 'find'>; now: () => Date };
type ReArm = { orderNumber: string; lineNumber: string; actor: Actor };

/**
 * Lets a video that was claimed be downloaded once more, by any browser.
 * @throws AppError OrderNotFound, DownloadNotUsed, and what assertStillThere throws
 */
export const reArmLine = async (deps: Deps, { orderNumber, lineNumber, actor }: ReArm): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      const line = lineOf(current, lineNumber);
      if (!line.claim) throw new AppError('DownloadNotUsed');
      await assertStillThere(deps, [line]);
      const before = { line: lineNumber, claimedAt: line.claim.claimedAt.toISOString() };
      const acted = orderActed({ order: current, actor, action: 'line-re-armed', before, after: { line: lineNumber, claimedAt: null } });
      const now = deps.now();
      const ended = endedEventsOf({ order: current, lines: [line], now });
      return { order: withLine(current, { ...line, claim: null, reArmedAt: now }), events: [...ended, acted] };
    },
  });
  return order;
};
