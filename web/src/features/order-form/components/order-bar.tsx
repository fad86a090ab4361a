import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { useHeightVariable } from '../lib/use-height-variable.ts';
import styles from './order-bar.module.css';

type Props = { count: number; amount: number; message: string | null };

/** The total and the button that goes on: visible at every scroll position, above the footer. */
export const OrderBar = ({ count, amount, message }: Props) => {
  const ref = useHeightVariable('--order-bar-height');
  return (
    <div ref={ref} className={styles.bar}>
      {message !== null && (
        <p role="alert" className={styles.message}>
          <IconAlertCircle size={20} aria-hidden />
          {message}
        </p>
      )}
      <div className={styles.row}>
        <p className={styles.sum} aria-live="polite">
          <span className={styles.count}>合計 {count}本</span>
          <PriceText amount={amount} fw={700} className={styles.amount} />
        </p>
        <Button type="submit" className={styles.go}>
          注文内容の確認へ進む
        </Button>
      </div>
    </div>
  );
};
