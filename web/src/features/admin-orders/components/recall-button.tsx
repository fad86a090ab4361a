import { Button } from '@mantine/core';
import { errorCatalogue, formatDateTime, type OrderTimeline } from '@stagereel/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { recallTimeText } from '../../../components/admin-order/order-texts.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { actionKey, type OrderDetailActions } from './use-order-detail-actions.ts';

export const RECALL_KEY = actionKey({ kind: 'recall' });

/** `openedAt`: the delivery to recall; other lines may have been delivered before. */
const consequences = ({ orderNumber, lines, openedAt }: Pick<OrderTimeline, 'orderNumber' | 'lines'> & { openedAt: string }): string => {
  const kept = lines.filter(({ deliveredAt }) => deliveredAt !== null && deliveredAt !== openedAt).length;
  if (kept > 0) {
    return `注文番号 ${orderNumber} の最後の納品を取り消し、「未対応」に戻します。先に納品した${kept}本は、お客様のダウンロードページに残ります。まだ送信されていない最後の納品のメールは送りません。納品し直すと、お客様にもう一度メールが届きます。`;
  }
  return `注文番号 ${orderNumber} を「未対応」に戻し、お客様のダウンロードページを閉じます。まだ送信されていない納品メールは送りません。納品し直すと、同じページが新しい期限で開き、お客様に納品メールが届きます。`;
};

type Props = {
  timeline: OrderTimeline;
  /** When the page of the delivery was opened, which identifies the delivery. */
  openedAt: string;
  /** Until when the delivery can be recalled, epoch milliseconds of this browser's clock. */
  until: number;
  actions: OrderDetailActions;
  onRecalled: (openedAt: string) => void;
  onFailed: () => void;
  /** The dialog was closed after the recall became impossible, and the button no longer exists. */
  onEnded: () => void;
};

/** Recalls a delivery while that is possible. It disappears afterwards; an open confirmation then says that it is too late. */
export const RecallButton = ({ timeline, openedAt, until, actions, onRecalled, onFailed, onEnded }: Props) => {
  const [isConfirming, setIsConfirming] = useState(false);
  // The confirmation is for the delivery that was shown when it opened, even if the order was delivered again meanwhile.
  const [confirmedPage, setConfirmedPage] = useState(openedAt);
  const [hasEnded, setHasEnded] = useState(false);
  const leftMs = until - useNow(!hasEnded);
  const isTooLate = leftMs <= 0;
  if (isTooLate !== hasEnded) setHasEnded(isTooLate);
  const isPending = actions.isPending(RECALL_KEY);

  const downloaded = timeline.lines.flatMap(({ id, deliveredAt, claim }) =>
    claim === null || deliveredAt !== openedAt ? [] : [`${id}（${formatDateTime(claim.claimedAt)}）`],
  );
  return (
    <>
      {(!isTooLate || isPending) && (
        <Button
          variant="default"
          color="red"
          size="sm"
          h={44}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          loading={isPending}
          disabled={actions.isBusy}
          onClick={() => {
            setConfirmedPage(openedAt);
            setIsConfirming(true);
          }}
        >
          納品を取り消す（{recallTimeText(Math.max(leftMs, 1))}）
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title="納品を取り消しますか？"
        confirmLabel="納品を取り消す"
        isConfirmDisabled={actions.isBusy || isTooLate}
        onConfirm={() => actions.run({ kind: 'recall', openedAt: confirmedPage }, { onDone: () => onRecalled(confirmedPage), onFailed })}
        onClose={() => setIsConfirming(false)}
        onClosed={() => isTooLate && !isPending && onEnded()}
      >
        {isTooLate && !isPending ? (
          <span role="alert">{errorCatalogue.RecallTooLate.message}</span>
        ) : (
          <>
            {consequences({ orderNumber: timeline.orderNumber, lines: timeline.lines, openedAt: confirmedPage })}
            <br />
            <br />
            {downloaded.length === 0
              ? 'まだダウンロードされた動画はありません。'
              : `すでにダウンロードが始まっている動画：${downloaded.join('、')}。お客様の端末に保存された動画は、取り消せません。`}
          </>
        )}
      </ConfirmDialog>
    </>
  );
};
