import { errorCatalogue } from '@stagereel/contracts';
import { useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCompleteOrder } from '../api/complete-order.ts';
import { useDeliverOrder } from '../api/deliver-order.ts';
import { type DoubtfulDelivery, doubtfulDelivery } from '../lib/delivery-doubts.ts';
import { downloadUrlError } from '../lib/download-url.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderDesk } from './use-order-desk.ts';

/** Completing and delivering one order; what went wrong stays on the desk until the next try. */
export const useOrderActions = ({ group, desk }: { group: OrderGroup; desk: OrderDesk }) => {
  const { orderNumber } = group;
  const [urlErrors, setUrlErrors] = useState<Record<string, string>>({});
  const wanted = group.lines.filter((line) => !line.productionPossible);

  const failed = (title: string) => (error: unknown) => {
    const message = userMessageOf(error, 'もう一度お試しください。');
    desk.fail(orderNumber, `${title}：${message}`);
    void showToast({ title, message, tone: 'error' });
  };

  const complete = useCompleteOrder({
    onCompleted: () =>
      void showToast({ title: '処理完了', message: `注文番号 ${orderNumber} を対応済みに移動しました。`, tone: 'success' }),
    onFailed: failed('完了処理に失敗しました'),
  });

  const deliver = useDeliverOrder({
    onDelivered: ({ customerEmailSent }) => {
      desk.forgetUrls(group);
      void showToast(
        customerEmailSent
          ? {
              title: '納品完了',
              message: `注文番号 ${orderNumber} のお客様に、ダウンロードリンクのメールを送信しました。`,
              tone: 'success',
            }
          : {
              title: '納品完了',
              message: `注文番号 ${orderNumber} のメールの送信に失敗しましたが、ステータスは更新されました。メールは自動で再送されます。`,
              tone: 'info',
            },
      );
    },
    onFailed: (error, delivery) => {
      const doubtful = doubtfulDelivery({ error, delivery });
      if (doubtful) desk.doubt(doubtful);
      else failed('納品処理に失敗しました')(error);
    },
  });

  const runComplete = () => {
    const [first] = group.lines;
    if (!first) return;
    desk.forgetFailure(orderNumber);
    complete.mutate(first.orderNumber);
  };

  /** Answers the id of the first line whose URL must be mended, or null when it went out. */
  const runDeliver = (): string | null => {
    desk.forgetFailure(orderNumber);
    const errors = Object.fromEntries(
      wanted.flatMap(({ id }) => {
        const error = downloadUrlError(desk.urls[id] ?? '');
        return error === null ? [] : [[id, error] as const];
      }),
    );
    setUrlErrors(errors);
    const firstWrong = wanted.find(({ id }) => errors[id] !== undefined);
    if (firstWrong) {
      const message = errors[firstWrong.id] ?? errorCatalogue.DownloadUrlsRequired.message;
      void showToast({ title: '入力エラー', message, tone: 'error' });
      return firstWrong.id;
    }
    deliver.mutate({ orderNumber, downloadUrls: Object.fromEntries(wanted.map(({ id }) => [id, (desk.urls[id] ?? '').trim()])) });
    return null;
  };

  /** Delivers what the server had doubts about, exactly as it was judged. */
  const confirmDoubtful = ({ orderNumber: number, downloadUrls }: DoubtfulDelivery) => {
    desk.forgetDoubts(number);
    deliver.mutate({ orderNumber: number, downloadUrls, isConfirmed: true });
  };

  const typeUrl = (lineId: string, url: string) => {
    setUrlErrors(({ [lineId]: _mended, ...rest }) => rest);
    desk.typeUrl(lineId, url);
  };

  return {
    runComplete,
    runDeliver,
    confirmDoubtful,
    typeUrl,
    urlErrors,
    isCompleting: complete.isPending,
    isDelivering: deliver.isPending,
  };
};
