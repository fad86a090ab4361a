import { DeliveryEstimate } from '../../../components/order/delivery-estimate.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { saleTerms } from '../../../config/sale-terms.ts';
import styles from './payment-terms.module.css';

/** What the customer agrees to, beside price and lines: payment, delivery, cancellation. */
export const PaymentTerms = () => (
  <FactList>
    <Fact name="お支払い方法">{saleTerms.payment}</Fact>
    <Fact name="お支払い時期">{saleTerms.paymentTime}</Fact>
    <Fact name="商品代金以外の料金">
      {saleTerms.price}
      {saleTerms.fees}
    </Fact>
    <Fact name="お届け時期">
      {saleTerms.delivery}
      <span className={styles.date}>
        <DeliveryEstimate />
      </span>
    </Fact>
    <Fact name="ダウンロード">{saleTerms.download}</Fact>
    <Fact name="キャンセル・返金">
      {saleTerms.cancellation}
      {saleTerms.failure}
    </Fact>
  </FactList>
);
