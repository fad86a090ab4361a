import type { ReactNode } from 'react';
import { DeliveryEstimate } from '../../../components/order/delivery-estimate.tsx';
import { saleTerms } from '../../../config/sale-terms.ts';
import styles from './payment-terms.module.css';

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What the customer agrees to, beside price and lines: payment, delivery, cancellation. */
export const PaymentTerms = () => (
  <dl className={styles.terms}>
    <Term name="お支払い方法">{saleTerms.payment}</Term>
    <Term name="お支払い時期">{saleTerms.paymentTime}</Term>
    <Term name="商品代金以外の料金">{saleTerms.price}</Term>
    <Term name="お届け時期">
      {saleTerms.delivery}
      <span className={styles.date}>
        <DeliveryEstimate />
      </span>
    </Term>
    <Term name="ダウンロード">{saleTerms.download}</Term>
    <Term name="キャンセル・返金">
      {saleTerms.cancellation}
      {saleTerms.failure}
    </Term>
  </dl>
);
