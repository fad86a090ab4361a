import { type AdminLine, errorCatalogue, isHandled } from '@stagereel/contracts';
import { useState } from 'react';
import { useCompleteOrder, useDeliverOrder, useIsDelivering, useReopenOrder } from '../../../api/admin-orders.ts';
import { doubtfulDelivery } from '../../../components/admin-order/delivery-doubts.ts';
import { downloadUrlError } from '../../../components/admin-order/download-url.ts';
import { awaitsVideo, type OrderGroup } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { useSharedUrlQuestion } from '../../../components/admin-order/shared-url-question.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { showCompletionToast } from './completion-toast.tsx';

const DELIVERY_FAILED = '納品処理に失敗しました';
const COMPLETION_FAILED = '完了処理に失敗しました';
const UNDO_FAILED = '元に戻せませんでした';
const TRY_AGAIN = 'もう一度お試しください。';

type PartialNote = { orderNumber: string; delivered: number; following: number; isMailed: boolean };

const partlyDeliveredNote = ({ orderNumber, delivered, following, isMailed }: PartialNote): string =>
  isMailed
    ? `注文番号 ${orderNumber} の動画${delivered}本を納品し、お客様にメールを送信しました。残りの${following}本は未対応のままです。`
    : `注文番号 ${orderNumber} の動画${delivered}本を納品しました。メールの送信に失敗しましたが、自動で再送されます。残りの${following}本は未対応のままです。`;

const deliveredNote = ({ orderNumber, isMailed }: { orderNumber: string; isMailed: boolean }): string =>
  isMailed
    ? `注文番号 ${orderNumber} のお客様に、ダウンロードリンクのメールを送信しました。`
    : `注文番号 ${orderNumber} のメールの送信に失敗しましたが、ステータスは更新されました。メールは自動で再送されます。`;

/** Delivers one of these orders and shows the result. A failure and delivery doubts are stored in the workspace. */
export const useDelivery = ({ groups, workspace }: { groups: readonly OrderGroup[]; workspace: OrderWorkspace }) =>
  useDeliverOrder({
    onDelivered: ({ status, customerEmailSent: isMailed }, { orderNumber, downloadUrls }) => {
      const lines = groups.find((each) => each.orderNumber === orderNumber)?.lines ?? [];
      const isGiven = ({ id }: AdminLine): boolean => downloadUrls[id] !== undefined;
      if (!isHandled(status)) {
        workspace.removeUrls({ lines: lines.filter(isGiven) });
        const following = lines.filter((line) => awaitsVideo(line) && !isGiven(line)).length;
        const message = partlyDeliveredNote({ orderNumber, delivered: Object.keys(downloadUrls).length, following, isMailed });
        return void showToast({ title: '先に納品しました', message, tone: isMailed ? 'success' : 'info' });
      }
      workspace.removeUrls({ lines });
      showToast({ title: '納品完了', message: deliveredNote({ orderNumber, isMailed }), tone: isMailed ? 'success' : 'info' });
    },
    onFailed: (error, delivery) => {
      const doubtful = doubtfulDelivery({ error, delivery });
      if (doubtful) return workspace.setDoubtful(doubtful);
      const message = userMessageOf(error, TRY_AGAIN);
      workspace.setFailure(delivery.orderNumber, `${DELIVERY_FAILED}：${message}`);
      showToast({ title: DELIVERY_FAILED, message, tone: 'error' });
    },
  });

/** The actions on an order's card. A failure stays in the workspace until the next action. */
export const useOrderCardActions = ({ group, workspace }: { group: OrderGroup; workspace: OrderWorkspace }) => {
  const { orderNumber } = group;
  const [urlErrors, setUrlErrors] = useState<Record<string, string>>({});
  const awaited = group.lines.filter(awaitsVideo);
  const urlOf = (lineId: string): string => (workspace.urls[lineId] ?? '').trim();
  const ready = awaited.filter(({ id }) => urlOf(id) !== '');

  const reopening = useReopenOrder({
    onReopened: () =>
      void showToast({ title: '元に戻しました', message: `注文番号 ${orderNumber} を未対応に戻しました。`, tone: 'success' }),
    onFailed: (error) => {
      const message = userMessageOf(error, TRY_AGAIN);
      workspace.setFailure(orderNumber, `${UNDO_FAILED}：${message}`);
      showToast({ title: UNDO_FAILED, message, tone: 'error' });
    },
  });
  const completion = useCompleteOrder({
    onCompleted: () => showCompletionToast({ orderNumber, onUndo: () => reopening.mutate(orderNumber) }),
    onFailed: (error) => {
      const message = userMessageOf(error, TRY_AGAIN);
      workspace.setFailure(orderNumber, `${COMPLETION_FAILED}：${message}`);
      showToast({ title: COMPLETION_FAILED, message, tone: 'error' });
    },
  });
  const delivery = useSharedUrlQuestion(useDelivery({ groups: [group], workspace }));

  const complete = () => {
    const [first] = group.lines;
    if (!first) return;
    workspace.removeFailure(orderNumber);
    completion.mutate(first.orderNumber);
  };

  /** Shows the errors of these lines' URLs, and returns the id of the first line that has one; null if there is none. */
  const findInvalidLine = (lines: readonly AdminLine[]): string | null => {
    workspace.removeFailure(orderNumber);
    const errors = Object.fromEntries(
      lines.flatMap(({ id }) => {
        const error = downloadUrlError(urlOf(id));
        return error === null ? [] : [[id, error] as const];
      }),
    );
    setUrlErrors(errors);
    const firstInvalid = lines.find(({ id }) => errors[id] !== undefined);
    if (!firstInvalid) return null;
    const message = errors[firstInvalid.id] ?? errorCatalogue.DownloadUrlsRequired.message;
    showToast({ title: '入力エラー', message, tone: 'error' });
    return firstInvalid.id;
  };

  const downloadUrlsOf = (lines: readonly AdminLine[]) => Object.fromEntries(lines.map(({ id }) => [id, urlOf(id)]));

  /** Returns the id of the first line with an invalid URL; null if the order is being delivered. */
  const deliver = (): string | null => {
    const invalidLine = findInvalidLine(awaited);
    if (invalidLine === null) delivery.mutate({ orderNumber, downloadUrls: downloadUrlsOf(awaited) });
    return invalidLine;
  };

  const deliverReady = () => delivery.mutate({ orderNumber, downloadUrls: downloadUrlsOf(ready), isPart: true });

  const setUrl = (lineId: string, url: string) => {
    setUrlErrors(({ [lineId]: _corrected, ...rest }) => rest);
    workspace.setUrl(lineId, url);
  };

  return {
    complete,
    deliver,
    /** The lines of a delivery of the finished videos only. */
    ready,
    /** The lines without a delivered video. */
    awaited,
    findInvalidReadyLine: () => findInvalidLine(ready),
    deliverReady,
    setUrl,
    urlErrors,
    isCompleting: completion.isPending,
    isDelivering: useIsDelivering(orderNumber),
  };
};

export type OrderCardActions = ReturnType<typeof useOrderCardActions>;
