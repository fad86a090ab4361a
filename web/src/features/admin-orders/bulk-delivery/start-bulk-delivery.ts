import { deliverOrder } from '../../../api/admin-orders.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import { showToast } from '../../../lib/toast.ts';
import { hashFile } from '../../../lib/uploads/hash-file.ts';
import { isSendingTo, sendTo } from '../../../lib/uploads/upload-queues.ts';
import { finishedVideoPlace } from '../lib/download-url.ts';
import { lineVideos } from '../lib/order-workspace.ts';
import { bulkDelivery } from './bulk-delivery-store.ts';
import { deliverOrders } from './deliver-orders.ts';
import type { PlannedLine, PlannedOrder } from './plan-delivery.ts';
import { bulkFailureText, finishedToast } from './texts.ts';

const BROKEN = {
  title: '一括納品を続けられませんでした',
  message: 'ページを再読み込みして、もう一度お試しください。',
  tone: 'error',
} as const;

type Input = {
  orders: readonly PlannedOrder[];
  files: readonly File[];
  /** Reloads the list of orders. `cancelRefetch`: whether a pending reload is started again. */
  reloadOrders: (options: { cancelRefetch: boolean }) => void;
};

/** Delivers the planned orders. The progress and the outcome are in the store, so that they outlive the screen. */
export const startBulkDelivery = ({ orders, files, reloadOrders }: Input): Promise<void> => {
  const fileOf = ({ line, file }: PlannedLine): File => {
    const found = file === null ? undefined : files[file];
    if (!found) throw new Error(`No file is chosen for line ${line.id}`);
    return found;
  };

  return bulkDelivery.start(orders.length, async ({ signal, onProgress, isCurrent }) => {
    try {
      const result = await deliverOrders(
        {
          sizeOf: (planned) => (planned.file === null ? 0 : fileOf(planned).size),
          hash: (planned, abortSignal) => hashFile(fileOf(planned), abortSignal),
          upload: (planned, { signal: abortSignal, onSent }) =>
            sendTo(
              finishedVideoPlace(planned.line),
              { file: fileOf(planned), kind: 'video' },
              { signal: abortSignal, onProgress: ({ sentBytes }) => onSent(sentBytes) },
            ),
          hasUrl: (line, url) => lineVideos.hasUrl(line.id, url) && !isSendingTo(finishedVideoPlace(line)),
          onUploaded: (lineId, video) => isCurrent() && lineVideos.setUploaded(lineId, video),
          deliver: async (delivery) => {
            await deliverOrder(delivery);
            lineVideos.remove(Object.keys(delivery.downloadUrls));
            // Without cancelling: when orders are delivered quickly, no reload would ever finish.
            reloadOrders({ cancelRefetch: false });
          },
          onProgress,
        },
        { orders, signal },
      );
      if (isCurrent() && !bulkDelivery.isVisible()) showToast(finishedToast(result));
      if (isCurrent() && result.stopReason === 'session-ended') announceSessionExpiry();
      return { ...result, failed: result.failed.map(({ orderNumber, error }) => ({ orderNumber, message: bulkFailureText(error) })) };
    } catch (error) {
      if (isCurrent()) showToast(BROKEN);
      throw error;
    } finally {
      if (isCurrent()) reloadOrders({ cancelRefetch: true });
    }
  });
};
