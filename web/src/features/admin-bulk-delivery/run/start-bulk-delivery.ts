import { deliverOrder } from '../../../api/admin-orders.ts';
import { finishedVideoPlace } from '../../../components/admin-order/download-url.ts';
import { lineVideos } from '../../../components/admin-order/order-workspace.ts';
import { showToast } from '../../../lib/toast.ts';
import { hashFile } from '../../../lib/uploads/hash-file.ts';
import { isSendingTo, sendTo } from '../../../lib/uploads/upload-queues.ts';
import { bulkFailureText, finishedToast } from '../components/texts.ts';
import { bulkDelivery, type RunInput } from './bulk-delivery-store.ts';
import { deliverOrders } from './deliver-orders.ts';
import type { PlannedLine } from './plan-delivery.ts';
import { unfinishedRun } from './unfinished-run.ts';

const BROKEN = {
  title: '一括納品を続けられませんでした',
  message: 'ページを再読み込みして、もう一度お試しください。',
  tone: 'error',
} as const;

/** Reloads the list of orders. `cancelRefetch`: whether a pending reload is started again. */
type ReloadOrders = (options: { cancelRefetch: boolean }) => void;

/** By source id: the line that the source was chosen for. */
const choicesOf = ({ orders, sources }: RunInput): Record<string, string> =>
  Object.fromEntries(
    orders.flatMap(({ lines }) =>
      lines.flatMap(({ line, file }) => {
        const source = file === null ? undefined : sources[file];
        return source ? [[source.id, line.id]] : [];
      }),
    ),
  );

/** The URLs of the lines without a file. A pasted URL stays on its line if the order fails. */
const pastedUrls = (orders: RunInput['orders']): Record<string, string> =>
  Object.fromEntries(
    orders.flatMap(({ lines }) => lines.flatMap(({ line, file, url }) => (file === null && url !== '' ? [[line.id, url]] : []))),
  );

type StartInput = RunInput & {
  /** Ids of the sources that the admin does not want to deliver. */
  excluded?: readonly string[];
  reloadOrders: ReloadOrders;
};

/** Delivers the planned orders. The progress and the outcome are in the store, so that they outlive the screen. */
export const startBulkDelivery = ({ orders, sources, excluded = [], reloadOrders }: StartInput): Promise<void> => {
  const fileOf = ({ line, file }: PlannedLine): File => {
    const found = file === null ? null : sources[file]?.file;
    if (!found) throw new Error(`No file is chosen for line ${line.id}`);
    return found;
  };

  return bulkDelivery.start({ orders, sources }, async ({ signal, onProgress, isCurrent, withSession }) => {
    const urls = pastedUrls(orders);
    const choices = { ...choicesOf({ orders, sources }), ...Object.fromEntries(excluded.map((id) => [id, null])) };
    unfinishedRun.begin({ orders: orders.map(({ orderNumber }) => orderNumber), choices, urls });
    lineVideos.setUrls(urls);
    try {
      const result = await deliverOrders(
        {
          sizeOf: (planned) => (planned.file === null ? 0 : fileOf(planned).size),
          hash: (planned, abortSignal) => hashFile(fileOf(planned), abortSignal),
          upload: (planned, { signal: abortSignal, onSent }) =>
            withSession(
              () =>
                sendTo(
                  finishedVideoPlace(planned.line),
                  { file: fileOf(planned), kind: 'video' },
                  { signal: abortSignal, onProgress: ({ sentBytes }) => onSent(sentBytes) },
                ),
              abortSignal,
            ),
          hasUrl: (line, url) => lineVideos.hasUrl(line.id, url) && !isSendingTo(finishedVideoPlace(line)),
          onUploaded: (lineId, video) => isCurrent() && lineVideos.setUploaded(lineId, video),
          deliver: async (delivery, abortSignal) => {
            await withSession(() => deliverOrder(delivery), abortSignal);
            lineVideos.remove(Object.keys(delivery.downloadUrls));
            unfinishedRun.finishOrder(delivery.orderNumber);
            // Without cancelling: when orders are delivered quickly, no reload would ever finish.
            reloadOrders({ cancelRefetch: false });
          },
          onProgress,
        },
        { orders, signal },
      );
      if (isCurrent() && !bulkDelivery.isVisible()) showToast(finishedToast(result));
      return { ...result, failed: result.failed.map(({ orderNumber, error }) => ({ orderNumber, message: bulkFailureText(error) })) };
    } catch (error) {
      if (isCurrent()) showToast(BROKEN);
      throw error;
    } finally {
      if (isCurrent()) reloadOrders({ cancelRefetch: true });
    }
  });
};

/** Tries the orders of the last bulk delivery again that failed or remained. What was uploaded is not uploaded again. */
export const retryBulkDelivery = async ({ reloadOrders }: { reloadOrders: ReloadOrders }): Promise<void> => {
  const last = bulkDelivery.lastInput();
  const { outcome, progress } = bulkDelivery.read();
  if (!last || !outcome || progress) return;
  const again = new Set([...outcome.failed.map(({ orderNumber }) => orderNumber), ...outcome.remaining]);
  const urls = lineVideos.urls.read();
  const hashes = lineVideos.hashes.read();
  const replan = (planned: PlannedLine): PlannedLine => {
    const url = urls[planned.line.id] ?? '';
    const sha256 = hashes[url] ?? null;
    // A video that the admin gave the line meanwhile is not replaced.
    return { ...planned, url, sha256, file: url !== '' && sha256 === null ? null : planned.file };
  };
  const orders = last.orders
    .filter(({ orderNumber }) => again.has(orderNumber))
    .map(({ orderNumber, lines }) => ({ orderNumber, lines: lines.map(replan) }));
  await startBulkDelivery({ ...last, orders, reloadOrders });
  bulkDelivery.changeOutcome((known) => ({
    ...known,
    delivered: [...outcome.delivered, ...known.delivered],
    doubtful: [...outcome.doubtful, ...known.doubtful],
    removed: outcome.removed,
  }));
};
