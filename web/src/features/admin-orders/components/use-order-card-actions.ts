import { errorCatalogue } from '@stagereel/contracts';
import { useState } from 'react';
import { useCompleteOrder, useDeliverOrder, useIsDelivering } from '../../../api/admin-orders.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { doubtfulDelivery } from '../lib/delivery-doubts.ts';
import { downloadUrlError } from '../lib/download-url.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderWorkspace } from '../lib/order-workspace.ts';
import { useSharedUrlQuestion } from './shared-url-question.tsx';

const DELIVERY_FAILED = '納品処理に失敗しました';
const COMPLETION_FAILED = '完了処理に失敗しました';
const TRY_AGAIN = 'もう一度お試しください。';

const deliveredNote = ({ orderNumber, isMailed }: { orderNumber: string; isMailed: boolean }): string =>
  isMailed
    ? `注文番号 ${orderNumber} のお客様に、ダウンロードリンクのメールを送信しました。`
    : `注文番号 ${orderNumber} のメールの送信に失敗しましたが、ステータスは更新されました。メールは自動で再送されます。`;

/** Delivers one of these orders and shows the result. A failure and delivery doubts are stored in the workspace. */
export const useDelivery = ({ groups, workspace }: { groups: readonly OrderGroup[]; workspace: OrderWorkspace }) =>
  useDeliverOrder({
    onDelivered: ({ customerEmailSent: isMailed }, { orderNumber }) => {
      const group = groups.find((each) => each.orderNumber === orderNumber);
      if (group) workspace.removeUrls(group);
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
  const linesToDeliver = group.lines.filter((line) => !line.productionPossible);
  const urlOf = (lineId: string): string => (workspace.urls[lineId] ?? '').trim();

  const completion = useCompleteOrder({
    onCompleted: () =>
      void showToast({ title: '処理完了', message: `注文番号 ${orderNumber} を対応済みに移動しました。`, tone: 'success' }),
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

  /** Returns the id of the first line with an invalid URL; null if the order is being delivered. */
  const deliver = (): string | null => {
    workspace.removeFailure(orderNumber);
    const errors = Object.fromEntries(
      linesToDeliver.flatMap(({ id }) => {
        const error = downloadUrlError(urlOf(id));
        return error === null ? [] : [[id, error] as const];
      }),
    );
    setUrlErrors(errors);
    const firstInvalid = linesToDeliver.find(({ id }) => errors[id] !== undefined);
    if (firstInvalid) {
      const message = errors[firstInvalid.id] ?? errorCatalogue.DownloadUrlsRequired.message;
      showToast({ title: '入力エラー', message, tone: 'error' });
      return firstInvalid.id;
    }
    delivery.mutate({ orderNumber, downloadUrls: Object.fromEntries(linesToDeliver.map(({ id }) => [id, urlOf(id)])) });
    return null;
  };

  const setUrl = (lineId: string, url: string) => {
    setUrlErrors(({ [lineId]: _corrected, ...rest }) => rest);
    workspace.setUrl(lineId, url);
  };

  return {
    complete,
    deliver,
    setUrl,
    urlErrors,
    isCompleting: completion.isPending,
    isDelivering: useIsDelivering(orderNumber),
  };
};
export type OrderCardActions = ReturnType<typeof useOrderCardActions>;
