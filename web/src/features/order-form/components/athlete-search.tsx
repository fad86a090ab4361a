import { Alert, Text } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Assortment } from '../lib/assortment.ts';
import { ORDER_LIMIT } from '../lib/order-items.ts';
import { AthletePicker } from './athlete-picker.tsx';
import styles from './athlete-search.module.css';

type Props = {
  assortment: Assortment;
  /** Whether a further athlete fits into the order. */
  hasRoom: boolean;
  onChoose: (athlete: Athlete) => void;
  /** What became of an athlete that the address of the page named; null if there is nothing to say. */
  notice: string | null;
  initialText: string;
};

/** Searches the athletes of all categories. The chosen one is filled into the items below. */
export const AthleteSearch = ({ assortment, hasRoom, onChoose, notice, initialText }: Props) => (
  <div className={styles.search}>
    {notice !== null && (
      <Alert role="alert" variant="light" mb="sm" icon={<IconInfoCircle aria-hidden />}>
        {notice}
      </Alert>
    )}
    {hasRoom ? (
      <AthletePicker
        key={initialText}
        label="ゼッケン番号・選手名で探す"
        placeholder="例：12、山田"
        athletes={assortment.athletes}
        chosen={null}
        unknown=""
        onChoose={onChoose}
        showsCategory={assortment.categories.length > 1}
        isSearch
        initialText={initialText}
      />
    ) : (
      <Text fw={500}>{ORDER_LIMIT}</Text>
    )}
    <p className={styles.or}>または、カテゴリーから選ぶ</p>
  </div>
);
