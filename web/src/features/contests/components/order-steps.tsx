import { DELIVERY_BUSINESS_DAYS } from '@stagereel/contracts';
import { IconCreditCard, IconMailOpened, IconUserSearch } from '@tabler/icons-react';
import styles from './order-steps.module.css';

const steps = [
  { icon: IconUserSearch, title: '選手を選ぶ', text: 'カテゴリーとゼッケン番号から、欲しい動画を選びます。' },
  { icon: IconCreditCard, title: 'カードで支払う', text: '会員登録なしでも、メール認証だけでご注文いただけます。' },
  {
    icon: IconMailOpened,
    title: 'メールで受け取る',
    text: `${DELIVERY_BUSINESS_DAYS.min}〜${DELIVERY_BUSINESS_DAYS.max}営業日以内に、ダウンロードのご案内をお送りします。`,
  },
] as const;

/** The three steps of an order: one line on a phone, with explanations where there is room. */
export const OrderSteps = () => (
  <ol className={styles.steps} aria-label="ご注文の流れ">
    {steps.map(({ icon: StepIcon, title, text }) => (
      <li key={title} className={styles.step}>
        <span className={styles.icon}>
          <StepIcon size={24} stroke={1.6} aria-hidden />
        </span>
        <span>
          <span className={styles.title}>{title}</span>
          <span className={styles.text}>{text}</span>
        </span>
      </li>
    ))}
  </ol>
);
