import { formatDate, formatPrice, formatYen, type Receipt } from '@stagereel/contracts';
import { type Ref, useId } from 'react';
import { addresseeLine, orderTotal, provisoLine } from '../lib/receipt-paper.ts';
import styles from './receipt-paper.module.css';

const Lines = ({ receipt }: { receipt: Receipt }) => (
  <table className={styles.lines}>
    <thead>
      <tr>
        <th scope="col">内容</th>
        <th scope="col" className={styles.amount}>
          金額（税込）
        </th>
      </tr>
    </thead>
    <tbody>
      {receipt.lines.map((line) => (
        <tr key={line.number}>
          <td className={styles.video}>
            <span>{line.contestName}</span> <span>{line.category}</span> <span>{line.athleteNumber}</span> <span>{line.style}</span>
          </td>
          <td className={styles.amount}>{formatYen(line.price)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Sums = ({ receipt }: { receipt: Receipt }) => (
  <dl className={styles.sums}>
    {receipt.refundedAmount > 0 && (
      <>
        <dt>ご注文合計</dt>
        <dd>{formatYen(orderTotal(receipt))}</dd>
        <dt>返金</dt>
        <dd>−{formatYen(receipt.refundedAmount)}</dd>
      </>
    )}
    <dt className={styles.sum}>合計</dt>
    <dd className={styles.sum}>{formatPrice(receipt.total)}</dd>
    <dt>{receipt.taxRatePercent}%対象</dt>
    <dd>{formatYen(receipt.total)}</dd>
    <dt>消費税額（内税）</dt>
    <dd>{formatYen(receipt.taxAmount)}</dd>
  </dl>
);

/** The printable receipt: black on white in every colour scheme, one A4 page unless the order is long. */
export const ReceiptPaper = ({ receipt, titleRef }: { receipt: Receipt; titleRef?: Ref<HTMLHeadingElement> }) => {
  const titleId = useId();
  const { seller } = receipt;
  return (
    <article className={styles.paper} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} ref={titleRef} tabIndex={-1} className={styles.title}>
          領収書
        </h2>
        {receipt.isReissue && <p className={styles.reissue}>再発行</p>}
        <dl className={styles.numbers}>
          <dt>領収書番号</dt>
          <dd>{receipt.receiptNumber}</dd>
          <dt>発行日</dt>
          <dd>{formatDate(receipt.issuedAt)}</dd>
        </dl>
      </header>
      <p className={styles.addressee}>{addresseeLine(receipt)}</p>
      <p className={styles.total}>
        <span className={styles.totalLabel}>領収金額</span>
        <strong>{formatPrice(receipt.total)}</strong>
      </p>
      <p className={styles.proviso}>
        {provisoLine(receipt.proviso)}
        <br />
        上記の金額を正に領収いたしました。
      </p>
      <dl className={styles.facts}>
        <dt>取引日</dt>
        <dd>{formatDate(receipt.paidAt)}</dd>
        <dt>注文番号</dt>
        <dd>{receipt.orderNumber}</dd>
        <dt>お支払い方法</dt>
        <dd>クレジットカード</dd>
      </dl>
      <Lines receipt={receipt} />
      <footer className={styles.foot}>
        <Sums receipt={receipt} />
        <address className={styles.seller}>
          <span className={styles.sellerName}>{seller.name}</span>
          <span>{seller.address}</span>
          <span>電話 {seller.phone}</span>
          {seller.registrationNumber !== null && <span>登録番号 {seller.registrationNumber}</span>}
        </address>
      </footer>
    </article>
  );
};
