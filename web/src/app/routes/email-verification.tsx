import { Alert, Button, Container, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSessionUser } from '../../api/session.ts';
import { CheckoutSteps } from '../../components/order/checkout-steps.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { StepButtons } from '../../components/ui/step-buttons.tsx';
import { paths } from '../../config/paths.ts';
import { AccountExists } from '../../features/checkout/components/account-exists.tsx';
import { CodeStep } from '../../features/checkout/components/code-step.tsx';
import { isProven } from '../../features/checkout/lib/email-proof.ts';
import { type CustomerData, savedData } from '../../lib/saved-data.ts';
import { useSavedCustomer, useSavedOrder } from '../../lib/use-saved-order.ts';

export const EmailVerificationPage = () => {
  const navigate = useNavigate();
  const order = useSavedOrder();
  const saved = useSavedCustomer();
  const [verified, setVerified] = useState<CustomerData | null>(null);
  const { user, isKnown } = useSessionUser();
  const [openedAt] = useState(Date.now);
  const customer = verified ?? saved;
  if (order === null) return <Navigate to={paths.home.to()} replace />;
  if (customer === null) return <Navigate to={paths.orderConfirmation.to()} replace />;

  const isDone = isProven({ customer, user, now: openedAt });
  const isMember = customer.hasAccount === true && user === null;
  const goBack = () => void navigate(paths.orderConfirmation.to());
  // Replace the history entry, so that going back from the payment opens the order instead of a used code.
  const goOn = () => void navigate(paths.payment.to(), { replace: true });
  // The card details were already sent, so show the outcome of the payment at once instead of offering the login first.
  const isPaying = savedData.read('paymentAttempt')?.stage === 'submitted';
  const goOnAs = (next: CustomerData) => (next.hasAccount && user === null && !isPaying ? setVerified(next) : goOn());
  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <CheckoutSteps current="code" />
        <PageTitle documentTitle="メールアドレスの認証">メールアドレスの認証</PageTitle>
        {!isKnown && <LoadingText />}
        {isKnown && isDone && isMember && (
          <AccountExists email={customer.email} isOptionDropped={saved?.wantsAutoLogin === true} onBack={goBack} onContinue={goOn} />
        )}
        {isKnown && isDone && !isMember && (
          <>
            <Alert role="status" color="teal" variant="light" icon={<IconCircleCheck aria-hidden />}>
              <strong>{customer.email}</strong> は認証済みです。
            </Alert>
            <StepButtons onBack={goBack}>
              <Button onClick={goOn}>お支払いへ進む</Button>
            </StepButtons>
          </>
        )}
        {isKnown && !isDone && <CodeStep initialCustomer={customer} onBack={goBack} onVerified={goOnAs} />}
      </Stack>
    </Container>
  );
};
