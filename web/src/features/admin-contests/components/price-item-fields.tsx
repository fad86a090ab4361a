import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { PriceDraftErrors, PriceDraftItem } from '../lib/price-draft.ts';

type Props = {
  item: PriceDraftItem;
  position: number;
  errors: PriceDraftErrors[string] | undefined;
  autoFocus: boolean;
  onChange: (change: Partial<PriceDraftItem>) => void;
  onRemove: () => void;
};

/** One priced item: its name, its price, and the way out. */
export const PriceItemFields = ({ item, position, errors, autoFocus, onChange, onRemove }: Props) => (
  <Group gap="xs" align="flex-start" role="group" aria-label={`料金${position}`}>
    <TextInput
      aria-label={`料金${position}の項目名`}
      placeholder="項目名"
      maxLength={60}
      flex={1}
      miw={160}
      maw={420}
      autoFocus={autoFocus}
      value={item.name}
      error={errors?.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <TextInput
      aria-label={`料金${position}の価格（税込）`}
      placeholder="3,000"
      inputMode="numeric"
      maxLength={20}
      w={170}
      rightSection="円"
      value={item.price}
      error={errors?.price}
      onChange={(event) => onChange({ price: event.currentTarget.value })}
    />
    <ActionIcon variant="subtle" color="red" size={48} aria-label={`料金${position}を削除`} onClick={onRemove}>
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  </Group>
);
