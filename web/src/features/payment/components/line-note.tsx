import { Text } from '@mantine/core';
import { formatYen } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import type { OrderData, OrderItemData } from '../../../lib/saved-data.ts';
import { atNewPrices } from '../lib/new-prices.ts';

/** The server's reason for refusing the item at this index; null when it was not refused. */
const refusalOf = (error: unknown, index: number): string | null => {
  if (!(error instanceof ApiError)) return null;
  return error.body?.refused?.find((refused) => refused.index === index)?.message ?? null;
};

/** The note under an order line: why it is unavailable, or its new price. */
export const LineNote = ({ order, line, error }: { order: OrderData; line: OrderItemData; error: unknown }) => {
  const place = order.items.indexOf(line);
  const refusal = refusalOf(error, place);
  if (refusal !== null) return <Text c="var(--mantine-color-error)">{refusal}</Text>;
  const price = atNewPrices(order, error)?.items[place]?.price ?? line.price;
  if (price === line.price) return null;
  return <Text c="var(--mantine-color-error)">新しい価格：{formatYen(price)}（税込）</Text>;
};
