import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import type { OrderCardActions } from './use-order-card-actions.ts';

type Props = {
  group: OrderGroup;
  actions: OrderCardActions;
  /** A video that would be delivered has an invalid URL. */
  onInvalid: (lineId: string) => void;
};

/** After a delivery, its button may be gone: the focus moves to the field of the first video that is still missing. */
const useFocusNextField = ({ awaited }: Pick<OrderCardActions, 'awaited'>) => {
  const before = useRef<number | null>(null);
  const [next] = awaited;
  useEffect(() => {
    if (before.current === null || awaited.length >= before.current) return;
    before.current = null;
    if (next && isFocusFree()) document.querySelector<HTMLInputElement>(`input[name="${next.id}"]`)?.focus();
  }, [awaited.length, next]);
  return () => {
    before.current = awaited.length;
  };
};

/** Delivers the finished videos of an order; the others follow. An order that awaits a single video has nothing to split. */
export const DeliverReadyButton = ({ group: { orderNumber }, actions, onInvalid }: Props) => {
  const [isConfirming, setIsConfirming] = useState(false);
  const prepareFocus = useFocusNextField(actions);
  const ready = actions.ready.length;
  const following = actions.awaited.length - ready;
  if (actions.awaited.length < 2 && !isConfirming) return null;

  const ask = () => {
    const invalidLine = actions.findInvalidReadyLine();
    if (invalidLine === null) setIsConfirming(true);
    else onInvalid(invalidLine);
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        h="var(--dense-control)"
        leftSection={<IconSend size={18} aria-hidden />}
        onClick={ask}
        disabled={ready === 0 || following === 0 || actions.isDelivering || actions.isCompleting}
        title="一部の明細にだけ動画があるときに使えます"
      >
        できた動画を先に納品
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="できた動画を先に納品しますか？"
        confirmLabel={`${ready}本を先に納品する`}
        isDestructive={false}
        isConfirmDisabled={ready === 0}
        onConfirm={() => {
          prepareFocus();
          actions.deliverReady();
        }}
        onClose={() => setIsConfirming(false)}
      >
        {`注文番号 ${orderNumber} の動画${ready}本をいま納品し、お客様にメールでお知らせします。残りの${following}本はあとで納品します。注文は「未対応」のままです。残りの動画ができたら「納品」を押すと、お客様にもう一度メールが届きます。`}
      </ConfirmDialog>
    </>
  );
};
