import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import type { OrderCardActions } from './use-order-card-actions.ts';

type Props = { group: OrderGroup; actions: OrderCardActions; onComplete: () => void };

const consequences = ({ orderNumber, missing, hasReady }: { orderNumber: string; missing: number; hasReady: boolean }): string =>
  hasReady
    ? `注文番号 ${orderNumber} には、まだ納品していない動画が${missing}本あります。完了すると「対応済み」に移り、お客様に動画もメールも届きません。入力したURLとアップロードした動画も納品されません。`
    : `注文番号 ${orderNumber} には、まだ納品していない動画が${missing}本あります。完了すると「対応済み」に移り、お客様に動画もメールも届きません。`;

/** Completes an order. It asks before it closes one whose videos are missing, because the customer would wait for them in vain. */
export const CompleteButton = ({ group: { orderNumber }, actions, onComplete }: Props) => {
  const [isConfirming, setIsConfirming] = useState(false);
  const missing = actions.awaited.length;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        h="var(--dense-control)"
        leftSection={<IconCheck size={18} aria-hidden />}
        onClick={() => (missing === 0 ? onComplete() : setIsConfirming(true))}
        loading={actions.isCompleting}
        disabled={actions.isDelivering}
      >
        完了
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="動画を納品せずに完了しますか？"
        confirmLabel="納品せずに完了する"
        onConfirm={onComplete}
        onClose={() => setIsConfirming(false)}
      >
        {consequences({ orderNumber, missing, hasReady: actions.ready.length > 0 })}
      </ConfirmDialog>
    </>
  );
};
