import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { showToast } from '../../../lib/toast.ts';

/** Milliseconds: long enough to notice a mistake. A toast with the pointer or the focus stays open. */
const UNDO_MS = 15_000;

type Completion = { orderNumber: string; onUndo: () => void };

const CompletionNote = ({ orderNumber, onUndo }: Completion) => {
  const [isUndone, setIsUndone] = useState(false);
  const undo = () => {
    setIsUndone(true);
    onUndo();
  };
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm" span>
        注文番号 {orderNumber} を対応済みに移動しました。
      </Text>
      <Button
        variant="default"
        size="sm"
        h={44}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        loading={isUndone}
        aria-label={`注文番号 ${orderNumber} の完了を元に戻す`}
        onClick={undo}
      >
        元に戻す
      </Button>
    </Group>
  );
};

/** Says that an order was completed, and offers to undo it. */
export const showCompletionToast = ({ orderNumber, onUndo }: Completion): void =>
  showToast({
    title: '処理完了',
    message: <CompletionNote orderNumber={orderNumber} onUndo={onUndo} />,
    tone: 'success',
    openMs: UNDO_MS,
  });
