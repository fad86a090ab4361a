import type { TextProps } from '@mantine/core';
import { Text } from '@mantine/core';
import { formatYen } from '@stagereel/contracts';

/** `¥5,000（税込）`, with a smaller tax note. */
export const PriceText = ({ amount, ...props }: TextProps & { amount: number }) => (
  <Text component="span" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }} {...props}>
    {formatYen(amount)}
    <Text component="span" fz="0.8em" fw={400}>
      （税込）
    </Text>
  </Text>
);
