import type { ReactNode } from 'react';
import { useHeightVariable } from '../lib/use-height-variable.ts';
import styles from './order-layout.module.css';

type Props = {
  steps: ReactNode;
  /** What is on sale: title, price and samples. */
  offer: ReactNode;
  /** Less important facts: on a phone below the form, otherwise below the offer. */
  details: ReactNode;
  hasSamples: boolean;
  children: ReactNode;
};

/** On a phone one column. On a desktop the offer is on the left and the form (the children) on the right. */
export const OrderLayout = ({ steps, offer, details, hasSamples, children }: Props) => {
  const offerRef = useHeightVariable('--order-offer-height');
  return (
    <div className={styles.page} data-has-samples={hasSamples || undefined}>
      <div className={styles.steps}>{steps}</div>
      <div ref={offerRef} className={styles.offer}>
        {offer}
        <div className={styles.details}>{details}</div>
      </div>
      {children}
    </div>
  );
};

/** The column of the form. */
export const OrderColumn = ({ children }: { children: ReactNode }) => {
  const ref = useHeightVariable('--order-column-height');
  return (
    <div ref={ref} className={styles.column}>
      {children}
    </div>
  );
};
