import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { confirmedDoubtsOf, type DoubtfulDelivery, isUnhandled } from '../../../components/admin-order/delivery-doubts.ts';
import { ConfirmDeliveryButton, DoubtList } from '../../../components/admin-order/doubt-list.tsx';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useDelivery } from './use-order-card-actions.ts';

type Props = { groups: readonly OrderGroup[]; workspace: OrderWorkspace; onAction: (orderNumber: string) => void };

/**
 * Requires a confirmation for one doubtful delivery after another, whether or not their orders are in the filtered list. Until then nothing is
 * delivered or mailed.
 */
export const DeliveryDoubts = ({ groups, workspace, onAction }: Props) => {
  const delivery = useDelivery({ groups, workspace });
  const all = Object.values(workspace.doubtful);
  const doubtful = all.find(({ orderNumber }) => isUnhandled({ orderNumber, groups }));

  // Another admin has handled this order meanwhile.
  const outdated = groups.length > 0 ? all.find(({ orderNumber }) => !isUnhandled({ orderNumber, groups })) : undefined;
  const outdatedNumber = outdated?.orderNumber ?? null;
  const { removeDoubtful } = workspace;
  useEffect(() => {
    if (outdatedNumber !== null) removeDoubtful(outdatedNumber);
  }, [outdatedNumber, removeDoubtful]);

  // The content stays while the dialog closes. The next delivery waits for that; otherwise a double click would confirm it unread.
  const [shown, setShown] = useState<DoubtfulDelivery>();
  if (doubtful && !shown) setShown(doubtful);
  const { orderNumber = '', doubts = {} } = shown ?? {};
  const lines = groups.find((group) => group.orderNumber === orderNumber)?.lines ?? [];
  const cancel = () => shown && removeDoubtful(shown.orderNumber);
  const confirm = () => {
    if (!doubtful || doubtful !== shown) return;
    onAction(orderNumber);
    removeDoubtful(orderNumber);
    const { doubts: _confirmed, ...rejected } = doubtful;
    delivery.mutate({ ...rejected, confirmedDoubts: confirmedDoubtsOf(doubts) });
  };

  return (
    <Dialog
      isOpen={shown !== undefined && shown === doubtful}
      onClose={cancel}
      onClosed={() => setShown(undefined)}
      title="納品する動画の確認"
    >
      <Stack gap="lg">
        <Text>注文番号 {orderNumber} の次の動画に確認が必要な点があります。まだ納品もメールの送信もしていません。</Text>
        {shown && <DoubtList lines={lines} doubtful={shown} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel} data-autofocus>
            戻って確認する
          </Button>
          <ConfirmDeliveryButton doubts={doubts} onClick={confirm} />
        </Group>
      </Stack>
    </Dialog>
  );
};
