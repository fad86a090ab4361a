import styles from './checkout-steps.module.css';

const steps = [
  { id: 'items', label: '動画の選択' },
  { id: 'customer', label: 'お客様情報' },
  { id: 'code', label: 'メール認証' },
  { id: 'payment', label: 'お支払い' },
  { id: 'complete', label: '完了' },
] as const;

export type CheckoutStep = (typeof steps)[number]['id'];

/** The customer's current step in the checkout. */
export const CheckoutSteps = ({ current }: { current: CheckoutStep }) => {
  const reached = steps.findIndex(({ id }) => id === current);
  return (
    <ol className={styles.steps} aria-label="注文の手順">
      {steps.map(({ id, label }, index) => (
        <li
          key={id}
          className={styles.step}
          data-state={index < reached ? 'done' : index === reached ? 'current' : 'ahead'}
          aria-current={index === reached ? 'step' : undefined}
        >
          <span className={styles.mark}>{index + 1}</span>
          <span className={styles.label}>{label}</span>
        </li>
      ))}
    </ol>
  );
};
