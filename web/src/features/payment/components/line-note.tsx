import { Text } from '@mantine/core';
import { formatYen } from '@stagereel/contracts';
import type { OrderData, OrderItemData } from '../../../lib/storage.ts';
import { atNewPrices } from '../model/new-prices.ts';
import { refusalOf } from '../model/refused-lines.ts';

/** Under a line of the order: why it cannot be had, or what it costs now. */
export const LineNote = ({ order, line, error }: { order: OrderData; line: OrderItemData; error: unknown }) => {
  const place = order.items.indexOf(line);
  const refusal = refusalOf(error, place);
  if (refusal !== null) return <Text c="var(--mantine-color-error)">{refusal}</Text>;
  const price = atNewPrices(order, error)?.items[place]?.price ?? line.price;
  if (price === line.price) return null;
  return <Text c="var(--mantine-color-error)">新しい価格：{formatYen(price)}（税込）</Text>;
};
