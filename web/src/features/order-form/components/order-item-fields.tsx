import { Button, NativeSelect, Stack } from '@mantine/core';
import type { VideoStyle } from '@stagereel/contracts';
import { IconTrash } from '@tabler/icons-react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import type { DraftItem } from '../../../lib/saved-data.ts';
import { type Assortment, priceOf } from '../lib/assortment.ts';
import { type ItemErrors, type ItemField, ORDER_LIMIT } from '../lib/order-items.ts';
import { AthletePicker, DisabledAthletePicker } from './athlete-picker.tsx';
import styles from './order-item-fields.module.css';
import { StyleChoice } from './style-choice.tsx';

const ATHLETE_LABEL = '選手（ゼッケン番号）';

type Props = {
  position: number;
  item: DraftItem;
  assortment: Assortment;
  /** The styles of this athlete that other items contain, with the item's position. */
  elsewhere: ReadonlyMap<VideoStyle, number>;
  isFull: boolean;
  errors: ItemErrors;
  onChange: (item: DraftItem) => void;
  onRemove: () => void;
  fieldRef: (field: ItemField) => (element: HTMLElement | null) => void;
};

/** The fields of one athlete's videos: category, athlete and one or both styles, with their prices. */
export const OrderItemFields = ({ position, item, assortment, elsewhere, isFull, errors, onChange, onRemove, fieldRef }: Props) => {
  const athlete = assortment.find(item.category, item.athleteNumber);
  const athletes = assortment.athletesOf(item.category);
  const name = `動画${position}`;

  const refusalOf = (style: VideoStyle): string | null => {
    const other = elsewhere.get(style);
    if (other !== undefined) return `動画${other}で選択済み`;
    // An item without a style counts as one line of the limit, so its first style always fits.
    return isFull && item.videoStyles.length > 0 ? ORDER_LIMIT : null;
  };

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
      <Stack gap="sm">
        <NativeSelect
          ref={fieldRef('category')}
          label={<FieldLabel required>カテゴリー</FieldLabel>}
          data={[{ value: '', label: '選択してください' }, ...assortment.categories]}
          value={athletes.length > 0 ? item.category : ''}
          onChange={(event) => onChange({ ...item, category: event.currentTarget.value, athleteNumber: '' })}
          error={errors.category}
        />
        {athletes.length > 0 ? (
          <AthletePicker
            label={ATHLETE_LABEL}
            placeholder={`${athletes.length.toLocaleString('ja-JP')}名から番号・名前で検索`}
            inputRef={fieldRef('athleteNumber')}
            athletes={athletes}
            chosen={athlete}
            unknown={item.athleteNumber}
            onChoose={({ athleteNumber }) => onChange({ ...item, athleteNumber })}
            showsCategory={false}
            isSearch={false}
            error={errors.athleteNumber}
          />
        ) : (
          <DisabledAthletePicker label={ATHLETE_LABEL} placeholder="先にカテゴリーを選択" />
        )}
        <StyleChoice
          groupRef={fieldRef('videoStyles')}
          value={item.videoStyles}
          onChange={(videoStyles) => onChange({ ...item, videoStyles })}
          priceOf={athlete && ((style) => priceOf(athlete, style))}
          refusalOf={refusalOf}
          error={errors.videoStyles}
        />
      </Stack>
    </fieldset>
  );
};
