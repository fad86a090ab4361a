import { Alert, Container, Stack } from '@mantine/core';
import { errorCatalogue } from '@stagereel/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { authCheckQuery } from '../../api/session.ts';
import { ChangeLink } from '../../components/order/change-link.tsx';
import { CheckoutSteps } from '../../components/order/checkout-steps.tsx';
import { OrderLines } from '../../components/order/order-lines.tsx';
import { DataCard } from '../../components/ui/data-card.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { LineNote } from '../../features/payment/components/line-note.tsx';
import { OutcomePanel } from '../../features/payment/components/outcome-panel.tsx';
import { PaymentStep } from '../../features/payment/components/payment-step.tsx';
import { PaymentTerms } from '../../features/payment/components/payment-terms.tsx';
import { PreparationError } from '../../features/payment/components/preparation-error.tsx';
import { useFinishOrder } from '../../features/payment/lib/use-finish-order.ts';
import { usePayment } from '../../features/payment/lib/use-payment.ts';
import { type AttemptControl, usePaymentAttempt } from '../../features/payment/lib/use-payment-attempt.ts';
import { usePreparation } from '../../features/payment/lib/use-preparation.ts';
import { type OrderData, type PaymentAttempt, savedData, totalPrice } from '../../lib/saved-data.ts';
import styles from './payment.module.css';

const forgetProof = () => {
  const customer = savedData.read('customerData');
  if (customer !== null) savedData.write('customerData', { ...customer, provenUntil: null });
};

/** The final confirmation screen: it shows all terms of the order above the payment button. */
const FinalConfirmation = ({ attempt, control }: { attempt: PaymentAttempt; control: AttemptControl }) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { order, customer } = attempt;
  const formPath = paths.orderForm.to(order.contestSlug);
  const goToProof = () => {
    forgetProof();
    // The refusal can mean that the session expired, so check the session again.
    void queryClient.resetQueries({ queryKey: authCheckQuery().queryKey });
    void navigate(paths.emailVerification.to(), { replace: true });
  };
  const finishOrder = useFinishOrder();
  const preparation = usePreparation({ attempt, control, onProofNeeded: goToProof });
  const payment = usePayment({
    attempt,
    control,
    preparation,
    returnUrl: new URL(paths.payment.to(), window.location.origin).href,
    onProofNeeded: goToProof,
    onPaid: (paid) => void finishOrder(attempt, paid).then(() => navigate(paths.paymentComplete.to(), { replace: true })),
  });
  const isChangeable = payment.state.step === 'entering';

  return (
    <>
      <OutcomePanel payment={payment} orderNumber={attempt.orderNumber} />
      {payment.isEntering && preparation.error !== null && (
        <PreparationError preparation={preparation} order={order} formPath={formPath} onTakeNewPrices={control.takeOrder} />
      )}
      <DataCard aria-label="ご注文内容">
        <OrderLines
          contestName={order.contestName}
          lines={order.items}
          actionOf={(_line, position) => isChangeable && <ChangeLink to={formPath} what={`動画${position}`} />}
          noteOf={(line) => <LineNote order={order} line={line} error={preparation.error} />}
        />
        <p className={styles.customer}>
          <span>
            {customer.name} 様 <span className={styles.email}>{customer.email}</span>
          </span>
          {isChangeable && <ChangeLink to={paths.orderConfirmation.to()} what="お客様情報" />}
        </p>
        {payment.isEntering && <PaymentTerms />}
      </DataCard>
      <PaymentStep
        attempt={attempt}
        preparation={preparation}
        payment={payment}
        onBack={() => void navigate(paths.orderConfirmation.to())}
      />
    </>
  );
};

/** An order whose total is zero cannot be paid by card. */
const NothingToPay = ({ order }: { order: OrderData }) => (
  <>
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={errorCatalogue.AmountMismatch.message}>
      合計金額が0円のご注文は、お手続きいただけません。
    </Alert>
    <DataCard title="ご注文内容" action={<ChangeLink to={paths.orderForm.to(order.contestSlug)} what="ご注文内容" />}>
      <OrderLines contestName={order.contestName} lines={order.items} />
    </DataCard>
  </>
);

export const PaymentPage = () => {
  const { attempt, control } = usePaymentAttempt();
  const [query, setQuery] = useSearchParams();

  useEffect(() => {
    // The card issuer's redirect puts the payment's secret into the address; remove it.
    if (query.size > 0) setQuery({}, { replace: true });
  }, [query, setQuery]);

  if (attempt === null) return <Navigate to={(savedData.read('orderData') === null ? paths.home : paths.orderConfirmation).to()} replace />;
  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="md">
        <CheckoutSteps current="payment" />
        <PageTitle documentTitle="ご注文の最終確認">ご注文の最終確認</PageTitle>
        {totalPrice(attempt.order.items) > 0 ? (
          <FinalConfirmation attempt={attempt} control={control} />
        ) : (
          <NothingToPay order={attempt.order} />
        )}
      </Stack>
    </Container>
  );
};
