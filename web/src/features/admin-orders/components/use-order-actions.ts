import { errorCatalogue } from '@stagereel/contracts';
import { useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCompleteOrder } from '../api/complete-order.ts';
import { useDeliverOrder } from '../api/deliver-order.ts';
import { downloadUrlError } from '../lib/download-url.ts';
import type { OrderGroup } from '../lib/order-groups.ts';

type Options = { group: OrderGroup; urls: Readonly<Record<string, string>>; onDelivered: () => void };

/** Completing and delivering one order, with what went wrong kept beside it until the next try. */
export const useOrderActions = ({ group, urls, onDelivered }: Options) => {
  const complete = useCompleteOrder();
  const deliver = useDeliverOrder();
  const [urlErrors, setUrlErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = group.lines.filter((line) => !line.productionPossible);

  const fail = (title: string, error: unknown) => {
    const message = userMessageOf(error, `${title}。もう一度お試しください。`);
    setFailure(message);
    void showToast({ title, message, tone: 'error' });
  };

  const runComplete = () => {
    const [first] = group.lines;
    if (!first) return;
    setFailure(null);
    complete.mutate(first.orderNumber, {
      onSuccess: () =>
        void showToast({ title: '処理完了', message: `注文番号 ${group.orderNumber} を対応済みに移動しました。`, tone: 'success' }),
      onError: (error) => fail('完了処理に失敗しました', error),
    });
  };

  /** Answers the id of the first line whose URL must be mended, or null when it went out. */
  const runDeliver = (): string | null => {
    setFailure(null);
    const errors = Object.fromEntries(
      wanted.flatMap(({ id }) => {
        const error = downloadUrlError(urls[id] ?? '');
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
    const downloadUrls = Object.fromEntries(wanted.map(({ id }) => [id, (urls[id] ?? '').trim()]));
    deliver.mutate(
      { orderNumber: group.orderNumber, downloadUrls },
      {
        onSuccess: ({ customerEmailSent }) => {
          onDelivered();
          void showToast(
            customerEmailSent
              ? { title: '納品完了', message: 'お客様にダウンロードリンクのメールを送信しました。', tone: 'success' }
              : {
                  title: '納品完了',
                  message: 'メールの送信に失敗しましたが、ステータスは更新されました。メールは自動で再送されます。',
                  tone: 'info',
                },
          );
        },
        onError: (error) => fail('納品処理に失敗しました', error),
      },
    );
    return null;
  };

  const clearUrlError = (lineId: string) => setUrlErrors(({ [lineId]: _gone, ...rest }) => rest);

  return { runComplete, runDeliver, clearUrlError, urlErrors, failure, isCompleting: complete.isPending, isDelivering: deliver.isPending };
};
