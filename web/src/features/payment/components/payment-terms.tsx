import { Anchor } from '@mantine/core';
import { DeliveryEstimate } from '../../../components/order/delivery-estimate.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { paths } from '../../../config/paths.ts';
import { saleTerms } from '../../../config/sale-terms.ts';
import styles from './payment-terms.module.css';

/** The terms of payment, delivery and cancellation. */
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
    <Fact name="利用規約">
      ご注文を確定すると、
      <Anchor href={paths.terms.to()} target="_blank" rel="noopener">
        利用規約（新しいタブで開きます）
      </Anchor>
      に同意したことになります。
    </Fact>
  </FactList>
);
