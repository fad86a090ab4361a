import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { OrderLookup } from '../../api/orders.ts';
import { FormPage } from '../../components/ui/form-page.tsx';
import { LinkList } from '../../components/ui/link-list.tsx';
import { paths } from '../../config/paths.ts';
import { LookupForm, LookupSent } from '../../features/order-lookup/components/lookup-form.tsx';
import { savedData } from '../../lib/saved-data.ts';
import { useHasMoved } from '../../lib/use-has-moved.ts';

/** The order number in the location state of a link to this page. */
const linkedNumber = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'orderNumber' in state && typeof state.orderNumber === 'string' ? state.orderNumber : null;

/** Prefilled with the order that a page links from, otherwise with this browser's last order. */
const initialLookup = (state: unknown): OrderLookup => {
  const completed = savedData.read('completedOrder');
  return { orderNumber: linkedNumber(state) ?? completed?.orderNumber ?? '', email: completed?.email ?? '' };
};

const waysOn = (
  <LinkList
    label="ほかのページ"
    links={[
      { lead: '会員の方は', label: '購入履歴', to: paths.purchaseHistory.to() },
      { label: 'メールが届かないとき', to: paths.emailSupport.to() },
      { label: 'お問い合わせ', to: paths.contact.to() },
    ]}
  />
);

export const OrderLookupPage = () => {
  const { state } = useLocation();
  const [lookup, setLookup] = useState(() => initialLookup(state));
  const [message, setMessage] = useState<string | null>(null);
  const hasMoved = useHasMoved(message === null ? 'form' : 'taken');

  if (message !== null) {
    return (
      <FormPage key="taken" title="ご注文の照会を受け付けました" icon={IconMail} isNextStep={hasMoved} footer={waysOn}>
        <LookupSent lookup={lookup} message={message} onAgain={() => setMessage(null)} />
      </FormPage>
    );
  }
  return (
    <FormPage
      key="form"
      title="ご注文の照会"
      lead="注文番号とメールアドレスを入力すると、ご注文内容と動画のダウンロードページをメールでご案内します。"
      isNextStep={hasMoved}
      footer={waysOn}
    >
      <LookupForm
        opening={lookup}
        onTaken={(taken) => {
          setLookup(taken.lookup);
          setMessage(taken.message);
        }}
      />
    </FormPage>
  );
};
