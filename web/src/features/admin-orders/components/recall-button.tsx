import { Button } from '@mantine/core';
import { errorCatalogue, formatDateTime, type OrderLife } from '@stagereel/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { recallLeftText } from '../lib/recall-left.ts';
import { actKey, type OrderActs } from './use-order-acts.ts';

export const RECALL_KEY = actKey({ kind: 'recall' });

const consequences = (orderNumber: string): string =>
  `注文番号 ${orderNumber} を「未対応」に戻し、お客様のダウンロードページを閉じます。まだ送信されていない納品メールは送りません。納品し直すと、同じページが新しい期限で開き、お客様に納品メールが届きます。`;

type Props = {
  life: OrderLife;
  /** The delivery that is meant, by its page. */
  openedAt: string;
  /** Until when it can be taken back, epoch milliseconds of this browser's clock. */
  until: number;
  acts: OrderActs;
  onRecalled: () => void;
  onFailed: () => void;
  /** When the question has gone from sight, and the button with it. */
  onEnded: () => void;
};

/** Takes a delivery back while that is possible, and goes by itself when it is not; a question that is open then says so. */
export const RecallButton = ({ life, openedAt, until, acts, onRecalled, onFailed, onEnded }: Props) => {
  const [isAsking, setIsAsking] = useState(false);
  // A question means the delivery it was asked about, also when another one has taken its place meanwhile.
  const [askedAbout, setAskedAbout] = useState(openedAt);
  const [hasEnded, setHasEnded] = useState(false);
  const left = until - useNow(!hasEnded);
  if (left <= 0 !== hasEnded) setHasEnded(left <= 0);
  const isTooLate = left <= 0;
  const isRunning = acts.isRunning(RECALL_KEY);

  const fetched = life.lines.flatMap(({ id, claim }) => (claim === null ? [] : [`${id}（${formatDateTime(claim.claimedAt)}）`]));
  return (
    <>
      {(!isTooLate || isRunning) && (
        <Button
          variant="default"
          color="red"
          size="sm"
          h={44}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          loading={isRunning}
          disabled={acts.isBusy}
          onClick={() => {
            setAskedAbout(openedAt);
            setIsAsking(true);
          }}
        >
          納品を取り消す（{recallLeftText(Math.max(left, 1))}）
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="納品を取り消しますか？"
        confirmLabel="納品を取り消す"
        isConfirmDisabled={acts.isBusy || isTooLate}
        onConfirm={() => acts.run({ kind: 'recall', openedAt: askedAbout }, { onDone: onRecalled, onFailed })}
        onClose={() => setIsAsking(false)}
        onClosed={() => isTooLate && !isRunning && onEnded()}
      >
        {isTooLate && !isRunning ? (
          <span role="alert">{errorCatalogue.RecallTooLate.message}</span>
        ) : (
          <>
            {consequences(life.orderNumber)}
            <br />
            <br />
            {fetched.length === 0
              ? 'まだダウンロードされた動画はありません。'
              : `すでにダウンロードが始まっている動画：${fetched.join('、')}。お客様の端末に保存された動画は、取り消せません。`}
          </>
        )}
      </ConfirmDialog>
    </>
  );
};
