import { DeliveryEstimate } from '../../../components/order/delivery-estimate.tsx';
import { saleTerms } from '../../../config/sale-terms.ts';
import styles from './payment-terms.module.css';

/** What the customer agrees to, beside price and lines: payment, delivery, cancellation. */
export const PaymentTerms = () => (
  <dl className={styles.terms}>
    <div>
      <dt>お支払い方法</dt>
      <dd>{saleTerms.payment}</dd>
    </div>
    <div>
      <dt>お支払い時期</dt>
      <dd>{saleTerms.paymentTime}</dd>
    </div>
    <div>
      <dt>商品代金以外の料金</dt>
      <dd>{saleTerms.price}</dd>
    </div>
    <div>
      <dt>お届け時期</dt>
      <dd>
        {saleTerms.delivery}
        <span className={styles.date}>
          <DeliveryEstimate />
        </span>
      </dd>
    </div>
    <div>
      <dt>ダウンロード</dt>
      <dd>{saleTerms.download}</dd>
    </div>
    <div>
      <dt>キャンセル・返金</dt>
      <dd>
        {saleTerms.cancellation}
        {saleTerms.failure}
      </dd>
    </div>
  </dl>
);
