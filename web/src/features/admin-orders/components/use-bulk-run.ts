import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import { showToast } from '../../../lib/toast.ts';
import { hashFile } from '../../../lib/uploads/hash-file.ts';
import { isSendingTo, sendTo } from '../../../lib/uploads/upload-queues.ts';
import { type Delivery, deliverOrder } from '../api/deliver-order.ts';
import { ordersQuery } from '../api/list-orders.ts';
import { deskVideos, putArrivedVideo } from '../lib/arrived-videos.ts';
import type { PlannedLine, PlannedOrder } from '../lib/bulk-plan.ts';
import { bulkRun } from '../lib/bulk-run.ts';
import { bulkFailureText, endedWords } from '../lib/bulk-words.ts';
import { finishedPlace } from '../lib/finished-video.ts';
import { runBulkDelivery } from '../lib/run-bulk-delivery.ts';

const BROKEN = {
  title: '一括納品を続けられませんでした',
  message: 'ページを再読み込みして、もう一度お試しください。',
  tone: 'error',
} as const;

type Work = { orders: readonly PlannedOrder[]; files: readonly File[] };

/** The bulk delivery that is under way, if one is, and what came of the last. */
export const useBulkRun = () => {
  const queryClient = useQueryClient();
  const { step, outcome, isOpen } = useSyncExternalStore(bulkRun.subscribe, bulkRun.read);
  useEffect(() => bulkRun.leave, []);

  const deliver = async (delivery: Delivery): Promise<void> => {
    await deliverOrder(delivery);
    deskVideos.forget(Object.keys(delivery.downloadUrls));
    // A list that is on its way is let come: where orders go out fast, none would ever arrive.
    void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }, { cancelRefetch: false });
  };

  const start = ({ orders, files }: Work): Promise<void> => {
    const fileOf = ({ file }: PlannedLine): File => {
      const found = file === null ? undefined : files[file];
      if (!found) throw new Error('a line without a file');
      return found;
    };
    return bulkRun.start(orders.length, async ({ signal, onStep, isOwn }) => {
      try {
        const result = await runBulkDelivery(
          {
            send: (planned, { signal: ending, onSent }) =>
              sendTo(
                finishedPlace(planned.line),
                { file: fileOf(planned), kind: 'video' },
                { signal: ending, onProgress: ({ sentBytes }) => onSent(sentBytes) },
              ),
            sizeOf: (planned) => (planned.file === null ? 0 : fileOf(planned).size),
            hash: (planned, ending) => hashFile(fileOf(planned), ending),
            deliver,
            isOnDesk: (line, url) => deskVideos.holds(line.id, url) && !isSendingTo(finishedPlace(line)),
            onArrived: (lineId, video) => isOwn() && putArrivedVideo(lineId, video),
            onStep,
          },
          { orders, signal },
        );
        if (isOwn() && !bulkRun.isSeen()) showToast(endedWords(result));
        if (isOwn() && result.stop === 'session-ended') announceSessionExpiry();
        return { ...result, failed: result.failed.map(({ orderNumber, error }) => ({ orderNumber, message: bulkFailureText(error) })) };
      } catch (error) {
        if (isOwn()) showToast(BROKEN);
        throw error;
      } finally {
        if (isOwn()) void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
      }
    });
  };

  return { step, outcome, isOpen, start };
};
