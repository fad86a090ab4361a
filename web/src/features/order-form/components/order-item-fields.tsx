import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import type { DraftItem } from '../../../lib/storage.ts';
import type { Assortment, ItemErrors, ItemField } from '../model/order-items.ts';
import { priceOf } from '../model/order-items.ts';
import { AthleteField } from './athlete-field.tsx';
import styles from './order-item-fields.module.css';
import { StyleChoice } from './style-choice.tsx';

type Props = {
  position: number;
  item: DraftItem;
  assortment: Assortment;
  errors: ItemErrors;
  onChange: (item: DraftItem) => void;
  onRemove: () => void;
  fieldRef: (field: ItemField) => (element: HTMLElement | null) => void;
};

/** One video: category, then athlete, then style; the price and the athlete's name follow from them. */
export const OrderItemFields = ({ position, item, assortment, errors, onChange, onRemove, fieldRef }: Props) => {
  const athlete = assortment.find(item.category, item.athleteNumber);
  const hasCategory = assortment.categories.includes(item.category);
  const name = `動画${position}`;
  return (
    <fieldset className={styles.item} id={`item-${item.id}`}>
      <legend className={styles.legend}>{name}</legend>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        h={44}
        className={styles.remove}
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={onRemove}
        aria-label={`${name}を削除`}
      >
        削除
      </Button>
      <Stack gap="md">
        <NativeSelect
          ref={fieldRef('category')}
          label={<FieldLabel required>カテゴリー</FieldLabel>}
          data={[{ value: '', label: '選択してください' }, ...assortment.categories]}
          value={hasCategory ? item.category : ''}
          onChange={(event) => onChange({ ...item, category: event.currentTarget.value, athleteNumber: '' })}
          error={errors.category}
        />
        <AthleteField
          inputRef={fieldRef('athleteNumber')}
          athletes={assortment.athletesOf(item.category)}
          value={item.athleteNumber}
          onChange={(athleteNumber) => onChange({ ...item, athleteNumber })}
          hasCategory={hasCategory}
          error={errors.athleteNumber}
        />
        <StyleChoice
          inputRef={fieldRef('videoStyle')}
          value={item.videoStyle}
          onChange={(videoStyle) => onChange({ ...item, videoStyle })}
          priceOf={athlete && ((style) => priceOf(athlete, style))}
          error={errors.videoStyle}
        />
        {athlete && (
          <Group justify="space-between" gap="xs" className={styles.result}>
            <Text component="span">
              選手名：<strong>{athlete.name ?? athlete.athleteNumber}</strong>
            </Text>
            {item.videoStyle && (
              <Text component="span">
                価格：
                <PriceText amount={priceOf(athlete, item.videoStyle)} fw={700} />
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </fieldset>
  );
};
