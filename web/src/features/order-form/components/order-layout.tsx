import type { ReactNode } from 'react';
import { useHeightVariable } from '../lib/use-height-variable.ts';
import styles from './order-layout.module.css';

type Props = {
  steps: ReactNode;
  /** What is on sale: title, price and samples. */
  offer: ReactNode;
  /** Facts that follow what sells. */
  details: ReactNode;
  hasSamples: boolean;
  children: ReactNode;
};

/** On a phone one column. On a desk the offer is on the left, and the form (the children) stays in sight on the right. */
export const OrderLayout = ({ steps, offer, details, hasSamples, children }: Props) => (
  <div className={styles.page} data-has-samples={hasSamples || undefined}>
    <div className={styles.steps}>{steps}</div>
    <div className={styles.offer}>{offer}</div>
    {children}
    <div className={styles.details}>{details}</div>
  </div>
);

/** The column of the form. It is as high as it needs to be: where it is higher than the window, its end stays in sight. */
export const OrderColumn = ({ children }: { children: ReactNode }) => {
  const ref = useHeightVariable('--order-column-height');
  return (
    <div ref={ref} className={styles.column}>
      {children}
    </div>
  );
};
