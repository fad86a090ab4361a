import { Group } from '@mantine/core';
import { isFullyRefunded } from '@stagereel/contracts';
import { awaitsVideo, type OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { refundTexts } from '../../../components/admin-order/order-texts.ts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';

/** How many videos of an unhandled order were delivered first. */
export const PartlyDeliveredBadge = ({ group: { lines, isHandled } }: { group: OrderGroup }) => {
  const wanted = lines.filter(({ productionPossible }) => !productionPossible);
  const delivered = wanted.filter((line) => !awaitsVideo(line));
  if (isHandled || delivered.length === 0) return null;
  return (
    <StatusBadge tone="waiting">
      一部納品済み {delivered.length}/{wanted.length}本
    </StatusBadge>
  );
};

/** How an order was handled. One whose money is back needed no delivery; its payment has a badge of its own. */
export const HandledBadge = ({ group: { lines, payment } }: { group: OrderGroup }) => {
  const isUntouched = lines.every(({ handledAt }) => handledAt === null);
  if (isUntouched && isFullyRefunded(payment)) return <StatusBadge tone="neutral">対応済み</StatusBadge>;
  if (isUntouched && lines.every(({ declined }) => declined !== null))
    return <StatusBadge tone="waiting">{refundTexts.pending}</StatusBadge>;
  const missing = isFullyRefunded(payment) ? 0 : lines.filter(awaitsVideo).length;
  return (
    <Group gap="xs">
      {missing > 0 && <StatusBadge tone="due">未納品 {missing}本</StatusBadge>}
      <StatusBadge tone="positive">納品完了</StatusBadge>
    </Group>
  );
};
