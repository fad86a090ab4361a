import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useEffect, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import type { DraftItem } from '../../../lib/saved-data.ts';
import { ATHLETE_LABEL, type AthleteFieldProps } from '../lib/athlete-field-props.ts';
import { type Assortment, type ItemErrors, type ItemField, priceOf } from '../lib/order-items.ts';
import styles from './order-item-fields.module.css';
import { StyleChoice } from './style-choice.tsx';

type Combobox = ComponentType<Omit<AthleteFieldProps, 'hasCategory'>>;
let loaded: Combobox | null = null;

/**
 * The list is the form's largest code and only needed after a category is chosen, so it is loaded after the form. Not with lazy(), which
 * shows its fallback for a moment even when the code is loaded, so that a quick Tab would skip the field.
 */
const useCombobox = (): Combobox | null => {
  const [combobox, setCombobox] = useState<Combobox | null>(() => loaded);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (combobox !== null) return;
    import('./athlete-combobox.tsx').then(({ AthleteCombobox }) => {
      loaded = AthleteCombobox;
      setCombobox(() => AthleteCombobox);
    }, setFailure);
  }, [combobox]);
  if (failure !== null) throw failure;
  return combobox;
};

/** The athlete field, disabled until a category is chosen. */
const AthleteField = ({ hasCategory, ...props }: AthleteFieldProps) => {
  const AthleteCombobox = useCombobox();
  if (hasCategory && AthleteCombobox !== null) return <AthleteCombobox {...props} />;
  return (
    <TextInput
      label={<FieldLabel required>{ATHLETE_LABEL}</FieldLabel>}
      description={hasCategory ? '読み込み中...' : '先にカテゴリーを選択してください。'}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={hasCategory ? props.value : ''}
      readOnly
      disabled
    />
  );
};

type Props = {
  position: number;
  item: DraftItem;
  assortment: Assortment;
  errors: ItemErrors;
  onChange: (item: DraftItem) => void;
  onRemove: () => void;
  fieldRef: (field: ItemField) => (element: HTMLElement | null) => void;
};

/** The fields of one video: category, athlete and style. The price and the athlete's name follow from them. */
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
