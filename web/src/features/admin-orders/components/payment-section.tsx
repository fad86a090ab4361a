import { Code } from '@mantine/core';
import { formatDateTime, type OrderLife } from '@stagereel/contracts';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { disputeWords, paymentWords } from '../lib/order-words.ts';
import { DetailSection } from './detail-section.tsx';

/** What was paid and given back, and how the provider knows it. */
export const PaymentSection = ({ payment }: { payment: OrderLife['payment'] }) => (
  <DetailSection title="お支払い">
    <FactList>
      <Fact name="状態">{paymentWords[payment.mark]}</Fact>
      <Fact name="お支払い金額">
        <PriceText amount={payment.total} />
      </Fact>
      {payment.refundedAmount > 0 && (
        <>
          <Fact name="返金額">
            <PriceText amount={payment.refundedAmount} />
          </Fact>
          <Fact name="差引金額">
            <PriceText amount={payment.total - payment.refundedAmount} />
          </Fact>
        </>
      )}
      <Fact name="お支払い日時">{formatDateTime(payment.paidAt)}</Fact>
      {payment.disputedAt !== null && <Fact name="チャージバックの申請日時">{formatDateTime(payment.disputedAt)}</Fact>}
      {payment.disputeOutcome !== null && <Fact name="チャージバックの結果">{disputeWords[payment.disputeOutcome]}</Fact>}
      <Fact name="決済サービスの支払いID">
        <Code>{payment.intentId}</Code>
      </Fact>
    </FactList>
  </DetailSection>
);
