import { Anchor } from '@mantine/core';
import { DeliveryEstimate } from '../../../components/order/delivery-estimate.tsx';
import { Fact } from '../../../components/ui/fact-list.tsx';
import { paths } from '../../../config/paths.ts';
import { saleTermsInShort } from '../../../config/sale-terms.ts';
import styles from './payment-terms.module.css';

/** The terms of payment, delivery and cancellation, as dense as a table: on a phone the card fields follow without scrolling. */
export const PaymentTerms = () => (
  <dl className={styles.facts}>
    <Fact name="お支払い">{saleTermsInShort.payment}</Fact>
    <Fact name="料金">{saleTermsInShort.price}</Fact>
    <Fact name="お届け">
      {saleTermsInShort.delivery}
      <span className={styles.date}>
        <DeliveryEstimate />
      </span>
    </Fact>
    <Fact name="ダウンロード">{saleTermsInShort.download}</Fact>
    <Fact name="キャンセル">
      {saleTermsInShort.cancellation}
      {saleTermsInShort.failure}
    </Fact>
    <Fact name="利用規約">
      確定により
      <Anchor href={paths.terms.to()} target="_blank" rel="noopener" inherit aria-label="利用規約（新しいタブで開きます）">
        利用規約
      </Anchor>
      に同意します。
    </Fact>
  </dl>
);
