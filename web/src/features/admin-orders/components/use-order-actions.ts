import { errorCatalogue } from '@stagereel/contracts';
import { useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCompleteOrder } from '../api/complete-order.ts';
import { useIsDelivering } from '../api/deliver-order.ts';
import { downloadUrlError } from '../lib/download-url.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { useDelivery } from './use-delivery.ts';
import type { OrderDesk } from './use-order-desk.ts';

/** Completing and delivering one order; what went wrong stays on the desk until the next try. */
export const useOrderActions = ({ group, desk }: { group: OrderGroup; desk: OrderDesk }) => {
  const { orderNumber } = group;
  const [urlErrors, setUrlErrors] = useState<Record<string, string>>({});
  const wanted = group.lines.filter((line) => !line.productionPossible);

  const complete = useCompleteOrder({
    onCompleted: () =>
      void showToast({ title: '処理完了', message: `注文番号 ${orderNumber} を対応済みに移動しました。`, tone: 'success' }),
    onFailed: (error) => {
      const [title, message] = ['完了処理に失敗しました', userMessageOf(error, 'もう一度お試しください。')];
      desk.fail(orderNumber, `${title}：${message}`);
      showToast({ title, message, tone: 'error' });
    },
  });

  const deliver = useDelivery({ groups: [group], desk });

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

  const typeUrl = (lineId: string, url: string) => {
    setUrlErrors(({ [lineId]: _mended, ...rest }) => rest);
    desk.typeUrl(lineId, url);
  };

  return {
    runComplete,
    runDeliver,
    typeUrl,
    urlErrors,
    isCompleting: complete.isPending,
    isDelivering: useIsDelivering(orderNumber),
  };
};
