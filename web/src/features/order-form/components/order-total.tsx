import { Button } from '@mantine/core';
import { PriceText } from '../../../components/ui/price-text.tsx';
import styles from './order-total.module.css';

/** The sum stays in view while items are chosen. */
export const OrderTotal = ({ count, amount }: { count: number; amount: number }) => (
  <div className={styles.bar}>
    <p className={styles.sum} aria-live="polite">
      <span className={styles.count}>合計 {count}本</span>
      <PriceText amount={amount} fw={700} className={styles.amount} />
    </p>
    <Button type="submit" className={styles.go}>
      注文内容の確認へ進む
    </Button>
  </div>
);
