import { IconCheck, IconX } from '@tabler/icons-react';
import type { ProgressStep } from '../../lib/order-progress.ts';
import styles from './order-timeline.module.css';

const words: Record<ProgressStep['state'], string> = { done: '完了', current: '進行中', ahead: 'これから', stopped: '中止' };

const Mark = ({ state }: Pick<ProgressStep, 'state'>) => {
  if (state === 'done') return <IconCheck size={18} stroke={3} aria-hidden />;
  return state === 'stopped' ? <IconX size={18} stroke={3} aria-hidden /> : null;
};

/** The steps of an order, from the payment to the delivery. */
export const OrderTimeline = ({ steps }: { steps: readonly ProgressStep[] }) => (
  <ol className={styles.timeline} aria-label="ご注文の進み具合">
    {steps.map(({ label, detail, state }) => (
      <li key={label} className={styles.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
        <span className={styles.mark}>
          <Mark state={state} />
        </span>
        <span className={styles.what}>
          <span className={styles.label}>
            {label}
            <span className="visually-hidden">（{words[state]}）</span>
          </span>
          <span className={styles.detail}>{detail}</span>
        </span>
      </li>
    ))}
  </ol>
);
